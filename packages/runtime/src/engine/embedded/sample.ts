import type { Encoder, MaybePromise, Policy, PolicyReply, PolicyRequest, Sample } from 'slime-sdk';
import type { Job } from './admit.ts';
import { findEnd, type FinishReason, type FinishRules, lengthen } from './finish.ts';
import { printGivenLogprob, printLogprob } from './log-probs.ts';
import { createRandom } from './random.ts';

/** What a policy sampled for one generation, before anything cuts it. */
export interface Sampled {
  ids: readonly number[];
  /** As JSON text, one an id; one in all for `max_new_tokens: 0`. */
  logprobs: readonly string[];
  finish: FinishReason;
}

/** A policy threw, or gave what is no reply. */
export class PolicyFault extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'PolicyFault';
  }
}

interface RawReply {
  ids: readonly number[];
  logprobs: readonly number[] | undefined;
}

/** Ids of a policy's answer: text is encoded and, unless `end` is false, gets the turn's end. */
async function readReply(reply: PolicyReply, encoder: Encoder): Promise<RawReply> {
  if (typeof reply === 'object' && reply !== null && 'ids' in reply) {
    const { ids, logprobs } = reply;
    if (!Array.isArray(ids) || !ids.every(Number.isInteger)) {
      throw new PolicyFault('the policy’s ids are no list of integers');
    }
    if (logprobs !== undefined && logprobs.length !== ids.length) {
      throw new PolicyFault(`the policy gave ${logprobs.length} log-probs for ${ids.length} ids`);
    }
    return { ids, logprobs };
  }
  const text = typeof reply === 'string' ? reply : reply?.text;
  if (typeof text !== 'string') {
    throw new PolicyFault('a policy answers with text, { text, end } or { ids, logprobs }');
  }
  const ids = Array.from(await encoder.encodeText(text, { specials: true }));
  const ends = typeof reply === 'string' || reply.end !== false;
  const [stop] = encoder.stopIds;
  return { ids: ends && stop !== undefined ? [...ids, stop] : ids, logprobs: undefined };
}

/** What a policy is asked with besides the job. */
export interface PolicyCall {
  policy: Policy;
  encoder: Encoder;
  sample: Sample | undefined;
}

/** The request as the policy sees it; the prompt is decoded when its text is read, if it can be. */
async function toPolicyRequest(job: Job, call: PolicyCall): Promise<PolicyRequest> {
  const decode = () => call.encoder.decode(job.prompt, { skipSpecialTokens: false });
  const probe = call.encoder.decode([], { skipSpecialTokens: false });
  const ready = typeof probe === 'string' ? undefined : await decode();
  return {
    input_ids: job.prompt,
    sampling_params: job.sampling.params,
    images: job.images,
    sample: call.sample,
    random: createRandom(job.identity),
    get text() {
      const text = ready ?? decode();
      if (typeof text !== 'string') throw new PolicyFault('the encoder turned asynchronous');
      return text;
    },
  };
}

async function askPolicy(job: Job, call: PolicyCall): Promise<RawReply> {
  const request = await toPolicyRequest(job, call);
  try {
    return await readReply(await call.policy(request), call.encoder);
  } catch (cause) {
    if (cause instanceof PolicyFault) throw cause;
    throw new PolicyFault(`the policy threw: ${String(cause)}`, { cause });
  }
}

async function rulesOf(job: Job, encoder: Encoder): Promise<FinishRules> {
  const { sampling } = job;
  const lengths = await Promise.all(
    sampling.stop.map(async (text) => (await encoder.encodeText(text, { specials: true })).length),
  );
  const window = Math.max(0, ...lengths) + 1;
  return {
    maxNewTokens: job.maxNewTokens,
    minNewTokens: sampling.minNewTokens,
    stopIds: new Set([...encoder.stopIds, ...sampling.stopTokenIds]),
    ignoreEos: sampling.ignoreEos,
    stop: sampling.stop.map((text) => ({ text, window })),
    vocabSize: encoder.vocabSize,
  };
}

/**
 * Asks the policy and ends its answer as SGLang's scheduler would. Ids and log-probs depend on the
 * engine's seed, the prompt and the sampling seed only.
 *
 * @throws PolicyFault
 */
export async function sample(job: Job, call: PolicyCall): Promise<Sampled> {
  const { encoder } = call;
  const rules = await rulesOf(job, encoder);
  const [stop = 0] = rules.stopIds;
  if (job.maxNewTokens === 0) {
    return {
      ids: [],
      logprobs: [printLogprob(job.identity, 0, stop)],
      finish: { type: 'length', length: 0 },
    };
  }
  const reply = await askPolicy(job, call);
  const all = lengthen(reply.ids, rules);
  const decode = (ids: readonly number[]): MaybePromise<string> =>
    encoder.decode(ids, { skipSpecialTokens: false });
  const { count, finish } = await findEnd(all, rules, decode);
  const ids = all.slice(0, count);
  if (finish.type === 'stop' && finish.matched === 'NaN happened') ids[count - 1] = stop;
  // Log-probs of a policy stand only where nothing was put between its ids.
  const given = all.every((id, index) => id === reply.ids[index]) ? reply.logprobs : undefined;
  const logprobs = ids.map((id, index) => {
    const value = given?.[index];
    return value === undefined ? printLogprob(job.identity, index, id) : printGivenLogprob(value);
  });
  return { ids, logprobs, finish };
}

/** The first part of a generation, ended by something else than itself. */
export function cutSample(sampled: Sampled, count: number, finish: FinishReason): Sampled {
  return {
    ids: sampled.ids.slice(0, count),
    logprobs: sampled.logprobs.slice(0, count),
    finish,
  };
}
