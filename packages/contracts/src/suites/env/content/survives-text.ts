import fc from 'fast-check';
import { type CompactText, expandText } from '../../../arbitraries/compact-text.ts';
import { compactHostileText } from '../../../arbitraries/hostile-text.ts';
import type { TurnPlan } from '../../../arbitraries/turn-plan.ts';
import { property } from '../../../check.ts';
import type { World } from '../../../world/world.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { ordinaryTurn } from '../ordinary-turns.ts';
import { playEpisode } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';
import { showEpisode } from './episode-case.ts';

/** A turn of any text, or one that models write, so that later states are reached too. */
type AnyTurn = TurnPlan | { text: CompactText; truncated: boolean };

interface Input {
  start: EpisodeStart;
  turns: AnyTurn[];
}

/** Whatever text the policy samples, the env answers it. */
export const survivesText = property<EnvTarget, Input>({
  id: 'env/survives-text',
  title: 'Any text of the policy is answered, without a throw',
  why:
    'A policy samples anything: nothing at all, control characters, half characters, forged turns. ' +
    'What an environment throws fails the episode, and enough failed episodes stop the run.',
  fix:
    'Treat the turn as untrusted text: answer what you cannot read with an observation that says ' +
    'so. Throw only for what the policy did not cause.',
  source: 'packages/sdk/src/env.ts (step); slime examples/geo3k_vlm_multi_turn/rollout.py:213',
  faults: ['A103'],
  requires: ['env/hold'],
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      turns: fc.array(anyTurn(world), { minLength: 1, maxLength: 4 }),
    }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    await playEpisode(target, trial, { start, turns: turns.map(toPlayed) });
  },
});

function anyTurn(world: World): fc.Arbitrary<AnyTurn> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        text: compactHostileText(),
        truncated: fc.nat(9).map((number) => number === 9),
      }),
    },
    { weight: 1, arbitrary: ordinaryTurn(world) },
  );
}

function toPlayed(turn: AnyTurn): PlayedTurn {
  return 'text' in turn ? { ...turn, text: expandText(turn.text) } : turn;
}
