// 500 ids a turn, the turn end last: what costs here must be the client, not the engine.
const TOKENS = 500;
const QWEN3_TURN_END = 151_645;

/** Ids of common words, drawn once; each turn reads from another place of the list. */
const pool = Array.from({ length: 4096 }, (_, at) => 1000 + ((at * 7919) % 60_000));

export function policy({ input_ids: prompt }) {
  const from = (prompt.length * 31 + (prompt[prompt.length - 2] ?? 0)) % (pool.length - TOKENS);
  return { ids: [...pool.slice(from, from + TOKENS - 1), QWEN3_TURN_END] };
}
