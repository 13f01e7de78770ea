import { abortable } from './abortable.ts';
import type { Job } from './admit.ts';
import type { GenerateBody } from './body-schema.ts';
import { RUNNING_ABORT, strikeSample } from './content-faults.ts';
import type { EngineState } from './engine-state.ts';
import type { Fault } from './fault-picker.ts';
import { printReply, printUnrun, type ReplyOptions } from './print-reply.ts';
import { hashInts, unit } from './random.ts';
import { cutSample, sample, type Sampled } from './sample.ts';
import type { ScheduledRequest } from './scheduler.ts';
import type { SingleRequest } from './single-request.ts';

/** Chunks of a stream that has no interval of its own. */
const STREAM_CHUNKS = 16;

/** Tokens that SGLang holds back from a request that does not stream: a retracted one loses them. */
const FLUSHED_TOKENS = 50;

/** Finish of a request that an abort took out of the queue. */
const WAITING_ABORT = JSON.stringify({ type: 'abort', message: 'Abort in waiting queue' });

/** One generation that was admitted. */
export interface Generation {
  state: EngineState;
  body: GenerateBody;
  item: SingleRequest;
  job: Job;
  request: ScheduledRequest;
  routingKey: string | null;
  fault: Fault | undefined;
  /** `/generate` requests before its own. */
  number: number;
  arrived: number;
  /** Position in a streamed batch. */
  index: number | undefined;
}

/** Milliseconds that a generation takes; drawn by what is asked, so that order cannot matter. */
function durationOf({ state, job }: Generation, tokens: number): number {
  const { latency } = state;
  if (latency === undefined) return 0;
  if ('tokensPerSecond' in latency) return (1000 * tokens) / latency.tokensPerSecond;
  const draw = unit(hashInts([3], job.identity));
  return latency.meanMs * (1 + (latency.spread ?? 0) * (2 * draw - 1));
}

function secondsSince(arrived: number): number {
  return (performance.now() - arrived) / 1000;
}

function optionsOf(generation: Generation, cachedTokens: number): ReplyOptions {
  const { state, body, item, fault } = generation;
  const { weightVersion, experts } = state;
  const isOther = fault?.kind === 'weight_version_change';
  return {
    rid: generation.request.rid,
    returnLogprob: item.returnLogprob && fault?.kind !== 'missing_logprobs',
    returnTextInLogprobs: body.return_text_in_logprobs,
    returnPromptTokenIds: body.return_prompt_token_ids,
    experts:
      body.return_routed_experts && experts !== undefined
        ? { shape: experts, start: body.routed_experts_start_len }
        : null,
    cachedTokens,
    weightVersion: isOther ? `${weightVersion}+1` : weightVersion,
    seconds: secondsSince(generation.arrived),
    isFinished: true,
    ...(fault?.kind === 'null_finish' && { finishReason: 'null' }),
    ...(fault?.kind === 'unknown_finish' && { finishReason: '{"type":"content_filter"}' }),
    ...(generation.index !== undefined && { index: generation.index }),
  };
}

function printWaitingAbort(generation: Generation): string {
  return printUnrun({ ...optionsOf(generation, 0), finishReason: WAITING_ABORT });
}

async function sampleReply(generation: Generation): Promise<Sampled> {
  const { state, job, routingKey, request, fault } = generation;
  const sampled = await abortable(
    sample(job, {
      policy: state.policy,
      encoder: state.encoder,
      sample: routingKey === null ? undefined : state.sampleOf?.(routingKey),
    }),
    request.signal,
  );
  const [stopId = 0] = state.encoder.stopIds;
  return strikeSample(sampled, fault, stopId);
}

/** What of a sample an abort leaves, after a share of its time. */
function cutByAbort(generation: Generation, sampled: Sampled, share: number): Sampled {
  const { length } = sampled.ids;
  const reached = Math.min(length, Math.floor(share * length) + 1);
  return cutSample(sampled, reached, RUNNING_ABORT);
}

/** Records what was sampled: on disk before the reply's first byte. */
function record(generation: Generation, sampled: Sampled): void {
  const { state, job, request, routingKey, fault } = generation;
  state.tap?.onSampled?.({
    number: generation.number,
    rid: request.rid,
    promptIds: job.prompt,
    ids: sampled.ids,
    logprobs: sampled.logprobs.slice(0, sampled.ids.length),
    finish: sampled.finish,
    fault: fault?.kind ?? null,
  });
  state.stats.sampled++;
  state.stats.tokens += sampled.ids.length;
  if (sampled.finish.type === 'abort') state.stats.aborted++;
  state.cache.store(routingKey, job.prompt, sampled.ids);
  state.ledger?.write({
    rid: request.rid,
    promptIds: job.prompt,
    ids: sampled.ids,
    logprobs: sampled.logprobs.slice(0, sampled.ids.length),
    fault: fault?.kind ?? null,
  });
}

/** Runs a generation to its end. @returns its reply object as JSON text. */
export async function runWhole(generation: Generation): Promise<string> {
  const { state, job, request } = generation;
  await state.scheduler.start(request);
  if (request.aborted === 'waiting') return abortedWaiting(generation);
  const cached = state.cache.match(generation.routingKey, job.prompt);
  const full = await sampleReply(generation);
  const share = await state.scheduler.run(request, durationOf(generation, full.ids.length));
  const sampled = settle(generation, full, share);
  record(generation, sampled);
  return printReply(job, sampled, state.encoder, optionsOf(generation, cached));
}

function abortedWaiting(generation: Generation): string {
  generation.state.stats.aborted++;
  return printWaitingAbort(generation);
}

function settle(generation: Generation, full: Sampled, share: number): Sampled {
  const { aborted } = generation.request;
  if (aborted === null) return full;
  if (aborted === 'running') return cutByAbort(generation, full, share);
  // Retracted by a pause and aborted in the queue: only what had been flushed is left.
  const flushed = Math.floor((share * full.ids.length) / FLUSHED_TOKENS) * FLUSHED_TOKENS;
  return cutSample(full, flushed, { type: 'abort', message: 'Abort in waiting queue' });
}

/** Runs a generation and gives its growing reply, the last one finished: SGLang streams whole states. */
export async function* runStreamed(generation: Generation): AsyncGenerator<string> {
  const { state, job, request } = generation;
  await state.scheduler.start(request);
  if (request.aborted === 'waiting') {
    yield abortedWaiting(generation);
    return;
  }
  const cached = state.cache.match(generation.routingKey, job.prompt);
  const full = await sampleReply(generation);
  const { length } = full.ids;
  const step = job.sampling.streamInterval ?? Math.max(1, Math.ceil(length / STREAM_CHUNKS));
  const duration = durationOf(generation, length);
  let sent = 0;
  while (sent < length) {
    const next = Math.min(step, length - sent);
    const share = await state.scheduler.run(request, (duration * next) / length);
    if (request.aborted !== null) {
      const reached = (sent + share * next) / length;
      yield* finish(generation, settle(generation, full, reached), cached);
      return;
    }
    sent += next;
    if (sent === length) break;
    const part = cutSample(full, sent, full.finish);
    yield printReply(job, part, state.encoder, {
      ...optionsOf(generation, cached),
      isFinished: false,
    });
  }
  yield* finish(generation, full, cached);
}

async function* finish(
  generation: Generation,
  sampled: Sampled,
  cached: number,
): AsyncGenerator<string> {
  record(generation, sampled);
  yield printReply(
    generation.job,
    sampled,
    generation.state.encoder,
    optionsOf(generation, cached),
  );
}
