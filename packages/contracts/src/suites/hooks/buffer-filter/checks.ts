import { batchProperty } from '../batch-property.ts';
import { BUFFER, bufferOf, nameGroup, take } from './take.ts';

const SOURCE = 'slime/rollout/data_source.py: RolloutDataSourceWithBuffer._get_samples_from_buffer';

/** The base of the suite. */
export const result = batchProperty({
  id: 'buffer-filter/result',
  title: 'the buffer gives an array of groups, at once',
  why: 'slime counts what it gets with len() and fills up from the data set; a promise or a single group ends the run.',
  fix: 'Return an array of groups (arrays of samples) from a function that is not async; the second argument is always null.',
  source: SOURCE,
  faults: [],
  requires: [],
  batch: BUFFER,
  async holds(target, make, trial) {
    await take(target, bufferOf(make()), trial);
  },
});

/** Too many make the number that is still wanted negative. */
export const count = batchProperty({
  id: 'buffer-filter/count',
  title: 'no more groups come than were asked for',
  why: 'slime subtracts the number of groups from what it needs: a negative rest slices the data set from its end.',
  fix: 'Take at most the fourth argument: buffer.splice(0, count).',
  source: SOURCE,
  faults: [],
  requires: ['buffer-filter/result'],
  batch: BUFFER,
  async holds(target, make, trial) {
    const call = bufferOf(make());
    const taken = await take(target, call, trial);
    if (taken.length <= call.count) return;
    trial.fail({ expected: `at most ${call.count} groups`, got: `${taken.length} groups` });
  },
});

/** What is given is taken out, and nothing else. */
export const removes = batchProperty({
  id: 'buffer-filter/removes',
  title: 'what is returned is taken out of the buffer in place, and nothing else is',
  why:
    'A group that stays in the buffer is trained on again with every rollout; one that leaves it without ' +
    'being returned is lost with its prompt.',
  fix: 'Remove what you return from the array itself (splice), and leave the rest in it.',
  source: SOURCE,
  faults: [],
  requires: ['buffer-filter/result'],
  batch: BUFFER,
  async holds(target, make, trial) {
    const before = bufferOf(make());
    const call = bufferOf(make());
    const taken = await take(target, call, trial);
    const names = before.buffer.map(nameGroup).toSorted();
    const after = [...taken, ...call.buffer].map(nameGroup).toSorted();
    trial.equal(after, names, 'the groups returned and those left in the buffer');
  },
});

/** Groups go on as they came. */
export const unchanged = batchProperty({
  id: 'buffer-filter/unchanged',
  title: 'groups are the same after they went through the filter',
  why: 'Buffered groups are resumed from their tokens: one that has lost members or was rewritten is trained on as if it was sampled so.',
  fix: 'Choose among whole groups; change no sample.',
  source: SOURCE,
  faults: [],
  requires: ['buffer-filter/removes'],
  batch: BUFFER,
  async holds(target, make, trial) {
    const before = new Map(bufferOf(make()).buffer.map((group) => [nameGroup(group), group]));
    const call = bufferOf(make());
    const taken = await take(target, call, trial);
    for (const group of [...taken, ...call.buffer]) {
      trial.equal(group, before.get(nameGroup(group)), nameGroup(group));
    }
  },
});

/** Random choice is legal, and makes a run that cannot be repeated. */
export const deterministic = batchProperty({
  id: 'buffer-filter/deterministic',
  title: 'the same buffer gives the same groups twice',
  why: 'A choice by chance makes a run that cannot be repeated.',
  fix: 'Choose by what the groups hold, such as their index; draw from a seed where chance is meant.',
  source: SOURCE,
  faults: [],
  requires: ['buffer-filter/result'],
  batch: BUFFER,
  async holds(target, make, trial) {
    const first = await take(target, bufferOf(make()), trial);
    const second = await take(target, bufferOf(make()), trial);
    trial.equal(second.map(nameGroup), first.map(nameGroup), 'the groups of the second call');
  },
});
