import fc from 'fast-check';
import { samplingParamsOf } from 'slime-runtime';
import { copyPlain } from 'slime-runtime/hosting';
import { property } from '../../../check.ts';
import { argsOfCase, type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';
import { PATIENCE_MS } from '../stage/trouble.ts';

/** The parameters belong to others too. */
export const paramsUnchanged = property<GenerateTarget, EpisodeCase>({
  id: 'generate/params-unchanged',
  title: 'sampling_params are left as they were handed over',
  why: 'In evaluation all samples of a data set share one object, and in training siblings share its lists: a stop string that is appended, or a budget that is counted down, reaches the others.',
  fix: 'Spread a copy: { ...params, stop: [...] }.',
  source: 'slime/rollout/sglang_rollout.py generate_and_rm_group, eval_rollout_single_dataset',
  faults: ['B061', 'B062'],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) =>
    episodeCase(world, { forms: 'plain', ends: ['stop'], evaluation: fc.boolean() }),
  show: showCase,
  async holds(target, input, trial) {
    const args = argsOfCase(input, target.world, target.stage);
    const params = {
      ...samplingParamsOf(args, { index: input.index, attempt: 0, tape: 0, sendSeed: false }),
      stop: args.rollout_stop ?? ['<never>'],
      stop_token_ids: args.rollout_stop_token_ids ?? [],
    };
    const before = copyPlain(params);
    await playEpisode(target, trial, input, { params });
    // In training the object itself is the call's own; its lists are not.
    const [got, expected] = input.evaluation
      ? [params, before]
      : [
          { stop: params.stop, stop_token_ids: params.stop_token_ids },
          { stop: before.stop, stop_token_ids: before.stop_token_ids },
        ];
    trial.equal(got, expected, 'sampling_params after the call');
  },
});

/** The arguments belong to the run. */
export const argsUnchanged = property<GenerateTarget, EpisodeCase>({
  id: 'generate/args-unchanged',
  title: 'args are left as they were handed over',
  why: 'All episodes share them: what one writes there the others read, and a limit that evaluation sets holds in training from then on. slime-runtime hands them over frozen, so that the write throws.',
  fix: 'Keep what belongs to an episode in variables of the call.',
  source: 'examples/multi_agent/rollout_with_multi_agents.py',
  faults: ['B139'],
  requires: [],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) =>
    episodeCase(world, { forms: 'plain', ends: ['stop'], evaluation: fc.boolean() }),
  show: showCase,
  async holds(target, input, trial) {
    const args = argsOfCase(input, target.world, target.stage);
    const before = copyPlain(args);
    // What never settles is left to itself: that is another check's matter.
    await playEpisode(target, trial, input, {
      args,
      patienceMs: PATIENCE_MS,
      graceMs: PATIENCE_MS,
    });
    trial.equal(args, before, 'args after the call');
  },
});
