import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, processesWith, readReport, startContracts } from './contracts-run.ts';
import { createProject, type Project } from './project.ts';
import type { CliRun } from './run-cli.ts';

/** Waits at each call, so that a run can be stopped in the middle. */
const SLOW = `
export const customRm = async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return 0;
};
`;
/** Starts a process, says that it has come so far, and never gives the event loop back. */
const STUCK = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
export const customRm = () => {
  spawn('sleep', ['86311']);
  writeFileSync('stuck', '');
  for (;;);
};
`;
const POLL = { timeout: 30_000, interval: 50 };

let project: Project;

beforeAll(async () => {
  project = await createProject({ 'slow.ts': SLOW, 'stuck.ts': STUCK });
});

afterAll(() => project.remove());

function start(line: string): CliRun {
  return startContracts(line.split(' '), { cwd: project.dir });
}

/** Waits until the program has written something. */
function untilWritten(run: CliRun, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    run.child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      if (pattern.test(text)) resolve();
    });
    void run.done.finally(() => reject(new Error(`it ended before that: ${text}${run.stderr()}`)));
  });
}

describe.concurrent('a run of contracts', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'that %s stops says what it had found, and leaves no process',
    { timeout: 60_000 },
    async (signal) => {
      const file = `${signal}.json`;
      const run = start(
        `--custom-rm-path ./slow.ts --only rm/settles rm/finite --seed 1 --reporter pretty json=${file}`,
      );
      await untilWritten(run, /^ {2}✓ rm\/settles/m);
      run.child.kill(signal);
      const { code, stdout, stderr } = await run.done;
      expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
      expect(stdout).toMatch(/\? rm\/finite .*not exercised: the run was stopped\n/);
      expect(stdout).toContain('Fell short: 1 not exercised, 1 held');
      const report = await readReport(join(project.dir, file));
      expect(report?.verdict).toBe('fell_short');
      expect(report?.plugins[0]?.checks.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['rm/settles', 'held'],
        ['rm/finite', 'not_exercised'],
      ]);
      expect(await childrenOf(run)).toEqual([]);
    },
  );
});

it(
  'a run that is killed takes its child along, and what the plugin has started',
  { timeout: 60_000 },
  async () => {
    const run = start('--custom-rm-path ./stuck.ts --only rm/settles --timeout 60');
    await expect.poll(() => existsSync(join(project.dir, 'stuck')), POLL).toBe(true);
    expect(await childrenOf(run)).toHaveLength(1);
    expect(await processesWith('sleep 86311')).not.toEqual([]);
    run.child.kill('SIGKILL');
    await run.done;
    await expect.poll(() => childrenOf(run), POLL).toEqual([]);
    await expect.poll(() => processesWith('sleep 86311'), POLL).toEqual([]);
  },
);
