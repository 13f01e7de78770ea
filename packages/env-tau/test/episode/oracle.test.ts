import { describe, expect, it } from 'vitest';
import { type Domain, isIdleTask, loadTauData, type Task } from '../../src/index.ts';
import { recordedFolder } from '../shared-tau.ts';
import { openEnv, oracleTexts, playTexts } from './open-env.ts';

const SPLITS: readonly (readonly [Domain, string, number])[] = [
  ['retail', 'train', 500],
  ['retail', 'test', 115],
  ['retail', 'dev', 20],
  ['airline', 'test', 50],
];

/** Tasks that pay an agent which does nothing: their actions change nothing, nothing is to be told. */
const IDLE: Readonly<Record<string, readonly number[]>> = {
  'retail/train': [161, 214, 229, 288, 349],
  'retail/test': [10, 12, 25, 50, 57, 65, 106],
  'retail/dev': [17],
  'airline/test': [12, 13, 15, 17, 18, 21, 24, 29, 35, 36, 37, 38, 39, 40, 41, 42, 47, 48, 49],
};

/** The numbers of the tasks for which an agent's turns are paid. */
async function paid(
  [env, split]: readonly [Domain, string],
  folder: string,
  tasks: readonly Task[],
  texts: (task: Task) => readonly string[],
): Promise<number[]> {
  const right: number[] = [];
  for (const [index, task] of tasks.entries()) {
    const opened = await openEnv({ index }, { env, task_split: split, data_dir: folder });
    const { reward, isDone } = await playTexts(opened, texts(task));
    if (isDone && reward === 1) right.push(index);
  }
  return right;
}

describe.each(SPLITS)('the recorded tasks of %s/%s', (domain, split, count) => {
  it('are all solved by their own actions', { timeout: 60_000 }, async (context) => {
    const folder = recordedFolder(context);
    const tasks = (await loadTauData(domain, folder)).tasks.get(split) ?? [];
    const all = Array.from({ length: count }, (_, index) => index);
    expect(await paid([domain, split], folder, tasks, oracleTexts)).toEqual(all);
  });

  it(
    'pay an agent that does nothing where they are listed',
    { timeout: 60_000 },
    async (context) => {
      const folder = recordedFolder(context);
      const { database, tasks: splits } = await loadTauData(domain, folder);
      const tasks = splits.get(split) ?? [];
      const listed = IDLE[`${domain}/${split}`];
      expect(await paid([domain, split], folder, tasks, () => ['I am not sure.'])).toEqual(listed);
      const flagged = tasks.flatMap((task, index) => (isIdleTask(database, task) ? [index] : []));
      expect(flagged).toEqual(listed);
    },
  );
});
