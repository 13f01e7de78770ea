import { DataError, type RolloutArgs } from 'slime-sdk';
import { type CliContext, writeLine } from './cli-context.ts';
import { nameReward } from './grade-agreement.ts';
import { openNamedReward, type OpenReward } from './grade-reward.ts';
import { gradeRows, type RowInput } from './grade-rows.ts';

/**
 * Grades each row by two rewards and prints those on which they differ: `{ row, a, b }`, each with
 * reward, reason and error. Rows count from 0. Two errors are no difference. What is named here grades
 * every row, those with a `metadata.rm_type` of their own, too.
 *
 * @throws DataError when a row cannot be read.
 */
export async function compareRewards(
  input: RowInput,
  names: readonly [a: string, b: string],
  { args, context }: { args: RolloutArgs; context: CliContext },
): Promise<void> {
  const stop = new AbortController();
  const opened: OpenReward[] = [];
  const total = { rows: 0, differing: 0 };
  let unread: string | null = null;
  try {
    for (const name of names) opened.push(await openNamedReward(name, args, context));
    const graders = opened.map(({ grade }) => grade);
    for await (const row of gradeRows(input, { args, graders, signal: stop.signal })) {
      unread ??= row.unread;
      const [a, b] = row.verdicts;
      if (nameReward(a?.reward ?? null) !== nameReward(b?.reward ?? null)) {
        total.differing += 1;
        await writeLine(context.stdout, JSON.stringify({ row: total.rows, a, b }));
      }
      total.rows += 1;
    }
  } finally {
    stop.abort();
    await Promise.all(opened.map((reward) => reward.close()));
  }
  const summary = `${total.rows} rows, ${total.differing} on which ${names.join(' and ')} differ`;
  await writeLine(context.stderr, summary);
  if (unread !== null) throw new DataError(`${unread}; mend the row, or take it out`);
}
