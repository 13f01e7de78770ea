import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractsResult, runContractsCli } from './contracts-run.ts';
import { createProject, type Project } from './project.ts';
import { isFullTier } from './recorded-data.ts';

/** Breaks on what only its own words, in two files, and a long text lead to. */
const REWARD = `
import { createRequire } from 'node:module';
import { ANSWER, words } from './words.ts';

const { sep } = createRequire(import.meta.url)('node:path');

export default (args: unknown, sample: { response: string; label: unknown }): number => {
  if (sample.response.length > 60 && sep !== '') return NaN;
  const verb = ANSWER.exec(sample.response)?.[1] ?? '';
  return words.includes(verb) ? Math.fround(1) : 0;
};
`;
const WORDS = `
export const ANSWER = /^answer: (\\w+)$/im;
export const words = ['buy', 'sell', 'hold'];
`;
/** Whoever asks for its metrics changes what comes next. */
const ENV = `
export function buildEnv() {
  let steps = 0;
  return {
    reset() {
      steps = 0;
      return { messages: [{ role: 'user', content: 'Say "left" or "right".' }] };
    },
    step(text: string, { turn }: { turn: number }) {
      steps += /left/i.test(text) ? 2 : 1;
      return { observation: { text: 'Step ' + steps }, done: turn >= 3 };
    },
    formatObservation: ({ text }: { text: string }) => ({ role: 'user', content: text }),
    metrics() {
      const metrics = { steps };
      steps = 0;
      return metrics;
    },
    close() {},
  };
}
`;
const PLUGINS = '--custom-rm-path ./rm.ts --rollout-interaction-env-path ./env.ts';
const FILES = {
  'rm.ts': REWARD,
  'words.ts': WORDS,
  'env.ts': ENV,
  'rows.jsonl': [
    { input: 'What now?', label: 'buy' },
    { input: 'And then?', label: 'hold' },
  ],
};

/** Node.js lines that a failure must replay on, beside this one. */
const LINES = isFullTier ? ['22', '24'] : [];

/** Failures that say where they replay, by check. */
type Failures = Map<string, { input: string | null; got: string; replay: string; command: string }>;

let project: Project;
let first: Failures;

beforeAll(async () => {
  project = await createProject(FILES);
  first = failuresOf(
    await runContractsCli(
      `${PLUGINS} --prompt-data rows.jsonl --label-key label --runs 60 --seed 77`.split(' '),
      { cwd: project.dir },
    ),
  );
}, 120_000);

afterAll(() => project.remove());

function failuresOf({ report }: ContractsResult): Failures {
  const failures: Failures = new Map();
  for (const { id, failure } of report?.plugins.flatMap(({ checks }) => checks) ?? []) {
    if (failure === null || failure.replay === null) continue;
    const { input, got, command } = failure;
    failures.set(id, { input, got, replay: failure.replay, command });
  }
  return failures;
}

/** Runs the command that a failure prints, in some folder, and gives what it finds. */
async function replay(
  id: string,
  cwd = project.dir,
  node?: readonly [file: string, ...args: string[]],
): Promise<unknown> {
  const command = first.get(id)?.command ?? '';
  const [npx, name, ...words] = command.split(' ');
  expect([npx, name]).toEqual(['npx', 'slime-contracts']);
  const result = await runContractsCli(words, { cwd, ...(node && { node }) });
  return failuresOf(result).get(id);
}

describe.concurrent('a failure', () => {
  it('of one input, and of a sequence of calls, says where it starts', () => {
    expect(first.get('rm/finite')?.replay).toMatch(/^77:\d+(:\d+)*$/);
    expect([...first.values()].some(({ replay: at }) => /^77:[\d:]+@.+/.test(at))).toBe(true);
  });

  it('is the same again by the command that it prints', { timeout: 120_000 }, async () => {
    const sequence = [...first].find(([, { replay: at }]) => at.includes('@'))?.[0] ?? '';
    for (const id of ['rm/finite', sequence]) expect(await replay(id)).toEqual(first.get(id));
  });

  it('is the same in another folder', { timeout: 120_000 }, async () => {
    const moved = join(project.dir, 'some', 'where else');
    await mkdir(moved, { recursive: true });
    for (const name of [...Object.keys(FILES), 'package.json']) {
      await cp(join(project.dir, name), join(moved, name));
    }
    const installed = fileURLToPath(new URL('../node_modules', import.meta.url));
    await symlink(installed, join(moved, 'node_modules'));
    expect(await replay('rm/finite', moved)).toEqual(first.get('rm/finite'));
  });

  it.each(LINES)('is the same on Node.js %s', { timeout: 600_000 }, async (line) => {
    const platform = process.platform === 'win32' ? 'win' : process.platform;
    const node = `node-${platform}-${process.arch}@${line}`;
    for (const id of first.keys()) {
      const again = await replay(id, project.dir, [
        'npx',
        '--yes',
        '--package',
        node,
        '--',
        'node',
      ]);
      expect(again).toEqual(first.get(id));
    }
  });
});
