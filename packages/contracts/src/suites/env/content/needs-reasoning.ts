import { needsDeterministic } from '../deterministic.ts';
import type { EnvTarget } from '../target.ts';
import { writeThought } from '../../../arbitraries/write-thought.ts';
import { readTurn } from '../turn-reader.ts';

/** What laws need that compare episodes in which only the reasoning differs. */
export function needsReasoning(target: EnvTarget): string | null {
  const missing = needsDeterministic(target);
  if (missing !== null) return missing;
  const { args } = target.world;
  const turn = { text: writeThought('a', 'b', args.sglang_reasoning_parser), truncated: false };
  const { reasoning } = readTurn(turn, { args, tools: [], turn: 0, seed: 0 });
  return reasoning.trim() === 'a' ? null : 'a parser of reasoning (--sglang-reasoning-parser)';
}
