import type { DataSource, Sample } from 'slime-sdk';
import fc from 'fast-check';
import { property } from '../../check.ts';
import { FEW, rowOf, sourceSetups, takeGroups } from './take.ts';
import { type DataSourceTarget, openSource, sourceArgs, type SourceSetup } from './target.ts';

const BUFFER = 'slime/rollout/data_source.py: RolloutDataSourceWithBuffer';
const STATE = 'slime/rollout/data_source.py: RolloutDataSource.save, load';

/** What a law about groups that come back needs. slime's own source without a buffer refuses them. */
export async function needsTakingBack(target: DataSourceTarget): Promise<string | null> {
  try {
    const made: unknown = await target.fn(
      sourceArgs(target, { n: 1, shuffle: false, seed: 0 }, null),
    );
    const source = made as DataSource;
    await source.addSamples(await source.getSamples(1));
    return null;
  } catch {
    return 'a data source that takes groups back: addSamples of this one throws';
  }
}

/** Groups that were given back are next. */
export const added = property<DataSourceTarget, SourceSetup & { before: number; count: number }>({
  ...FEW,
  id: 'data-source/added',
  title: 'groups that were added come back first, whole and as they were',
  why: 'Partial rollouts give aborted groups back: what they have sampled is lost when they come late, cleaned, or apart.',
  fix: 'Keep added groups in a list, and give from it before the data goes on.',
  source: BUFFER,
  faults: ['A061'],
  requires: ['data-source/groups'],
  needs: needsTakingBack,
  inputs: (target) =>
    fc
      .tuple(sourceSetups(target), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .map(([setup, before, count]) => ({ ...setup, before, count })),
  async holds(target, { before, count, ...setup }, trial) {
    const source = await openSource(target, setup, trial);
    // More than all rows at once is a matter of its own.
    const most = source.length > 0 ? source.length : before + count;
    const taken = await takeGroups(source, Math.min(before, most), trial);
    for (const group of taken) for (const sample of group) work(sample);
    const expected = structuredClone(taken);
    await trial.call('addSamples', () => source.addSamples(taken));
    const wanted = Math.max(taken.length, Math.min(taken.length + count, most));
    const again = await takeGroups(source, wanted, trial);
    const names = (groups: readonly Sample[][]) =>
      groups.map((group) => group.map(({ index }) => index).join(',')).toSorted();
    const first = again.slice(0, taken.length);
    trial.equal(names(first), names(expected), `the first groups of getSamples(${wanted})`);
    for (const group of first) {
      const [sample] = group;
      const same = expected.find(([own]) => own?.index === sample?.index);
      trial.equal(group, same, `the group of index ${sample?.index} that came back`);
    }
  },
});

/** What a rollout leaves in a sample that it was stopped in. */
export function work(sample: Sample): void {
  sample.tokens.push(1, 2, 3);
  sample.response = 'half';
  sample.response_length = 1;
  sample.loss_mask = [1];
  sample.rollout_log_probs = [-0.5];
  sample.status = 'aborted';
  sample.metadata['start_rollout_id'] = 1;
}

/** A run that is resumed goes on where it was. */
export const resume = property<DataSourceTarget, SourceSetup & { before: number }>({
  ...FEW,
  id: 'data-source/resume',
  title: 'a new source that loads what was saved gives what would have come',
  why: 'slime saves the state with every checkpoint: a source that begins anew after a resume trains the first rows twice, and gives indices that are taken.',
  fix: 'Write epoch, offset and counters under args.save by the rollout id, and read them under args.load.',
  source: STATE,
  faults: [],
  requires: ['data-source/same-seed'],
  inputs: (target) =>
    fc
      .tuple(sourceSetups(target), fc.integer({ min: 1, max: 9 }))
      .map(([setup, before]) => ({ ...setup, before })),
  async holds(target, { before, ...setup }, trial) {
    const folder = await target.folder();
    const source = await openSource(target, setup, trial, folder);
    for (let at = 0; at < before; at += 1) await takeGroups(source, 1, trial);
    await trial.call('save(3)', () => source.save(3));
    const expected = await takeGroups(source, 1, trial);
    const resumed = await openSource(target, setup, trial, folder);
    await trial.call('load(3)', () => resumed.load(3));
    const got = await takeGroups(resumed, 1, trial);
    const name = (groups: readonly Sample[][]) =>
      groups.map((group) => ({
        row: rowOf(group),
        group_index: group[0]?.group_index,
        index: group.map(({ index }) => index),
      }));
    trial.equal(name(got), name(expected), `what comes after ${before} groups and a resume`);
  },
});

/** A run that begins has saved nothing. */
export const firstStart = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  mostCases: 20,
  id: 'data-source/first-start',
  title: 'load(-1) of a run that has saved nothing begins at the first row',
  why: 'slime calls load with the last rollout id before it starts, -1 in a new run, whether there is a checkpoint or not.',
  fix: 'Return from load when the file of that id is not there.',
  source: STATE,
  faults: [],
  requires: ['data-source/same-seed'],
  inputs: sourceSetups,
  async holds(target, setup, trial) {
    const plain = await takeGroups(await openSource(target, setup, trial), 2, trial);
    const source = await openSource(target, setup, trial, await target.folder());
    await trial.call('load(-1)', () => source.load(-1));
    const loaded = await takeGroups(source, 2, trial);
    trial.equal(loaded.map(rowOf), plain.map(rowOf), 'the rows after load(-1)');
  },
});
