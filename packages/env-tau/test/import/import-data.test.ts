import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { DOMAINS, importData, loadTauData, parseJson, toolSpecs } from '../../src/index.ts';
import { runCli } from '../run-cli.ts';
import { makeCheckout, makeFolder, makeJsonFolder, TOOL_SPEC } from './checkout.ts';

/** All files of a folder and their bytes. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const tasksFile = (root: string): string => join(root, 'tau_bench/envs/retail/tasks_test.py');

/** Changes a text of a file. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

describe('slime-env-tau import', () => {
  it('makes of a checkout what slime makes of it, without running its Python', async (context) => {
    const { root, rows } = await makeCheckout(context);
    const output = join(await makeFolder(context), 'new', 'data');
    const { code, stdout, stderr } = await runCli(['import', root, '--output', output]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([
      {
        env: 'retail',
        split: 'test',
        tasks: 20,
        do_nothing_passes: 1,
        data: 'retail_test_tasks.jsonl',
      },
      { env: 'retail', split: 'train', tasks: 20, do_nothing_passes: 1 },
      { env: 'airline', split: 'test', tasks: 20, do_nothing_passes: 1 },
      { env: 'airline', split: 'train', tasks: 20, do_nothing_passes: 1 },
    ]);
    expect(rows.size).toBe(4);
    for (const [name, text] of rows) expect(await readFile(join(output, name), 'utf8')).toBe(text);
    for (const domain of DOMAINS) {
      const [ours, theirs] = [
        await loadTauData(domain, output),
        await loadTauData(domain, undefined),
      ];
      expect({ ...ours, folder: '', tools: [] }).toEqual({ ...theirs, folder: '', tools: [] });
      expect(ours.tools).toEqual([TOOL_SPEC]);
      expect(await readFile(join(output, domain, 'rules.json'), 'utf8')).toBe(
        '[\n "It\'s one."\n]\n',
      );
    }
  });

  it('makes of what it wrote the same again, in the same place too', async (context) => {
    const json = await makeJsonFolder(context);
    const folder = await makeFolder(context);
    await importData(json, join(folder, 'one'));
    await importData(join(folder, 'one'), join(folder, 'two'));
    const first = await contentOf(join(folder, 'one'));
    await importData(join(folder, 'one'), join(folder, 'one'));

    expect(await contentOf(join(folder, 'two'))).toEqual(first);
    expect(await contentOf(join(folder, 'one'))).toEqual(first);
    expect(Object.keys(first)).toEqual([
      'airline/db/flights.json',
      'airline/db/reservations.json',
      'airline/db/users.json',
      'airline/hashes.json',
      'airline/tasks_test.json',
      'airline/tasks_train.json',
      'airline/wiki.md',
      'airline_test_tasks.jsonl',
      'airline_train_tasks.jsonl',
      'retail/db/orders.json',
      'retail/db/products.json',
      'retail/db/users.json',
      'retail/hashes.json',
      'retail/tasks_test.json',
      'retail/tasks_train.json',
      'retail/wiki.md',
      'retail_test_tasks.jsonl',
      'retail_train_tasks.jsonl',
    ]);
    expect((await loadTauData('retail', join(folder, 'one'))).tools).toEqual(toolSpecs('retail'));
  });

  it('takes the sampled conversations of a checkout, for few-shot agents', async (context) => {
    const { root } = await makeCheckout(context);
    const folder = await makeFolder(context);
    const shots =
      '{"messages_display": "user: hé\\nagent: \\u0041"}\n{"messages_display": "two"}\n';
    await mkdir(join(root, 'few_shot_data'));
    await writeFile(join(root, 'few_shot_data/MockRetailDomainEnv-few_shot.jsonl'), shots);
    await importData(root, join(folder, 'one'));
    await importData(join(folder, 'one'), join(folder, 'two'));

    for (const output of ['one', 'two']) {
      expect(await readFile(join(folder, output, 'retail/few_shot.jsonl'), 'utf8')).toBe(shots);
      expect(await readdir(join(folder, output, 'airline'))).not.toContain('few_shot.jsonl');
    }
  });

  it('keeps numbers of both kinds, of keys in any order, and characters of any kind', async (context) => {
    const json = await makeJsonFolder(context);
    const file = join(json, 'airline/tasks_test.json');
    const { tasks } = await loadTauData('airline', undefined);
    const user = tasks.get('test')?.[0]?.user_id ?? '';
    const task =
      `{"user_id": "${user}", ` +
      '"instruction": "caf\\u00e9 \\ud83d\\ude00", "actions": [{"name": "think", ' +
      '"kwargs": {"thought": {"2": 1, "1": 1.0, "z": -0.0, "n": 12345678901234567890}}}], "outputs": ["\\""], "annotator": "x"}';
    await writeFile(file, `[${task}]`);
    await importData(json, json);

    const written = await readFile(file, 'utf8');
    expect(parseJson(written, 'written')).toEqual(parseJson(`[${task}]`, 'task'));
    const row = await readFile(join(json, 'airline_test_tasks.jsonl'), 'utf8');
    expect(row).toContain('{"2": 1, "1": 1.0, "z": -0.0, "n": 12345678901234567890}');
    expect(row).toContain('caf\\u00e9 \\ud83d\\ude00');
  });

  it('ends the lines of a policy as Python reads them', async (context) => {
    const json = await makeJsonFolder(context);
    await writeFile(join(json, 'retail/wiki.md'), 'one\r\ntwo\rthree\n');
    await importData(json, json);

    expect(await readFile(join(json, 'retail/wiki.md'), 'utf8')).toBe('one\ntwo\nthree\n');
  });
});

describe('a fault of what is imported', () => {
  const cases: readonly [string, (root: string) => Promise<unknown>, RegExp][] = [
    [
      'code among the tasks',
      (root) => edit(tasksFile(root), '    Task(', '    load_task(),\n    Task('),
      /tasks_test\.py:4: load_task where a plain value must be/,
    ],
    [
      'a task without its outputs',
      (root) => edit(tasksFile(root), 'outputs=[],)', ')'),
      /tasks_test\.py:4: TASKS_TEST\[0\]\.outputs: /,
    ],
    [
      'an output that is a number',
      (root) => edit(tasksFile(root), 'outputs=[]', 'outputs=[10]'),
      /tasks_test\.py:4: TASKS_TEST\[0\]\.outputs\.0: /,
    ],
    [
      'a user that is not there',
      (root) => edit(tasksFile(root), "user_id='", "user_id='nobody_"),
      /tasks_test\.py:4: TASKS_TEST\[0\]: user "nobody_.*" is not in the database/,
    ],
    [
      'an action that is no tool',
      (root) => edit(tasksFile(root), "Action(name='get_order_details'", "Action(name='fly'"),
      /TASKS_TEST\[\d+\]: actions\.\d+: "fly" is no tool of retail/,
    ],
    [
      'an argument that a tool does not take',
      (root) => edit(tasksFile(root), "kwargs={'order_id'", "kwargs={'order'"),
      /actions\.\d+ get_order_details: Error: get_order_details has no argument order/,
    ],
    [
      'arguments that are nested too deep',
      (root) =>
        edit(
          tasksFile(root),
          "kwargs={'order_id': ",
          `kwargs={'order_id': ${'['.repeat(150)}${']'.repeat(150)}, 'x': `,
        ),
      /kwargs: is nested more than 100 levels deep/,
    ],
    [
      'a NUL character',
      (root) => edit(tasksFile(root), 'instruction=', 'instruction=\0'),
      /tasks_test\.py:5: a NUL character/,
    ],
    [
      'bytes that are no UTF-8',
      (root) => writeFile(tasksFile(root), Buffer.from([0x54, 0x0a, 0xff])),
      /tasks_test\.py:2: bytes that are no UTF-8/,
    ],
    [
      'a file of 100 MB',
      (root) => truncate(tasksFile(root), 100_000_000),
      /tasks_test\.py has 100,000,000 bytes; at most 4,194,304 are read/,
    ],
    [
      'a table of 100 MB',
      (root) => truncate(join(root, 'tau_bench/envs/retail/data/users.json'), 100_000_000),
      /users\.json has 100,000,000 bytes; at most 67,108,864 are read/,
    ],
    [
      'a table that is nested without end',
      (root) => writeFile(join(root, 'tau_bench/envs/retail/data/users.json'), '['.repeat(1e6)),
      /users\.json is no JSON: it is nested more than 500 levels deep/,
    ],
    [
      'a link out of the folder',
      async (root) => {
        await rm(join(root, 'tau_bench/envs/retail/wiki.md'));
        await symlink('/etc/hostname', join(root, 'tau_bench/envs/retail/wiki.md'));
      },
      /wiki\.md is a link out of .*: it is not read/,
    ],
    [
      'a folder in the place of a file',
      async (root) => {
        await rm(tasksFile(root));
        await mkdir(tasksFile(root));
      },
      /tasks_test\.py is no regular file/,
    ],
    [
      'a pipe in the place of a file',
      async (root) => {
        await rm(tasksFile(root));
        expect(spawnSync('mkfifo', [tasksFile(root)]).status).toBe(0);
      },
      /tasks_test\.py is no regular file/,
    ],
    [
      'a tool module outside of its folder',
      (root) =>
        edit(join(root, 'tau_bench/envs/retail/tools/__init__.py'), 'from .think', 'from ..think'),
      /__init__\.py:1: \. where a name must be/,
    ],
    [
      'a schema that is computed',
      (root) =>
        edit(join(root, 'tau_bench/envs/retail/tools/think.py'), '"name": "think"', '"name": NAME'),
      /think\.py:18: NAME where a plain value must be/,
    ],
    [
      'rules that are computed',
      (root) => writeFile(join(root, 'tau_bench/envs/airline/rules.py'), 'RULES = open("x")\n'),
      /rules\.py:1: open where a plain value must be/,
    ],
    [
      'a record without what the world needs',
      (root) =>
        edit(
          join(root, 'tau_bench/envs/airline/data/users.json'),
          '"payment_methods"',
          '"methods"',
        ),
      /users\.[a-z_0-9]+\.payment_methods: must be an object/,
    ],
    [
      'a conversation that is none',
      async (root) => {
        await mkdir(join(root, 'few_shot_data'));
        const file = join(root, 'few_shot_data/MockAirlineDomainEnv-few_shot.jsonl');
        await writeFile(file, '{"messages_display": "one"}\n{"messages": []}\n');
      },
      /MockAirlineDomainEnv-few_shot\.jsonl:2 must be \{"messages_display"/,
    ],
    [
      'tasks in two forms',
      (root) => writeFile(join(root, 'tau_bench/envs/retail/tasks_test.json'), '[]'),
      /has the test tasks twice, as tasks_test\.json and as tasks_test\.py/,
    ],
  ];

  it.for(cases)(
    'is told with its place, and nothing is written: %s',
    async ([, spoil, message], context) => {
      const { root } = await makeCheckout(context);
      await spoil(root);
      const output = join(await makeFolder(context), 'data');
      const { code, stdout, stderr } = await runCli(['import', root, '--output', output]);

      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      await expect(readdir(output)).rejects.toThrow('ENOENT');
    },
  );

  it('is a field that a JSON task should not have, at its place', async (context) => {
    const json = await makeJsonFolder(context);
    await edit(join(json, 'retail/tasks_test.json'), '"kwargs": ', '"when": 1, "kwargs": ');

    await expect(importData(json, json)).rejects.toThrow(
      /tasks_test\.json\[0\]\.actions\.0 has a field when, which is none of name, kwargs/,
    );
  });

  it('is a path that is no checkout, or is not there', async (context) => {
    const folder = await makeFolder(context);
    const { code, stderr } = await runCli(['import', folder, '--output', join(folder, 'out')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is no tau-bench checkout')]);
    const absent = await runCli(['import', join(folder, 'x'), '--output', join(folder, 'out')]);
    expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining('does not exist')]);
  });
});

describe('the output of an import', () => {
  it('is refused when it is a file, which stays', async (context) => {
    const json = await makeJsonFolder(context);
    const file = join(await makeFolder(context), 'file');
    await writeFile(file, 'mine');
    const { code, stderr } = await runCli(['import', json, '--output', file]);

    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be imported to .*EEXIST/)]);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  const imported = async (context: TestContext) => {
    const json = await makeJsonFolder(context);
    const output = await makeFolder(context);
    await writeFile(join(output, 'notes.txt'), 'mine');
    await importData(json, output);
    return { json, output, before: await contentOf(output) };
  };

  it('keeps files that are none of an import', async (context) => {
    const { before } = await imported(context);

    expect(before['notes.txt']).toBe('mine');
  });

  it('is not mixed with data of another import', async (context) => {
    const { json, output, before } = await imported(context);
    for (const name of ['retail/tasks_train.json', 'retail_train_tasks.jsonl']) {
      await rm(join(json, name));
    }

    await expect(importData(json, output)).rejects.toThrow(
      /tasks_train\.json is none of the files that are written/,
    );
    expect(await contentOf(output)).toEqual(before);
  });

  it('stays as it was when what is imported is at fault', async (context) => {
    const { json, output, before } = await imported(context);
    await edit(join(json, 'airline/tasks_train.json'), '"user_id"', '"user"');

    await expect(importData(json, output)).rejects.toThrow('tasks_train.json[0]');
    expect(await contentOf(output)).toEqual(before);
  });

  it('stays as it was when a place is taken by a folder', async (context) => {
    const { json, output } = await imported(context);
    await rm(join(output, 'airline/wiki.md'));
    await mkdir(join(output, 'airline/wiki.md'));
    const before = await contentOf(output);
    await edit(join(json, 'retail/tasks_test.json'), '"annotator": "', '"annotator": "new-');

    await expect(importData(json, output)).rejects.toThrow(/wiki\.md stands in the way/);
    expect(await contentOf(output)).toEqual(before);
  });

  it('stays as it was when a folder cannot be written to', async (context) => {
    if (process.getuid?.() === 0) context.skip('the user root may write everywhere');
    const { json, output, before } = await imported(context);
    await edit(join(json, 'airline/tasks_test.json'), '"annotator": "', '"annotator": "new-');
    await chmod(join(output, 'retail'), 0o500);
    context.onTestFinished(() => chmod(join(output, 'retail'), 0o700));

    await expect(importData(json, output)).rejects.toThrow('EACCES');
    expect(await contentOf(output)).toEqual(before);
  });
});
