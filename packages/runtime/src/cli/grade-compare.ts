import { isDeepStrictEqual } from 'node:util';
import { DataError, type RolloutArgs } from 'slime-sdk';
import { type CliContext, writeLine } from './cli-context.ts';
import { argsOfReward, type OpenReward, openReward } from './grade-reward.ts';
import { type GradedRow, gradeRows } from './grade-rows.ts';

/**
 * Grades each row by two rewards and prints those on which they differ: `{ row, a, b }`, each with
 * reward, reason and error. Rows count from 0. Two errors are no difference.
 *
 * @throws DataError when a row cannot be read.
 */
export async function compareRewards(
  input: string,
  names: readonly [a: string, b: string],
  { args, context }: { args: RolloutArgs; context: CliContext },
): Promise<void> {
  const stop = new AbortController();
  const opened: OpenReward[] = [];
  const iterators: AsyncGenerator<GradedRow, void>[] = [];
  const total = { rows: 0, differing: 0 };
  let unread: string | null = null;
  try {
    for (const name of names) {
      const named = argsOfReward(name, args);
      const reward = await openReward(named, context);
      opened.push(reward);
      iterators.push(gradeRows(input, { args: named, grade: reward.grade, signal: stop.signal }));
    }
    for (;;) {
      const [a, b] = await Promise.all(iterators.map((iterator) => iterator.next()));
      if (a === undefined || b === undefined || a.done === true || b.done === true) break;
      if (!a.value.readable) unread ??= a.value.verdict.error;
      if (!isDeepStrictEqual(a.value.verdict.reward, b.value.verdict.reward)) {
        total.differing += 1;
        const line = { row: total.rows, a: a.value.verdict, b: b.value.verdict };
        await writeLine(context.stdout, JSON.stringify(line));
      }
      total.rows += 1;
    }
  } finally {
    stop.abort();
    await Promise.all(iterators.map((iterator) => iterator.return()));
    await Promise.all(opened.map((reward) => reward.close()));
  }
  const summary = `${total.rows} rows, ${total.differing} on which ${names.join(' and ')} differ`;
  await writeLine(context.stderr, summary);
  if (unread !== null) throw new DataError(`${unread}; mend the row, or take it out`);
}
