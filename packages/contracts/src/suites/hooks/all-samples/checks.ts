import type { Group, RolloutAllSamplesProcess, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { batchProperty } from '../batch-property.ts';
import type { HookTarget } from '../target.ts';
import { createThirdArgument, type ThirdArgument } from './third-argument.ts';

const SOURCE = 'slime/rollout/sglang_rollout.py: generate_rollout_async';

/** The base of the suite. */
export const settles = batchProperty({
  id: 'all-samples/settles',
  title: 'it settles for plain groups',
  why: 'slime calls it at the end of every rollout and waits for it: an exception ends the run, and one that never settles stops it.',
  fix: 'Look at the stack below; read from the groups only what samples have.',
  source: SOURCE,
  faults: [],
  requires: [],
  batch: {},
  async holds(target, make, trial) {
    await process(target, make(), trial);
  },
});

/** The shapes that slime hands it besides. */
export const survives = batchProperty({
  id: 'all-samples/survives',
  title: 'it settles for failed members, fanned-out groups and groups of one',
  why:
    'It gets the groups that filters dropped too, members without a reward, and lists where generate fans ' +
    'out. An exception ends the run.',
  fix: 'Go over allGroups.flat(2), and take null for a reward.',
  source: SOURCE,
  faults: ['B058'],
  requires: ['all-samples/settles'],
  batch: { failed: true, removed: true, fanOut: true, ragged: true },
  async holds(target, make, trial) {
    await process(target, make(), trial);
  },
});

/** What it is handed is a method, not an object. */
export const thirdArgument = batchProperty<RolloutAllSamplesProcess>({
  id: 'all-samples/third-argument',
  title: 'the third argument is taken for the function that it is',
  why: "slime hands it the data source's get_samples, not the data source: dataSource.length is the number of parameters of a function.",
  fix: 'Call the third argument itself: await getSamples(1). There is no way to the rest of the data source.',
  source: SOURCE,
  faults: [],
  requires: ['all-samples/settles'],
  batch: {},
  async holds({ fn }, make, trial) {
    const { args, groups } = make();
    const third = createThirdArgument();
    await trial.call('the process', () => fn(args, groups, third.getSamples));
    if (third.members.length === 0) return;
    trial.fail({
      expected: 'the third argument is called',
      got: `its members are read: ${[...new Set(third.members)].join(', ')}`,
    });
  },
});

/** What it draws, nobody trains on. */
export const draws = batchProperty({
  id: 'all-samples/draws',
  title: 'no prompts are taken from the data source',
  why: 'Prompts that get_samples gives are used up: those that are not added to a rollout are lost for the epoch.',
  fix: 'Read what you need from the groups.',
  source: SOURCE,
  faults: [],
  requires: ['all-samples/settles'],
  batch: {},
  async holds(target, make, trial) {
    const { drawn } = await process(target, make(), trial);
    if (drawn === 0) return;
    trial.fail({ expected: 'no prompts are asked for', got: `${drawn} are` });
  },
});

/** Fields that are trained on, or that say what is. */
const TRAINED: readonly (keyof Sample)[] = [
  'index',
  'group_index',
  'rollout_id',
  'tokens',
  'response_length',
  'loss_mask',
  'rollout_log_probs',
  'reward',
  'status',
  'remove_sample',
];

/** Its groups are those that are trained on. */
export const unchanged = batchProperty({
  id: 'all-samples/unchanged',
  title: 'nothing that is trained on changes',
  why: 'The kept groups are among those that it gets, and are not copied: what it sorts, rewards or removes changes the batch after it was filtered.',
  fix: 'Copy before you change; take samples out by a sample filter, and rewards by a reward post-process.',
  source: SOURCE,
  faults: [],
  requires: ['all-samples/settles'],
  batch: { removed: true },
  async holds(target, make, trial) {
    const batch = make();
    await process(target, batch, trial);
    trial.equal(batch.groups.map(trainedFields), make().groups.map(trainedFields), 'the groups');
  },
});

function trainedFields(group: Group): unknown {
  return group.flat().map((sample) => Object.fromEntries(TRAINED.map((key) => [key, sample[key]])));
}

async function process(
  { fn }: HookTarget<RolloutAllSamplesProcess>,
  { args, groups }: Batch,
  trial: Trial,
): Promise<ThirdArgument> {
  const third = createThirdArgument();
  await trial.call('the process', () => fn(args, groups, third.getSamples));
  return third;
}
