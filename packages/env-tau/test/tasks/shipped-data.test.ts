import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createWorld,
  DOMAINS,
  isSameState,
  loadTauData,
  parseJson,
  readTask,
  type TauData,
} from '../../src/index.ts';
import { isRefused, playGold } from '../../src/tasks/play-gold.ts';
import { taskFlags } from '../../src/tasks/task-flags.ts';

const shipped = fileURLToPath(new URL('../../data', import.meta.url));
const generator = fileURLToPath(new URL('../../scripts/generate-data.mjs', import.meta.url));

const tasksOf = ({ tasks }: TauData) => [...tasks.values()].flat();

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

describe.for(DOMAINS)('the %s world that ships', (domain) => {
  it('has twenty tasks in each split, no two alike, on users that are there', async () => {
    const data = await loadTauData(domain, undefined);

    expect([...data.tasks].map(([split, tasks]) => [split, tasks.length])).toEqual([
      ['test', 20],
      ['train', 20],
    ]);
    const tasks = tasksOf(data);
    expect(new Set(tasks.map(({ instruction }) => instruction)).size).toBe(tasks.length);
    expect(tasks.filter(({ user_id }) => !data.database.users.records.has(user_id))).toEqual([]);
  });

  it('carries out every gold action', async () => {
    const data = await loadTauData(domain, undefined);

    const refused = tasksOf(data).flatMap((task) =>
      playGold(task, data.database)
        .steps.filter(isRefused)
        .map((step) => [task.annotator, step.action.name, step.observation]),
    );
    expect(refused).toEqual([]);
  });

  it('has no weak task, but two where there is nothing to do and those that only ask', async () => {
    const data = await loadTauData(domain, undefined);

    const flagged = tasksOf(data).flatMap((task) =>
      taskFlags(task, data).map(({ reason }) => `${String(task.annotator)} ${reason}`),
    );
    const only =
      domain === 'retail'
        ? ['price-range', 'where-is-it', 'too-late-to-cancel']
        : ['what-did-i-pay'];
    const ofASplit = [
      ...only.map((kind) => `${kind} state_unchanged`),
      'nothing-to-do do_nothing_passes',
    ];
    expect(flagged).toEqual([...ofASplit, ...ofASplit]);
  });

  it('changes one state in each task, and not that of another task', async () => {
    const { tasks, database } = await loadTauData(domain, undefined);

    const worlds = [...tasks.values()].flat().map((task) => playGold(task, database).world);
    const fresh = createWorld(database);
    const changed = worlds.filter((world) => !isSameState(world, fresh));
    for (const [at, world] of changed.entries()) {
      expect(changed.findIndex((other) => isSameState(world, other))).toBe(at);
    }
  });

  it('has data sets as slime reads them: the place of a task, and the task', async () => {
    const { tasks } = await loadTauData(domain, undefined);

    for (const [split, expected] of tasks) {
      const name = `${domain}_${split}_tasks.jsonl`;
      const lines = (await readFile(join(shipped, name), 'utf8')).trimEnd().split('\n');
      const rows = lines.map((line) => parseJson(line, name));
      expect(rows.map((row) => (row instanceof Map ? row.get('index') : null))).toEqual(
        expected.map((_, at) => BigInt(at)),
      );
      expect(
        rows.map((row) =>
          readTask(row instanceof Map ? (row.get('metadata') ?? null) : null, name),
        ),
      ).toEqual(expected.map((task) => ({ ...task, annotator: undefined })));
    }
  });
});

describe('the data that ship', () => {
  it('are small', async () => {
    const sizes = await Promise.all(
      (await filesOf(shipped)).map(async (file) => (await stat(join(shipped, file))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });

  it('are what the generator writes, beside the two policies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slime-tau-generated-'));
    try {
      await promisify(execFile)(process.execPath, [generator, folder]);
      const written = await filesOf(folder);
      expect(await filesOf(shipped)).toEqual(
        [...written, 'airline/wiki.md', 'retail/wiki.md'].toSorted(),
      );
      for (const file of written) {
        const [ours, theirs] = await Promise.all(
          [folder, shipped].map((root) => readFile(join(root, file), 'utf8')),
        );
        expect(ours === theirs ? file : `${file} differs`).toBe(file);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
