import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { labelOf } from '../../../arbitraries/label.ts';
import { sameJson } from '../../../arbitraries/same-json.ts';
import { property } from '../../../check.ts';
import { firstDifference } from '../../../runner/first-difference.ts';
import type { World } from '../../../world/world.ts';
import { comparable } from '../comparable.ts';
import { needsDeterministic } from '../deterministic.ts';
import { rewardOf } from '../episode-calls.ts';
import { playEpisode, type Transcript, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';

interface Input extends EpisodeCase {
  /** Put in the place of the row's label. */
  label: JsonValue;
}

/** Nobody is told the answer before he has given one. */
export const labelLeak = property<EnvTarget, Input>({
  id: 'env/label-leak',
  title: 'What the policy sees does not depend on the label before its answer was scored',
  why:
    'An observation that holds the answer, or hints at it, is what the policy learns to wait for; ' +
    'the reward goes up and nothing is learnt.',
  fix:
    'Keep the label out of the prompt and of answers to tools. Where a tool judges answers, name it ' +
    "in defineEnv: feedback: ['calc_score'], or feedback: 'every-turn' where each turn is judged.",
  source: 'packages/sdk/src/env.ts (feedback); hiyouga/EasyR1#26',
  faults: ['B030'],
  requires: ['env/survives-text', 'env/survives-calls', 'env/deterministic'],
  share: 0.25,
  needs: needsDeterministic,
  inputs: (target) =>
    fc
      .tuple(episodeCase(target), otherLabel(target.world))
      .map(([episode, label]): Input => ({ ...episode, label })),
  show: showEpisode,
  async holds(target, { start, turns, label }, trial) {
    if (sameJson(label, start.sample.label)) return;
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    const replaced = await playEpisode(target, trial, {
      start: { ...start, sample: { ...start.sample, label } },
      turns: played.responses,
      throws: 'record',
    });
    // A label that the env refuses tells nothing.
    if (played.reset === null || replaced.reset === null) return;
    const fail = (got: unknown, expected: unknown, where: string): void => {
      const difference = firstDifference(got, expected);
      if (difference === null) return;
      trial.fail({
        expected: `with the label ${JSON.stringify(label)} the same: ${JSON.stringify(difference.expected)}`,
        got: difference.got,
        note: `${where}, at ${difference.path}`,
      });
    };
    fail(firstSight(played), firstSight(replaced), 'reset');
    for (const [at, turn] of played.turns.entries()) {
      const other = replaced.turns[at];
      if (other === undefined || isScored(target, turn) || isScored(target, other)) return;
      fail(comparable(turn.messages), comparable(other.messages), atTurn(turn));
    }
  },
});

/** Labels of other rows, which the env can read; without rows, those that data sets have. */
function otherLabel({ rows }: World): fc.Arbitrary<JsonValue> {
  const labels = rows.map(({ label }) => label);
  const [first = null] = labels;
  return labels.every((label) => sameJson(label, first)) ? labelOf([]) : labelOf(rows);
}

function firstSight({ reset }: Transcript): unknown {
  return comparable({ messages: reset?.messages, tools: reset?.tools });
}

/** Whether this turn of the policy was judged: what is said from here on may tell how. */
function isScored({ plugin }: EnvTarget, { context, done, result }: TurnRecord): boolean {
  const { feedback } = plugin.claims;
  return (
    done ||
    context.truncated ||
    feedback === 'every-turn' ||
    rewardOf(result) !== undefined ||
    context.calls.some(({ name }) => feedback.includes(name))
  );
}
