import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importData, loadTauData } from '../../src/index.ts';
import { makeJsonFolder } from './checkout.ts';

it('an import takes words to the user among the actions of a task, as the benchmark does', async (context) => {
  const json = await makeJsonFolder(context);
  const output = join(json, '..', 'out');
  await importData(json, output);
  const hashes = await readFile(join(output, 'retail/hashes.json'), 'utf8');
  const file = join(json, 'retail/tasks_test.json');
  const respond = '{"name": "respond", "kwargs": {"content": "Hello."}}, ';
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"actions": [', `"actions": [${respond}`));
  await importData(json, output);

  expect(await readFile(join(output, 'retail/hashes.json'), 'utf8')).toBe(hashes);
  const { tasks } = await loadTauData('retail', output);
  expect(tasks.get('test')?.[0]?.actions[0]?.name).toBe('respond');
});
