import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childrenOf, startContracts } from './contracts-run.ts';
import { createProject } from './project.ts';
import type { CliRun } from './run-cli.ts';

/** A program that watches, and a person who edits and looks. */
interface Watched {
  run: CliRun;
  write(name: string, text: string): Promise<void>;
  /** Waits until it has written something more that matches. */
  sees(pattern: RegExp): Promise<string>;
  /** All that it has written. */
  text(): string;
}

async function watch(files: Record<string, string | object[]>, line: string): Promise<Watched> {
  const project = await createProject(files);
  const run = startContracts(`${line} --watch --runs 20 --seed 1`.split(' '), {
    cwd: project.dir,
  });
  onTestFinished(async () => {
    run.child.kill('SIGKILL');
    await run.done;
    await project.remove();
  });
  let text = '';
  let seen = 0;
  const waiting = new Set<() => void>();
  for (const stream of [run.child.stdout, run.child.stderr]) {
    stream?.on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  return {
    run,
    text: () => text,
    write: async (name, content) => {
      await mkdir(join(project.dir, name, '..'), { recursive: true });
      await writeFile(join(project.dir, name), content);
    },
    sees: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(text.slice(seen));
          if (found === null) return;
          waiting.delete(look);
          seen += found.index + found[0].length;
          resolve(found[0]);
        };
        waiting.add(look);
        void run.done.finally(() => reject(new Error(`it ended without ${pattern}: ${text}`)));
        look();
      }),
  };
}

const RIGHT = 'export const customRm = () => 0;\n';
const WRONG = 'export const customRm = () => NaN;\n';
const WAITS = /Waiting for changes; Ctrl-C ends\.\n/;

describe('slime-contracts --watch', () => {
  it(
    'runs again when a file of the plugin changes, until Ctrl-C',
    { timeout: 60_000 },
    async () => {
      const files = {
        'rm.mjs': "export { customRm } from './lib/score.mjs';\n",
        'reading.txt': 'nobody reads this',
      };
      const project = await watch(
        { ...files, 'score.mjs': RIGHT, 'rm.mjs': "export { customRm } from './score.mjs';\n" },
        '--custom-rm-path ./rm.mjs --only rm/finite --reporter pretty json=out.json',
      );
      await project.sees(/Held: 1 held/);
      await project.sees(WAITS);
      await project.write('score.mjs', WRONG);
      await project.sees(/Fell short: 1 fell short/);
      await project.sees(WAITS);
      await project.write('lib/score.mjs', RIGHT);
      await project.write('rm.mjs', files['rm.mjs']);
      await project.sees(/Held: 1 held/);
      await project.sees(WAITS);
      // In a folder that was not there when it started.
      await project.write('lib/score.mjs', WRONG);
      await project.sees(/Fell short: 1 fell short/);
      await project.sees(WAITS);
      project.run.child.kill('SIGINT');
      const { code, stdout, stderr } = await project.run.done;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      // The report that each run writes has started no run.
      expect(stdout.match(/(Held|Fell short): 1/g)).toEqual([
        'Held: 1',
        'Fell short: 1',
        'Held: 1',
        'Fell short: 1',
      ]);
      expect(await childrenOf(project.run)).toEqual([]);
    },
  );

  it(
    'goes on after a file that cannot be read, once it is mended',
    { timeout: 60_000 },
    async () => {
      const project = await watch(
        { 'rm.ts': RIGHT, 'rows.jsonl': [{ input: 'a' }] },
        '--custom-rm-path ./rm.ts --only rm/finite --prompt-data rows.jsonl',
      );
      await project.sees(WAITS);
      await project.write('rows.jsonl', '{"input": ');
      await project.sees(/rows\.jsonl/);
      await project.sees(WAITS);
      await project.write('rows.jsonl', '{"input": "b"}\n');
      await project.sees(/Held: 1 held/);
      await project.sees(WAITS);
      await project.write('rm.ts', 'export const customRm = (');
      await project.sees(/rm\.ts:1: /);
      await project.sees(WAITS);
      await project.write('rm.ts', RIGHT);
      expect(await project.sees(/Held: 1 held/)).not.toBe('');
    },
  );

  it('stops a run that is under way when a script changes', { timeout: 60_000 }, async () => {
    const slow = `export const customRm = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000_000));
      return 0;
    };\n`;
    const project = await watch(
      { 'rm.ts': slow, 'README.md': '' },
      '--custom-rm-path ./rm.ts --only rm/finite --timeout 3000',
    );
    await expect.poll(() => childrenOf(project.run), { timeout: 30_000 }).toHaveLength(1);
    await project.write('README.md', 'A text.');
    await project.write('rm.ts', RIGHT);
    await project.sees(/Held: 1 held/);
    expect(project.text()).toMatch(/the run was stopped/);
  });
});
