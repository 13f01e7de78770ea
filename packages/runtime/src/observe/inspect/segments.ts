import type { Sample } from 'slime-sdk';
import { z } from 'zod';
import type { DumpTurn } from './sample-dump.ts';

/** A stretch of a sample's tokens. */
export interface Segment {
  readonly kind: 'prompt' | 'turn' | 'bridge';
  /** Positions in the tokens, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Number of the turn, of a bridge the turn before it; -1 for the prompt. */
  readonly turn: number;
  /** Its line in `turns.jsonl`, where there is one. */
  readonly record: DumpTurn | undefined;
}

const spansSchema = z.array(z.tuple([z.int().nonnegative(), z.int().positive(), z.string()]));

/**
 * Splits a sample at the edges of what was sampled: prompt, turns and bridges. Sampled ids that are
 * masked (`metadata.masked_spans`) are of their turn; a null mask means that all was sampled. Two
 * turns without a bridge between them are told apart by `turns.jsonl` alone.
 */
export function segmentsOf(sample: Sample, records: readonly DumpTurn[]): Segment[] {
  const { tokens } = sample;
  const prompt = Math.max(0, tokens.length - sample.response_length);
  const sampled = sampledAt(sample);
  const starts = new Map(records.map((record) => [record.start, record]));
  const segments: Segment[] = [
    { kind: 'prompt', start: 0, end: prompt, turn: -1, record: undefined },
  ];
  let turn = (records[0]?.turn ?? 0) - 1;
  for (let from = prompt; from < tokens.length;) {
    const isTurn = sampled[from - prompt] === true;
    let to = from + 1;
    while (to < tokens.length && (sampled[to - prompt] === true) === isTurn) {
      if (isTurn && starts.has(to)) break;
      to += 1;
    }
    if (isTurn) turn += 1;
    const record = isTurn ? starts.get(from) : segments.at(-1)?.record;
    segments.push({ kind: isTurn ? 'turn' : 'bridge', start: from, end: to, turn, record });
    from = to;
  }
  return segments;
}

function sampledAt({ loss_mask: mask, response_length: length, metadata }: Sample): boolean[] {
  const sampled = mask?.map((bit) => bit === 1) ?? Array.from({ length }, () => true);
  const spans = spansSchema.safeParse(metadata['masked_spans']);
  for (const [start, count] of spans.data ?? []) sampled.fill(true, start, start + count);
  return sampled;
}
