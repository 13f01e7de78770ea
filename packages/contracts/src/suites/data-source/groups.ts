import type { Sample } from 'slime-sdk';
import fc from 'fast-check';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { FEW, sourceSetups, takeGroups } from './take.ts';
import { type DataSourceTarget, openSource, type SourceSetup } from './target.ts';

const SOURCE = 'slime/rollout/data_source.py: RolloutDataSource.get_samples';

interface Draws extends SourceSetup {
  counts: number[];
}

function draws(target: DataSourceTarget): fc.Arbitrary<Draws> {
  return fc
    .tuple(sourceSetups(target), fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }))
    .map(([setup, counts]) => ({ ...setup, counts }));
}

/** The base of the suite. */
export const shape = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  id: 'data-source/shape',
  title: 'createDataSource(args) gives getSamples, addSamples, save, load and length',
  why: 'slime calls all of them in a run, save and load only hours after its start: what is missing is found then.',
  fix: 'Return an object with the five members of the type DataSource of slime-sdk; getSamples gives an array of groups.',
  source: 'slime/rollout/data_source.py: DataSource',
  faults: [],
  requires: [],
  inputs: sourceSetups,
  async holds(target, setup, trial) {
    await takeGroups(await openSource(target, setup, trial), 1, trial);
  },
});

/** What the loop counts on. */
export const groups = property<DataSourceTarget, Draws>({
  ...FEW,
  id: 'data-source/groups',
  title: 'getSamples gives as many groups as asked, each of n_samples_per_prompt clean copies',
  why: 'slime asks until a rollout is full: too few hold it up, none at all makes it ask for ever. Members of one prompt are the group that its baseline is made of.',
  fix: 'Give count groups of args.n_samples_per_prompt samples; begin again at the first row after the last.',
  source: SOURCE,
  faults: [],
  requires: ['data-source/shape'],
  inputs: draws,
  async holds(target, { counts, ...setup }, trial) {
    const source = await openSource(target, setup, trial);
    for (const count of counts) {
      const wanted = source.length > 0 ? Math.min(count, source.length) : count;
      const taken = await takeGroups(source, wanted, trial);
      if (taken.length !== wanted) {
        trial.fail({ expected: `${wanted} groups`, got: `${taken.length} groups` });
      }
      for (const group of taken) assertClean(group, setup.n, trial);
    }
  },
});

function assertClean(group: readonly Sample[], n: number, trial: Trial): void {
  if (group.length !== n) {
    trial.fail({ expected: `${n} samples in a group`, got: `${group.length}` });
  }
  const [first] = group;
  for (const sample of group) {
    trial.equal(sample.prompt, first?.prompt, 'the prompt of a sibling');
    trial.equal(sample.label, first?.label, 'the label of a sibling');
    const { status, reward, tokens, response_length: length } = sample;
    if (status === 'pending' && reward === null && tokens.length === 0 && length === 0) continue;
    trial.fail({
      expected: 'a sample that nobody has worked on: pending, without tokens and reward',
      got: { index: sample.index, status, reward, tokens: tokens.length, response_length: length },
    });
  }
}

/** Who a sample is. */
export const identity = property<DataSourceTarget, Draws>({
  ...FEW,
  id: 'data-source/identity',
  title: 'indices are unique and rise, and a group shares a group_index that no other has',
  why: 'slime sorts by index, and baselines gather by group_index: two prompts of one number are measured against each other.',
  fix: 'Count samples and groups up over the life of the source, across epochs.',
  source: SOURCE,
  faults: ['B032', 'B066'],
  requires: ['data-source/groups'],
  inputs: draws,
  async holds(target, { counts, ...setup }, trial: Trial) {
    const source = await openSource(target, setup, trial);
    let last = -1;
    const seen = new Set<number>();
    for (const count of counts) {
      for (const group of await takeGroups(source, count, trial)) {
        const groupIndex = group[0]?.group_index ?? null;
        if (groupIndex === null || seen.has(groupIndex)) {
          trial.fail({ expected: 'a group_index that was not given before', got: groupIndex });
        }
        seen.add(groupIndex);
        for (const { index, group_index: own } of group) {
          trial.equal(own, groupIndex, 'the group_index of a sibling');
          if (index === null || index <= last) {
            trial.fail({ expected: `an index above ${last}`, got: index });
          }
          last = index;
        }
      }
    }
  },
});

/** Siblings are worked on at the same time. */
export const copies = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  id: 'data-source/copies',
  title: 'siblings share no object: metadata, prompt and lists are copies',
  why: 'Environments and graders write into metadata: what one sample writes appears on its siblings, and on the same row in the next epoch.',
  fix: 'Copy the row deeply for every sample: structuredClone(row).',
  source: SOURCE,
  faults: ['B072', 'B070'],
  requires: ['data-source/groups'],
  inputs: sourceSetups,
  async holds(target, setup, trial: Trial) {
    trial.require(setup.n > 1);
    const source = await openSource(target, setup, trial);
    for (const group of await takeGroups(source, 2, trial)) {
      const owners = new Map<object, number>();
      for (const [at, sample] of group.entries()) {
        const path = findShared(sample, owners, at, '');
        if (path === null) continue;
        trial.fail({ expected: 'objects of its own', got: `${path} is that of a sibling` });
      }
    }
  },
});

/** The first path at which an object belongs to somebody else. */
function findShared(
  value: unknown,
  owners: Map<object, number>,
  owner: number,
  path: string,
): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = owners.get(value);
  // What is frozen can be shared: nobody can write to it.
  if (known !== undefined && known !== owner && !Object.isFrozen(value)) return path;
  owners.set(value, owner);
  for (const [key, inner] of Object.entries(value)) {
    const found = findShared(inner, owners, owner, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
