import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { importData, loadTauData } from '../../src/index.ts';
import { makeCheckout, makeJsonFolder } from './checkout.ts';

/** A folder of JSON files with one more file of tasks. */
const addTasks = async (context: TestContext, file: string, text?: string) => {
  const json = await makeJsonFolder(context);
  const tasks = text ?? (await readFile(join(json, 'retail/tasks_test.json'), 'utf8'));
  await writeFile(join(json, 'retail', file), tasks);
  return json;
};

describe('a split', () => {
  it('may be called by letters of both cases, digits, - and _', async (context) => {
    const json = await addTasks(context, 'tasks_Custom-A_2.json');
    const output = join(json, '..', 'out');
    const splits = await importData(json, output);

    expect(splits.map(({ env, split, tasks }) => [env, split, tasks])).toContainEqual([
      'retail',
      'Custom-A_2',
      20,
    ]);
    const { tasks } = await loadTauData('retail', output);
    expect([...tasks.keys()]).toEqual(['Custom-A_2', 'test', 'train']);
    expect(await readFile(join(output, 'retail_Custom-A_2_tasks.jsonl'))).toEqual(
      await readFile(join(output, 'retail_test_tasks.jsonl')),
    );
  });

  it.for([
    'tasks_.json',
    'tasks_a b.json',
    'tasks_a.b.json',
    'tasks_-a.json',
    'tasks_é.json',
    'tasks_a\nb.json',
    'tasks_a b.py',
  ])('of the file %j is refused by its name, and not passed over', async (file, context) => {
    const json = await addTasks(context, file);
    await expect(importData(json, join(json, '..', 'out'))).rejects.toMatchObject({
      code: 'SLIME_DATA',
      message: expect.stringContaining(`a file ${JSON.stringify(file)}`),
    });
    if (file.endsWith('.py')) return;
    await expect(loadTauData('retail', json)).rejects.toThrow('rename it');
  });

  it('is none of two files whose names differ by case', async (context) => {
    const json = await addTasks(context, 'tasks_TEST.json');
    await expect(importData(json, join(json, '..', 'out'))).rejects.toThrow(
      'twice, as tasks_TEST.json and as tasks_test.json',
    );
  });

  it.for([
    ['tasks_none.json', '[]\n'],
    ['tasks_none.py', 'TASKS_NONE = []\n'],
  ])('without a task, %s, is refused', async ([file = '', text], context) => {
    const json = await addTasks(context, file, text);
    await expect(importData(json, join(json, '..', 'out'))).rejects.toMatchObject({
      code: 'SLIME_DATA',
      message: expect.stringMatching(/tasks_none\.\w+.* holds no task/),
    });
    if (file.endsWith('.py')) return;
    await expect(loadTauData('retail', json)).rejects.toThrow('holds no task');
  });

  it('of Python may be named by TASKS_ and words', async (context) => {
    const { root } = await makeCheckout(context);
    const folder = join(root, 'tau_bench/envs/retail');
    const text = await readFile(join(folder, 'tasks_test.py'), 'utf8');
    const file = join(folder, 'tasks_custom_a.py');
    await writeFile(file, text.replace('TASKS_TEST =', 'TASKS_CUSTOM_A ='));
    const splits = await importData(root, join(root, 'out'));
    expect(splits.map(({ split }) => split)).toContain('custom_a');
  });
});
