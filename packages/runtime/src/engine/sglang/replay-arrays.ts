import type { GenerateRequest, RoutedExperts, TopPRows } from 'slime-sdk';
import { badReply } from '../client/try-fault.ts';
import { readInts } from './packed-ints.ts';

const TOP_P_IDS = 'meta_info.top_p_token_ids';
const TOP_P_OFFSETS = 'meta_info.top_p_token_offsets';
const EXPERTS = 'meta_info.routed_experts';

/**
 * Top-p replay arrays of slime's SGLang patch: one row an output id. Undefined when they were not
 * asked for, or no filter was on and the engine sends none.
 *
 * @throws TryFault `bad_top_p`, also when a filter was on and they are absent: the log-probs are
 *   then those of another distribution (a router that drops `custom_params`).
 */
export function readTopP(
  meta: { top_p_token_ids?: unknown; top_p_token_offsets?: unknown },
  request: GenerateRequest,
  rows: number,
): TopPRows | undefined {
  if (request.return_top_p_token_ids !== true || rows === 0) return undefined;
  const { top_p_token_ids: rawIds, top_p_token_offsets: rawOffsets } = meta;
  if (isAbsent(rawIds) && isAbsent(rawOffsets)) {
    if (!isFiltered(request)) return undefined;
    const hint = 'absent; the engine lacks the top-p patch or the router drops custom_params';
    throw badReply('bad_top_p', TOP_P_IDS, hint);
  }
  const ids = readInts(rawIds, TOP_P_IDS, 'bad_top_p');
  const offsets = readInts(rawOffsets, TOP_P_OFFSETS, 'bad_top_p');
  if (offsets.length !== rows + 1) {
    const problem = `${offsets.length} offsets for ${rows} output ids`;
    throw badReply('bad_top_p', TOP_P_OFFSETS, problem);
  }
  if (offsets[0] !== 0 || offsets[rows] !== ids.length || !isSorted(offsets)) {
    const problem = `must rise from 0 to ${ids.length}, the number of ids`;
    throw badReply('bad_top_p', TOP_P_OFFSETS, problem);
  }
  return { ids, offsets };
}

/**
 * Experts of each position from the asked one to the last but one: `[rows, layers, topk]`.
 *
 * @throws TryFault `bad_experts` when they were asked for and are absent or no whole rows.
 */
export function readExperts(
  meta: { routed_experts?: unknown; routed_experts_start_len?: unknown },
  request: GenerateRequest,
  tokens: { prompt: number; sampled: number },
): RoutedExperts | undefined {
  if (request.return_routed_experts !== true || tokens.sampled === 0) return undefined;
  if (isAbsent(meta.routed_experts)) {
    const hint = 'absent; start the engine with --enable-return-routed-experts';
    throw badReply('bad_experts', EXPERTS, `${hint}, behind a router that forwards it`);
  }
  const ids = readInts(meta.routed_experts, EXPERTS, 'bad_experts');
  const told = meta.routed_experts_start_len;
  const start = typeof told === 'number' ? told : (request.routed_experts_start_len ?? 0);
  const rows = tokens.prompt + tokens.sampled - 1 - start;
  if (rows < 0 || (rows === 0 ? ids.length !== 0 : ids.length === 0 || ids.length % rows !== 0)) {
    const problem = `${ids.length} ids are no whole rows of ${rows} positions from ${start} on`;
    throw badReply('bad_experts', EXPERTS, problem);
  }
  return { ids, start };
}

/** A filter is on: only then does the engine renormalise and say what it kept. */
function isFiltered({ sampling_params: params }: GenerateRequest): boolean {
  const { top_p: topP = 1, top_k: topK = -1, min_p: minP = 0 } = params;
  return topP < 1 || topK > 0 || minP > 0;
}

function isSorted(values: Int32Array): boolean {
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return false;
  }
  return true;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
