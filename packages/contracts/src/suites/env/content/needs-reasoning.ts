import { needsDeterministic } from '../deterministic.ts';
import type { EnvTarget } from '../target.ts';
import { readTurn } from '../turn-reader.ts';

/** What laws need that compare episodes in which only the reasoning differs. */
export function needsReasoning(target: EnvTarget): string | null {
  const missing = needsDeterministic(target);
  if (missing !== null) return missing;
  const turn = { text: '<think>a</think>b', truncated: false };
  const { args } = target.world;
  const { reasoning } = readTurn(turn, { args, tools: [], turn: 0, seed: 0 });
  return reasoning === 'a' ? null : 'a parser of <think> blocks (--sglang-reasoning-parser)';
}
