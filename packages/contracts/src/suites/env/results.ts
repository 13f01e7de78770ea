import fc from 'fast-check';
import { readMetrics, readReset, readStep, ResultFault } from 'slime-runtime/hosting';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

export const resetResult = property<EnvTarget, { start: EpisodeStart }>({
  id: 'env/reset-result',
  title: 'reset gives an object of messages, tools and info, each well-formed or left out',
  why: 'The messages become the prompt and the tools go into the chat template: another shape fails the episode, or is rendered as a text that nobody meant.',
  fix: 'Return {} or { messages?, tools?, info? }: messages as { role, content }, tools as { type: "function", function: { name, description, parameters } }, info of plain JSON.',
  source: 'slime/utils/data.py (apply_chat_template with tools)',
  faults: ['B036', 'A044', 'A068'],
  requires: ['env/hold'],
  share: 0.1,
  inputs: ({ world }) => fc.record({ start: episodeStart(world) }),
  show: showEpisode,
  async holds(target, { start }, trial) {
    const { resetResult: result } = await playEpisode(target, trial, {
      start,
      turns: [],
      throws: 'record',
    });
    if (result !== undefined) expectReadable(trial, 'reset', () => readReset(result));
  },
});

export const stepResult = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/step-result',
  title:
    'step gives { observation, done, info?, reward? }, and a reward only where one is declared',
  why: 'A tuple, a misspelt field or a done that is no boolean ends episodes wrongly; a reward that nobody declared would be lost.',
  fix: 'Return an object with observation and a boolean done; info is plain JSON. Declare reward: { reduction, range } in defineEnv where steps are rewarded.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:213 (step info is dropped)',
  faults: ['B013', 'A095', 'B039'],
  requires: ['env/reset-result'],
  share: 0.2,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    const declaresReward = target.plugin.declaration.reward !== null;
    for (const { result, context } of played.turns) {
      expectReadable(trial, `step of turn ${context.turn}`, () => readStep(result, declaresReward));
    }
    const { metrics } = played;
    if (metrics !== null) expectReadable(trial, 'metrics', () => readMetrics(metrics));
  },
});

/** Breaks the law when the loop would refuse a result. */
function expectReadable(trial: Trial, where: string, read: () => unknown): void {
  try {
    read();
  } catch (fault) {
    if (!(fault instanceof ResultFault)) throw fault;
    trial.fail({ expected: `a result of ${where} that the loop can read`, got: fault.message });
  }
}
