import type { Encoder } from 'slime-sdk';
import type { Job } from './admit.ts';
import { finalText } from './finish.ts';
import { printLogprob } from './log-probs.ts';
import { type ExpertShape, routedExperts, topPRows } from './replay-arrays.ts';
import type { Sampled } from './sample.ts';

/** What a reply shows besides the sample. */
export interface ReplyOptions {
  rid: string;
  returnLogprob: boolean;
  returnTextInLogprobs: boolean;
  returnPromptTokenIds: boolean;
  /** Null when they were not asked for or the engine has none. */
  experts: { shape: ExpertShape; start: number } | null;
  cachedTokens: number;
  weightVersion: string;
  /** Seconds since the request arrived. */
  seconds: number;
  /** False for a chunk of a stream that goes on. */
  isFinished: boolean;
  /** Replaces the finish reason, as JSON text. */
  finishReason?: string;
  /** Position in a streamed batch. */
  index?: number;
}

/** `[[logprob, id, text | null], ...]`, built as text: a reply has thousands. */
async function printTriples(
  ids: readonly number[],
  logprobs: readonly string[],
  tokenText: ((id: number) => Promise<string>) | null,
): Promise<string> {
  const triples: string[] = [];
  for (const [index, logprob] of logprobs.entries()) {
    const id = ids[index] ?? 0;
    const text = tokenText === null ? 'null' : JSON.stringify(await tokenText(id));
    triples.push(`[${logprob},${id},${text}]`);
  }
  return `[${triples.join(',')}]`;
}

/** Log-probs of the prompt; the first position has no predecessor and gets null. */
function promptLogprobs(job: Job, start: number): string[] {
  return job.prompt
    .slice(start)
    .map((id, index) =>
      start + index === 0 ? 'null' : printLogprob(job.identity, -1 - start - index, id),
    );
}

/** A finished generation as SGLang's reply object. */
export async function printReply(
  job: Job,
  sampled: Sampled,
  encoder: Encoder,
  options: ReplyOptions,
): Promise<string> {
  const { ids, finish } = sampled;
  const decode = (some: readonly number[]) =>
    encoder.decode(some, { skipSpecialTokens: job.sampling.skipSpecialTokens });
  const { noStopTrim } = job.sampling;
  // Half a character is held back while more can come.
  const text = options.isFinished
    ? await finalText(ids, finish, { noStopTrim, decode })
    : (await decode(ids)).replace(/\uFFFD+$/, '');
  const reason = options.isFinished ? JSON.stringify(finish) : 'null';
  const meta = [
    `"id":${JSON.stringify(options.rid)}`,
    `"finish_reason":${options.finishReason ?? reason}`,
    `"prompt_tokens":${job.prompt.length}`,
    `"weight_version":${JSON.stringify(options.weightVersion)}`,
    '"num_retractions":0',
  ];
  if (options.returnLogprob) {
    const tokenText = options.returnTextInLogprobs
      ? async (id: number) => encoder.decode([id], { skipSpecialTokens: false })
      : null;
    const start = job.logprobStart ?? job.prompt.length;
    const input = await printTriples(
      job.prompt.slice(start),
      promptLogprobs(job, start),
      tokenText,
    );
    // With max_new_tokens 0 there is one log-prob, of the id that was not taken.
    const shown = ids.length === 0 && sampled.logprobs.length === 1 ? [...encoder.stopIds] : ids;
    meta.push(
      `"input_token_logprobs":${input}`,
      `"output_token_logprobs":${await printTriples(shown, sampled.logprobs, tokenText)}`,
      `"output_token_logprobs_length":${sampled.logprobs.length}`,
    );
  }
  meta.push(
    '"reasoning_tokens":0',
    `"completion_tokens":${ids.length}`,
    `"cached_tokens":${options.cachedTokens}`,
  );
  if (options.isFinished) {
    if (options.experts !== null) {
      const { shape, start } = options.experts;
      meta.push(`"routed_experts":"${routedExperts(job, ids, start, shape)}"`);
    }
    const rows =
      job.sampling.returnTopP && options.returnLogprob
        ? topPRows(job, ids, encoder.vocabSize)
        : null;
    if (rows !== null) {
      meta.push(`"top_p_token_ids":"${rows.ids}"`, `"top_p_token_offsets":"${rows.offsets}"`);
    }
    meta.push(`"e2e_latency":${options.seconds}`);
  }
  const promptIds = options.returnPromptTokenIds
    ? `,"prompt_token_ids":[${job.prompt.join(',')}]`
    : '';
  const index = options.index === undefined ? '' : `,"index":${options.index}`;
  return (
    `{"text":${JSON.stringify(text)},"output_ids":[${ids.join(',')}],` +
    `"meta_info":{${meta.join(',')}}${promptIds}${index}}`
  );
}

/** A request that never ran: removed from the queue, or refused by the scheduler. */
export function printUnrun(options: {
  rid: string;
  finishReason: string;
  weightVersion: string;
  returnLogprob: boolean;
  seconds: number;
  index?: number;
}): string {
  const logprobs = options.returnLogprob
    ? ',"input_token_logprobs":[],"output_token_logprobs":[],"output_token_logprobs_length":0'
    : '';
  const index = options.index === undefined ? '' : `,"index":${options.index}`;
  return (
    `{"text":"","output_ids":[],"meta_info":{"id":${JSON.stringify(options.rid)},` +
    `"finish_reason":${options.finishReason},"weight_version":${JSON.stringify(options.weightVersion)},` +
    `"e2e_latency":${options.seconds}${logprobs},"completion_tokens":0}${index}}`
  );
}
