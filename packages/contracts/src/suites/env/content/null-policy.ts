import fc from 'fast-check';
import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import { labelText } from '../../../arbitraries/wrong-answer.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { rewardOf } from '../episode-calls.ts';
import { playEpisode, type Transcript } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { quote, showEpisode } from './episode-case.ts';
import { textsOf } from './observation-case.ts';

/** Turns of a policy that does nothing. */
const IDLE: readonly string[] = [
  '',
  ' ',
  'I am not sure.',
  'Hello.',
  'Let me think about it.',
  '<think>\n\n</think>\n\n',
  '<think>\nI am not sure.\n</think>\n\nI cannot say.',
];

/** Episodes that an environment of chance must lose the least of: no luck lasts that long. */
const REPETITIONS = 32;

interface Input {
  start: EpisodeStart;
  /** What each turn says; null: the prompt's own words. */
  says: string | null;
}

/** Who does nothing does not get everything. */
export const nullPolicy = property<EnvTarget, Input>({
  id: 'env/null-policy',
  title: 'A policy that does nothing does not earn the most that can be earned',
  why:
    'Where silence, "I am not sure" or an echo of the prompt is paid in full, training finds that ' +
    'out first: the reward rises and the policy does nothing. In tau-bench 19 of 50 airline tasks ' +
    'pay for it.',
  fix:
    'Give the full reward only where the policy did what was asked. A task that needs no act needs ' +
    'another thing to check, such as what the user was told, or is left out of the data.',
  source: 'tau_bench/envs/base.py:124-164; docs: calibration',
  faults: ['A030', 'A034', 'B044'],
  requires: ['env/reward-number'],
  share: 0.25,
  needs({ plugin }) {
    const { reward } = plugin.declaration;
    if (reward === null) return 'a reward that the environment declares';
    // A part of the reward may well be a penalty alone.
    return reward.combine === undefined || reward.combine === 'env'
      ? null
      : 'a reward that is the whole reward of an episode';
  },
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      says: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...IDLE) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
  show: showEpisode,
  async holds(target, { start, says }, trial) {
    const { reward } = target.plugin.declaration;
    if (reward === null) return;
    const text = says ?? promptText(start.sample);
    // What happens to hold the answer is an answer, and so may be a prompt that is made up.
    if (holdsAnswer(text, start.sample) || (says === null && start.isMadeUp)) return;
    const turns = Array.from({ length: target.world.args.max_turns }, () => ({
      text,
      truncated: false,
    }));
    const [low, high] = reward.range;
    if (high <= low) return;
    const times = target.plugin.declaration.deterministic ? 1 : REPETITIONS;
    let played: Transcript | null = null;
    for (let time = 0; time < times; time += 1) {
      played = await playEpisode(target, trial, { start, turns, throws: 'record' });
      const total = totalReward(played, reward.reduction);
      if (total === null || total < high) return;
    }
    trial.fail({
      expected: `less than ${high}, the most of the declared range`,
      got: high,
      note:
        `after ${played?.turns.length ?? 0} turns that said ${quote(text)}` +
        (times > 1 ? `, in each of ${times} episodes` : ''),
    });
  },
});

function promptText({ prompt }: Sample): string {
  return typeof prompt === 'object' ? textsOf(prompt).join('\n') : String(prompt);
}

function holdsAnswer(text: string, { label }: Sample): boolean {
  const answers = (Array.isArray(label) ? label : [label]).map((item) => labelText(item).trim());
  return answers.some(
    (answer) => answer === '' || text.toLowerCase().includes(answer.toLowerCase()),
  );
}

function totalReward({ turns }: Transcript, reduction: 'last' | 'sum'): number | null {
  const rewards = turns
    .map(({ result }) => rewardOf(result))
    .filter((reward) => typeof reward === 'number');
  if (reduction === 'last') return rewards.at(-1) ?? null;
  return rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward);
}
