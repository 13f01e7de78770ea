import fc from 'fast-check';
import { type TurnKind, turnPlan } from '../../../arbitraries/turn-plan.ts';
import { weighted } from '../../../arbitraries/weighted.ts';
import { property } from '../../../check.ts';
import type { World } from '../../../world/world.ts';
import { episodeStart } from '../episode-start.ts';
import { playEpisode } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';
import { type EpisodeCase, showEpisode } from './episode-case.ts';
import { wildCall } from './wild-call.ts';

/** Valid calls lead to the states in which a wrong one does harm. */
const KINDS = weighted<TurnKind>([
  ['mutated_call', 6],
  ['call', 4],
  ['calls', 1],
]);

/** Whatever is wrong with a call, the env answers it. */
export const survivesCalls = property<EnvTarget, EpisodeCase>({
  id: 'env/survives-calls',
  title: 'A tool call of any shape is answered, without a throw',
  why:
    'Policies send calls with unknown names, missing or foreign arguments, lists and texts where an ' +
    'object belongs. What an environment throws on them fails the episode, and with enough of them ' +
    'the run; the policy never learns what was wrong.',
  fix:
    'Check each call by its schema before it runs, and answer a wrong one with what is wrong; ' +
    'ToolEnv and defineTool do so. Look names up in a Map, not in an object.',
  source:
    'slime examples/geo3k_vlm_multi_turn/env_geo3k.py:75-86,196-211; packages/sdk/src/messages.ts (ParsedCall)',
  faults: ['A108', 'B028', 'B035', 'B043'],
  requires: ['env/hold'],
  share: 0.6,
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      turns: fc.array(calledTurn(world), { minLength: 1, maxLength: 6, size: 'max' }),
    }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    await playEpisode(target, trial, { start, turns });
  },
});

function calledTurn({ vocabulary }: World): fc.Arbitrary<PlayedTurn> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(KINDS, turnPlan({ vocabulary }))
        .map(([kind, plan]): PlayedTurn => ({ ...plan, kind })),
    },
    {
      weight: 1,
      arbitrary: wildCall(vocabulary).map((text): PlayedTurn => ({ text, truncated: false })),
    },
  );
}
