import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSample } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { readSamples, readTurns, withoutRunFacts } from './read-run.ts';
import { type CliRun, runCli, startCli, toFlags } from './run-cli.ts';

const ROWS = 60;

/** Steps that take a while, so that a run can be stopped in the middle. */
const ENV = `
export function buildEnv() {
  return {
    reset: () => ({}),
    step: async (text, { turn }) => {
      await new Promise((resolve) => setTimeout(resolve, 15));
      return { observation: { text: 'go on' }, done: turn >= 2, info: { turn } };
    },
    formatObservation: (observation) => ({ role: 'user', content: observation.text }),
    close() {},
  };
}
`;
const REWARD = 'export default (args, sample) => (sample.index % 3 === 0 ? 1 : 0);\n';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-interrupt-'));
  const rows = Array.from({ length: ROWS }, (_, at) => JSON.stringify({ input: `Question ${at}` }));
  const files = {
    'package.json': '{"type":"module"}',
    'env.ts': ENV,
    'rm.ts': REWARD,
    'rows.jsonl': `${rows.join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

function flags(output: string): string[] {
  return [
    'rollout',
    ...toFlags({
      'rollout-interaction-env-path': './env.ts',
      'custom-rm-path': './rm.ts',
      'prompt-data': 'rows.jsonl',
      'apply-chat-template': true,
      'rollout-max-response-len': '400',
      'n-samples-per-prompt': '2',
      'sglang-server-concurrency': '4',
      output: output,
    }),
  ];
}

/** Waits for a sign of progress: a tenth of the run is said in a line. */
async function untilUnderWay(run: CliRun): Promise<void> {
  let ended = false;
  void run.done.finally(() => {
    ended = true;
  });
  while (!/^[1-9]\d?% /m.test(run.stderr())) {
    if (ended) throw new Error(`the run ended before it could be stopped: ${run.stderr()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function expectWhole(output: string, uninterrupted: string): Promise<void> {
  const samples = await readSamples(join(dir, output));
  expect(samples.map((sample) => sample.index)).toEqual(
    Array.from({ length: ROWS * 2 }, (_, index) => index),
  );
  expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
  const before = await readSamples(join(dir, uninterrupted));
  expect(samples.map(withoutRunFacts)).toEqual(before.map(withoutRunFacts));
  const turns = await readTurns(join(dir, output));
  const places = turns.map(({ index, turn }) => `${index}/${turn}`);
  expect(new Set(places).size).toBe(places.length);
}

describe('a run that is stopped', () => {
  it(
    'leaves complete files on Ctrl-C, and goes on without repeating or losing a sample',
    { timeout: 120_000 },
    async (context) => {
      expect((await runCli(flags('whole'), { cwd: dir })).code).toBe(0);
      const run = startCli(flags('stopped'), { cwd: dir });
      await untilUnderWay(run);
      run.child.kill('SIGINT');
      const stopped = await run.done;
      expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 1, signal: null });
      const partial = await readSamples(join(dir, 'stopped'));
      expect(partial.length).toBeGreaterThan(0);
      expect(partial.length).toBeLessThan(ROWS * 2);
      expect(partial.flatMap((sample) => checkSample(sample))).toEqual([]);
      expect(await judgeRun(context, join(dir, 'stopped'))).toBe('');
      const resumed = await runCli([...flags('stopped'), '--resume'], { cwd: dir });
      expect(resumed.code).toBe(0);
      await expectWhole('stopped', 'whole');
      expect(await judgeRun(context, join(dir, 'stopped'))).toBe('');
    },
  );

  it(
    'goes on after kill -9, again and again, with torn lines at the end of its files',
    { timeout: 120_000 },
    async (context) => {
      for (let times = 0; times < 3; times += 1) {
        const run = startCli([...flags('killed'), ...(times === 0 ? [] : ['--resume'])], {
          cwd: dir,
        });
        await untilUnderWay(run);
        run.child.kill('SIGKILL');
        await run.done;
        await appendFile(join(dir, 'killed', 'samples.jsonl'), '{"index": 3, "tok');
        await appendFile(join(dir, 'killed', 'turns.jsonl'), '{"ind');
      }
      const resumed = await runCli([...flags('killed'), '--resume'], { cwd: dir });
      expect({ code: resumed.code, stderr: resumed.code === 0 ? '' : resumed.stderr }).toEqual({
        code: 0,
        stderr: '',
      });
      await expectWhole('killed', 'whole');
      expect(await judgeRun(context, join(dir, 'killed'))).toBe('');
    },
  );
});
