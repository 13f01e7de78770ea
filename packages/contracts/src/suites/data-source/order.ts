import { property } from '../../check.ts';
import { FEW, rowOf, sourceSetups, takeGroups } from './take.ts';
import { type DataSourceTarget, openSource, sourceArgs, type SourceSetup } from './target.ts';

const SOURCE = 'slime/rollout/data_source.py: RolloutDataSource.get_samples';
/** Data sets that are larger are not gone over to their end. */
const MOST_ROWS = 300;

/** What a law about epochs needs: an end of the data that is near. */
async function needsFewRows({ fn, ...target }: DataSourceTarget): Promise<string | null> {
  const args = sourceArgs({ fn, ...target }, { n: 1, shuffle: false, seed: 0 }, null);
  let length: unknown;
  try {
    const source: unknown = await fn(args);
    length = typeof source === 'object' && source !== null ? Reflect.get(source, 'length') : null;
  } catch {
    // The base check calls it again and reports what it throws.
    return null;
  }
  return typeof length === 'number' && length >= 1 && length <= MOST_ROWS
    ? null
    : `a data source of 1 to ${MOST_ROWS} rows, by its length`;
}

/** The seed decides. */
export const sameSeed = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  id: 'data-source/same-seed',
  title: 'two sources of the same arguments give the same prompts in the same order',
  why: 'A run that is begun anew, or resumed, has to see its data in the order that rollout_seed stands for.',
  fix: 'Shuffle by a generator of your own, seeded with args.rollout_seed and the epoch; never by Math.random.',
  source: SOURCE,
  faults: [],
  requires: ['data-source/groups'],
  inputs: sourceSetups,
  async holds(target, setup, trial) {
    const rows: string[][] = [];
    for (const chunk of [
      [3, 3, 3],
      [1, 5, 2, 1],
    ]) {
      const source = await openSource(target, setup, trial);
      const own: string[] = [];
      for (const count of chunk) {
        const most = source.length > 0 ? Math.min(count, source.length) : count;
        for (let left = count; left > 0; left -= most) {
          own.push(...(await takeGroups(source, Math.min(left, most), trial)).map(rowOf));
        }
      }
      rows.push(own);
    }
    trial.equal(rows[1], rows[0], 'the rows of a second source, asked for in other portions');
  },
});

/** Nothing lost, nothing twice. */
export const epochs = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  mostCases: 30,
  id: 'data-source/epochs',
  title: 'every epoch holds the same rows, each once',
  why: 'A row that is skipped at the turn of an epoch is trained on less, one that comes twice more: nobody sees it in a curve.',
  fix: 'Take the rest of the epoch first, and go on with the first rows of the next one in the same call.',
  source: SOURCE,
  faults: [],
  requires: ['data-source/groups'],
  needs: needsFewRows,
  inputs: sourceSetups,
  async holds(target, setup, trial) {
    const source = await openSource(target, setup, trial);
    const { length } = source;
    const rows: string[] = [];
    // Portions that do not divide an epoch.
    const portion = Math.max(1, Math.min(length, Math.ceil(length / 3) + 1));
    while (rows.length < 3 * length) {
      const taken = await takeGroups(source, portion, trial);
      if (taken.length === 0) {
        trial.fail({
          expected: 'the data begins again after its last row',
          got: `no groups after ${rows.length}`,
        });
      }
      rows.push(...taken.map(rowOf));
    }
    const epoch = (at: number) => rows.slice(at * length, (at + 1) * length).toSorted();
    trial.equal(epoch(1), epoch(0), 'the rows of the second epoch, sorted');
    trial.equal(epoch(2), epoch(0), 'the rows of the third epoch, sorted');
  },
});

/** More than there is. */
export const moreThanAll = property<DataSourceTarget, SourceSetup>({
  ...FEW,
  mostCases: 30,
  id: 'data-source/more-than-all',
  title: 'asked for more groups than it has rows, it gives that many or all of its rows',
  why: 'A small data set and a large batch are asked for at once: an undefined row, or nothing at all, ends the run or lets it ask for ever.',
  fix: 'Go on with the next epoch until count groups are there.',
  source: SOURCE,
  faults: [],
  requires: ['data-source/groups'],
  needs: needsFewRows,
  inputs: sourceSetups,
  async holds(target, setup, trial) {
    const source = await openSource(target, setup, trial);
    const count = 2 * source.length + 1;
    const taken = await takeGroups(source, count, trial);
    if (taken.length >= source.length && taken.length <= count) return;
    trial.fail({
      expected: `${source.length} to ${count} groups`,
      got: `${taken.length} groups`,
    });
  },
});
