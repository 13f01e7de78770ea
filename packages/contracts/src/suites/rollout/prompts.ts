import { property } from '../../check.ts';
import { readGroups } from './read-groups.ts';
import {
  FEW,
  type RolloutCase,
  rolloutArgs,
  rolloutCases,
  type RolloutRun,
  runRollout,
  sourceOf,
} from './run-rollout.ts';
import type { RolloutTarget } from './target.ts';
import type { Trial } from '../../trial.ts';

const SOURCE = 'slime/rollout/sglang_rollout.py: generate_rollout_async';

/** Prompts come from the data source, each once. */
export const prompts = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/prompts',
  title: 'each rollout takes new prompts from the data source, and trains none twice',
  why: 'Prompts that are kept from the rollout before, or given out twice in one, are trained on several times while the rest of the data waits.',
  fix: 'Ask dataSource.getSamples(count) in every rollout; give groups back by addSamples that are not in the result.',
  source: SOURCE,
  faults: ['A061'],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const source = sourceOf(target, input);
    const first = await runRollout(target, input, trial, source);
    const next = { ...input, rolloutId: input.rolloutId + 1 };
    const second = await runRollout(target, next, trial, source);
    const seen = new Set<number | null>();
    for (const [run, name] of [
      [first, 'the first rollout'],
      [second, 'the next one'],
    ] as const) {
      for (const group of groupIndices(run, trial)) {
        if (group !== null && seen.has(group)) {
          trial.fail({
            expected: 'a prompt is trained once in two rollouts',
            got: `group_index ${group} again in ${name}`,
          });
        }
        seen.add(group);
      }
    }
  },
});

function groupIndices(run: RolloutRun, trial: Trial): (number | null)[] {
  return readGroups(run, trial).map(({ rollouts }) => rollouts[0]?.[0]?.group_index ?? null);
}

/** The data source may be one of another process. */
export const awaited = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/awaited-data-source',
  title: 'a data source that gives promises is waited for',
  why: 'Data sources may read from a service or be called across a process: what they give is a promise then.',
  fix: 'Write await dataSource.getSamples(...), and await addSamples too.',
  source: SOURCE,
  faults: [],
  requires: ['rollout/settles'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    await runRollout(target, input, trial, sourceOf(target, input, { later: true }));
  },
});

/** Nothing to roll out is an end, not a loop. */
export const emptyData = property<RolloutTarget, RolloutCase>({
  ...FEW,
  mostCases: 10,
  id: 'rollout/empty-data',
  title: 'without data the rollout ends, with an error or without',
  why: "slime's own loop asks an empty data source for ever, in a loop that holds the thread: the run stands still without a word.",
  fix: 'Throw, or return what there is, when getSamples gives fewer groups than you asked for.',
  source: SOURCE,
  faults: ['B057'],
  requires: ['rollout/settles'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const source = sourceOf(target, input, { empty: true });
    const args = rolloutArgs(target, input);
    try {
      // An error is as good an end as another.
      await trial.attempt('the rollout', () =>
        target.fn(args, input.rolloutId, source, { evaluation: false }),
      );
    } finally {
      source.close();
    }
    if (!source.ranAway) return;
    trial.fail({
      expected: 'the rollout ends when getSamples gives nothing',
      got: 'it was called two thousand times',
      final: true,
    });
  },
});
