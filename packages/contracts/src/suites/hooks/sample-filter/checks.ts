import fc from 'fast-check';
import { picks } from '../../../arbitraries/index.ts';
import { examination } from '../../../check.ts';
import { BATCH_PICKS, buildBatch } from '../batch.ts';
import { batchProperty } from '../batch-property.ts';
import { filter, type SampleFilterTarget } from './filter.ts';

const SOURCE = 'slime/rollout/sglang_rollout.py: generate_rollout_async';
const DRAWS = 200;

/** The base of the suite. */
export const result = batchProperty({
  id: 'sample-filter/result',
  title: 'the filter returns nothing, at once, for plain groups',
  why:
    'slime does not look at the result: a list of the samples that are to stay, or a promise that removes ' +
    'them later, has no effect.',
  fix: 'Set sample.remove_sample = true on what is to go, in a function that is not async, and return nothing.',
  source: SOURCE,
  faults: [],
  requires: [],
  batch: {},
  async holds(target, make, trial) {
    await filter(target, make(), trial);
  },
});

/** The shapes that slime hands it besides. */
export const survives = batchProperty({
  id: 'sample-filter/survives',
  title: 'failed members, fanned-out groups and groups of one are filtered',
  why:
    'The groups of a rollout hold members that were aborted, with the reward null, and lists where ' +
    'generate fans out. An exception in the filter ends the run.',
  fix: 'Go over groups.flat(2), and take null for a reward.',
  source: SOURCE,
  faults: ['B058'],
  requires: ['sample-filter/result'],
  batch: { failed: true, removed: true, fanOut: true, ragged: true },
  async holds(target, make, trial) {
    await filter(target, make(), trial);
  },
});

/** Only `remove_sample` is the filter's. */
export const onlyRemoves = batchProperty({
  id: 'sample-filter/only-removes',
  title: 'only remove_sample changes, and only to true',
  why:
    'The groups are those that are trained on. A group taken out of the list, a mask or a reward that is ' +
    'written, or a failed sample that is put back, changes what the run learns.',
  fix: 'Set remove_sample = true where a sample is to go and change nothing else; groups stay in the list.',
  source: SOURCE,
  faults: [],
  requires: ['sample-filter/result'],
  batch: { failed: true, removed: true },
  async holds(target, make, trial) {
    const before = make();
    const batch = make();
    const samples = await filter(target, batch, trial);
    for (const [at, sample] of before.groups.flat(2).entries()) {
      const removed: unknown = samples[at]?.remove_sample;
      if (removed === true) sample.remove_sample = true;
      else if (removed !== false || sample.remove_sample) {
        trial.fail({
          expected: sample.remove_sample ? 'a removed sample stays removed' : 'true or false',
          got: { index: sample.index, remove_sample: removed },
        });
      }
    }
    trial.equal(batch.groups, before.groups, 'the groups after the call');
  },
});

/** A batch without a trained sample is a step without a gradient. */
export const keepsSome = examination<SampleFilterTarget>({
  id: 'sample-filter/keeps-some',
  title: 'of many finished samples, one is kept',
  why: 'A filter that removes every sample leaves batches without a trained token: steps that teach nothing.',
  fix: 'Check the direction of the comparison. A filter that looks at metadata needs --prompt-data to be checked by.',
  source: 'slime/ray/rollout.py: _convert_samples_to_train_data',
  faults: ['A104'],
  requires: ['sample-filter/result'],
  async examine(target, trial) {
    const drawn = fc.sample(picks(BATCH_PICKS), { numRuns: DRAWS, seed: trial.seed });
    let count = 0;
    for (const numbers of drawn) {
      const samples = await filter(target, buildBatch(target.world, {}, numbers), trial);
      if (samples.some(({ remove_sample: removed }) => !removed)) return;
      count += samples.length;
    }
    trial.fail({ expected: `one of ${count} finished samples is kept`, got: 'all are removed' });
  },
});

/** Random choice is legal, and makes a run that cannot be repeated. */
export const deterministic = batchProperty({
  id: 'sample-filter/deterministic',
  title: 'the same groups lose the same samples twice',
  why: 'A choice by chance makes a run that cannot be repeated.',
  fix: 'Choose by what the samples hold; draw from a seed, such as their index, where chance is meant.',
  source: SOURCE,
  faults: [],
  requires: ['sample-filter/result'],
  batch: {},
  async holds(target, make, trial) {
    const first = await filter(target, make(), trial);
    const second = await filter(target, make(), trial);
    const removed = (samples: typeof first) => samples.map((sample) => sample.remove_sample);
    trial.equal(removed(second), removed(first), 'remove_sample after the second call');
  },
});
