import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTasks, loadTauData, toolSpecs } from '../../src/index.ts';

const shipped = fileURLToPath(new URL('../../data', import.meta.url));

let root = '';
let folder = '';
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'slime-tau-data-'));
});

afterAll(() => rm(root, { recursive: true }));

beforeEach(async () => {
  folder = join(root, String(count));
  count += 1;
  await cp(shipped, folder, { recursive: true });
});

describe('the tasks of a data folder', () => {
  it('keep whole numbers and floats apart', async () => {
    await writeFile(
      join(folder, 'retail/tasks_test.json'),
      '[{"user_id": "a", "instruction": "", "outputs": [], "actions": ' +
        '[{"name": "think", "kwargs": {"2": 1, "1": 1.0}}]}]',
    );

    expect(await loadTasks('retail', 'test', folder)).toEqual([
      {
        user_id: 'a',
        instruction: '',
        outputs: [],
        annotator: undefined,
        actions: [
          {
            name: 'think',
            kwargs: new Map<string, unknown>([
              ['2', 1n],
              ['1', 1],
            ]),
          },
        ],
      },
    ]);
  });

  it.for([
    ['{}', /tasks_test\.json must be a list of tasks/],
    ['[{]', /tasks_test\.json is no JSON: .* \(line 1\)/],
    ['[{"user_id": 1}]', /tasks_test\.json\[0\]\.user_id: /],
    [
      '[{"user_id": "", "instruction": "", "outputs": [1], "actions": []}]',
      /tasks_test\.json\[0\]\.outputs\.0: /,
    ],
    [
      '[{"user_id": "", "instruction": "", "outputs": [], "actions": [{"name": "x", "kwargs": []}]}]',
      /tasks_test\.json\[0\]\.actions\.0\.kwargs: must be an object/,
    ],
  ] as const)('are refused with their place: %s', async ([text, message]) => {
    await writeFile(join(folder, 'retail/tasks_test.json'), text);

    await expect(loadTasks('retail', 'test', folder)).rejects.toThrow(message);
  });

  it('are asked for by a split that is there', async () => {
    await expect(loadTasks('retail', '../airline/tasks_test', folder)).rejects.toThrow(
      'Choose one of: test, train.',
    );
  });
});

describe('the data of a domain', () => {
  it('are read once', async () => {
    const [one, other] = await Promise.all(
      [folder, `${folder}/.`].map((path) => loadTauData('retail', path)),
    );

    expect(one).toBe(other);
  });

  it('are read again after a fault', async () => {
    const file = join(folder, 'retail/wiki.md');
    await rm(file);
    await expect(loadTauData('retail', folder)).rejects.toThrow('wiki.md is missing');
    await writeFile(file, 'Be kind.');

    expect((await loadTauData('retail', folder)).wiki).toBe('Be kind.');
  });

  it("have the folder's own tool schemas, else those of this project", async () => {
    const plain = await loadTauData('airline', folder);
    const tools = [{ type: 'function', function: { name: 'think', strict: true } }];
    await writeFile(join(folder, 'retail/tools.json'), JSON.stringify(tools));

    expect(plain.tools).toEqual(toolSpecs('airline'));
    expect((await loadTauData('retail', folder)).tools).toEqual(tools);
  });

  it.for([
    ['[{"type": "function"}]', /tools\.json: \[0\]\.function: /],
    ['{}', /tools\.json: /],
    ['[', /tools\.json is no JSON/],
  ] as const)('refuse tool schemas that are none: %s', async ([text, message]) => {
    await writeFile(join(folder, 'retail/tools.json'), text);

    await expect(loadTauData('retail', folder)).rejects.toThrow(message);
  });
});
