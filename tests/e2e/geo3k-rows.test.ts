import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSample, type Sample } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { runSlime, slimeMissing } from '../parity/slime/run-slime.ts';
import { judgeRun } from './judge-run.ts';
import { countEndings, readSamples } from './read-run.ts';
import { NO_RECORDED_DATA, QWEN3, recordedData } from './recorded-data.ts';
import { runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 240_000;
const ENV = ['--rollout-interaction-env-path', 'slime-env-geo3k'];
const rows = recordedData('geo3k/train.jsonl');
const missingSlime = await slimeMissing();

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-geo3k-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function rollout(
  name: string,
  flags: string[],
): Promise<{ output: string; samples: Sample[] }> {
  const output = join(dir, name);
  const { code, stderr } = await runCli(['rollout', ...ENV, '--output', output, ...flags]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return { output, samples: await readSamples(output) };
}

function expectWhole(samples: Sample[], prompts: number): void {
  expect(samples.map((sample) => sample.index)).toEqual(
    Array.from({ length: prompts * 4 }, (_, index) => index),
  );
  expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
  expect(samples.filter((sample) => sample.status === 'failed')).toEqual([]);
}

describe('geo3k over the rows that it ships', () => {
  it(
    'runs by its name alone, and every sample holds its invariants',
    { timeout: TIMEOUT },
    async (context) => {
      const { output, samples } = await rollout('shipped', []);
      expectWhole(samples, samples.length / 4);
      expect(samples.length).toBeGreaterThanOrEqual(64);
      expect(Object.keys(countEndings(samples)).length).toBeGreaterThanOrEqual(2);
      const solved = samples.filter((sample) => sample.reward === 1).length / samples.length;
      expect(solved).toBeGreaterThan(0.3);
      expect(solved).toBeLessThan(0.9);
      expect(await judgeRun(context, output)).toBe('');
    },
  );
});

describe.each([
  { name: 'at its own limits', flags: [] },
  {
    name: 'with 20 turns and 32,000 response tokens',
    flags: ['--max-turns', '20', '--rollout-max-response-len', '32000'],
  },
])('geo3k over 300 recorded rows x 4 with the real Qwen3 tokenizer, $name', ({ name, flags }) => {
  let run: Promise<{ output: string; samples: Sample[] }> | undefined;

  function recordedRun(context: TestContext) {
    if (rows === null) context.skip(NO_RECORDED_DATA);
    run ??= rollout(name.replaceAll(/\W/g, '-'), [
      ...toFlags({ 'prompt-data': rows, 'hf-checkpoint': QWEN3, 'sglang-server-concurrency': 64 }),
      ...flags,
    ]);
    return run;
  }

  it(
    'ends in at least three ways, and every sample holds its invariants',
    { timeout: TIMEOUT },
    async (context) => {
      const { samples } = await recordedRun(context);
      expectWhole(samples, 300);
      expect(Object.keys(countEndings(samples)).length).toBeGreaterThanOrEqual(3);
    },
  );

  it('agrees with the ledger of its engine', { timeout: TIMEOUT }, async (context) => {
    const { output } = await recordedRun(context);
    expect(await judgeRun(context, output)).toBe('');
  });

  it('is taken by slime’s own from_dict and conversion', { timeout: TIMEOUT }, async (context) => {
    if (missingSlime !== null) context.skip(missingSlime);
    const { output, samples } = await recordedRun(context);
    const report = await runSlime(join(output, 'samples.jsonl'), {
      n_samples_per_prompt: 4,
      rollout_batch_size: 300,
    });
    expect(report.train_error).toBeNull();
    expect(report.round_trip).toEqual([]);
    expect(report.train_data).toMatchObject({
      response_lengths: samples.map((sample) => sample.response_length),
      raw_reward: samples.map((sample) => sample.reward),
    });
  });
});
