import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HOSTILE, hostileSample, runEpisode } from './hostile-plugin.ts';
import { createProject, openHost, shortArgs } from './project.ts';
import { isAlive, PREAMBLE, type Program, runProgram, untilGone } from './program.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PATIENT = `${PREAMBLE.replaceAll('timeout: 1', 'timeout: 600')}
const env = await (await open('process')).loadEnv('./p.ts');
const start = async (how: string) => {
  const sample = createSample({ index: 1, metadata: { at: 'step', how } });
  const session = await env.open({ ...context, sample });
  const { info } = await session.reset({ seed: 1, attempt: 0 });
  return { session, pid: info?.['pid'] };
};
const [stuck, idle] = await Promise.all([start('loop'), start('never')]);
void stuck.session.step('x', turn);
process.stdout.write(JSON.stringify([stuck.pid, idle.pid]));
`;

describe('children die with their parent', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'when that gets %s, also where the plugin holds their loop',
    async (signal) => {
      const program = await runProgram(await createProject({ 'p.ts': HOSTILE }), PATIENT);
      const pids = await firstOutput(program);
      expect(pids.map(isAlive)).toEqual([true, true]);
      program.process.kill(signal);
      await expect(Promise.all(pids.map(untilGone))).resolves.toHaveLength(2);
    },
  );

  test('when that exits without closing its host', async () => {
    const program = await runProgram(
      await createProject({ 'p.ts': HOSTILE }),
      `${PATIENT}\nprocess.exit(0);`,
    );
    const pids = await firstOutput(program);
    await expect(Promise.all(pids.map(untilGone))).resolves.toHaveLength(2);
  });
});

async function firstOutput({ process: { stdout } }: Program): Promise<number[]> {
  if (stdout === null) throw new Error('no standard output');
  const [text] = await once(stdout, 'data');
  return JSON.parse(String(text));
}

test('what a plugin started is ended with it', async () => {
  const cwd = await createProject({
    'p.ts': `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { BaseInteractionEnv } from 'slime-sdk';
      class Env extends BaseInteractionEnv {
        step(): any {
          writeFileSync(import.meta.dirname + '/pid', String(spawn('sleep', ['600']).pid));
          for (;;) {}
        }
      }
      export const buildEnv = () => new Env();
      export const customRm = () => 1;`,
  });
  const args = shortArgs(0.5);
  const host = await openHost(cwd, { isolation: 'process', args });
  const plugins = {
    env: await host.loadEnv('./p.ts'),
    reward: await host.loadReward('./p.ts', 'single'),
  };
  const ended = await runEpisode(plugins, hostileSample(0, 'nowhere', ''), args);
  expect(ended.reason).toBe('held the event loop for 0.5 s');
  await untilGone(Number(await readFile(join(cwd, 'pid'), 'utf8')));
});

test('a closed host keeps nothing: no child, no handle, no output of a plugin', async () => {
  const cwd = await createProject({
    'p.ts': `
      import { BaseInteractionEnv } from 'slime-sdk';
      class Env extends BaseInteractionEnv {
        step() { console.log('printed'); return { observation: { text: 'x' }, done: false }; }
        metrics() { return { pid: process.pid }; }
      }
      export const buildEnv = () => new Env();`,
  });
  const program = await runProgram(
    cwd,
    `${PREAMBLE}
    const host = await open('process');
    const session = await (await host.loadEnv('./p.ts')).open(context);
    await session.step('x', turn);
    const { pid } = await session.metrics();
    await host.close();
    // Handles that are closing are listed for some turns of the loop.
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
    const kept = process.getActiveResourcesInfo().filter((name) => /Process|Pipe|Timeout|Worker/.test(name));
    let isAlive = true;
    try { process.kill(pid, 0); } catch { isAlive = false; }
    process.stdout.write(JSON.stringify({ kept, isAlive }), () => {});`,
  );
  const { code, stdout, stderr } = await program.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { kept, isAlive: isChildAlive } = JSON.parse(stdout);
  expect(isChildAlive).toBe(false);
  // Standard output and error of the program are pipes here.
  expect(kept.filter((name: string) => name !== 'PipeWrap')).toEqual([]);
});
