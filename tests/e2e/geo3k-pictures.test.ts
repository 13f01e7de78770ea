import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkSample, type Sample } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { QWEN2_5_VL, QWEN3_VL } from '../../packages/runtime/test/vision/processor-files.ts';
import { judgeTrainInputs, pictureBackend } from '../parity/judge-train-inputs.ts';
import { judgeRun } from './judge-run.ts';
import { countPictures } from './picture-invariants.ts';
import { readSamples } from './read-run.ts';
import { isFullTier, NO_RECORDED_DATA, QWEN3, recordedData } from './recorded-data.ts';
import { runCli, toFlags } from './run-cli.ts';
import { startEngine } from './start-engine.ts';

const TIMEOUT = 240_000;
const IMAGE_PAD = 151_655;
const SIBLINGS = isFullTier ? 4 : 1;
const rows = recordedData('geo3k/train.jsonl');
const python = pictureBackend();

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-geo3k-pictures-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** The published Qwen3 vocabulary, with an image processor's file beside it. */
async function checkpointOf(name: string, processor: object): Promise<string> {
  const folder = await mkdtemp(join(dir, `${name}-`));
  for (const file of ['tokenizer.json', 'tokenizer_config.json']) {
    await symlink(join(QWEN3, file), join(folder, file));
  }
  await writeFile(join(folder, 'preprocessor_config.json'), JSON.stringify(processor));
  return folder;
}

interface Run {
  output: string;
  ledger: string;
  samples: Sample[];
}

async function rollout(name: string, processor: object, data: string): Promise<Run> {
  const output = join(dir, name);
  const ledger = join(dir, `${name}-ledger.jsonl`);
  const shared = toFlags({
    'prompt-data': data,
    'hf-checkpoint': await checkpointOf(name, processor),
    'n-samples-per-prompt': SIBLINGS,
  });
  const engine = await startEngine([
    ...shared,
    ...toFlags({ policy: 'slime-env-geo3k', 'retokenize-pictures': true, ledger }),
  ]);
  try {
    const { code, stderr } = await runCli([
      'rollout',
      ...shared,
      ...toFlags({
        'rollout-interaction-env-path': 'slime-env-geo3k',
        'sglang-router-ip': engine.host,
        'sglang-router-port': engine.port,
        'sglang-enable-deterministic-inference': true,
        'picture-backend': 'backend' in python ? python.backend : 'pil',
        output,
      }),
    ]);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  } finally {
    await engine.stop();
  }
  return { output, ledger, samples: await readSamples(output) };
}

describe.each([
  { name: 'Qwen2.5-VL', processor: QWEN2_5_VL, columns: 3 * 2 * 14 * 14 },
  { name: 'Qwen3-VL', processor: QWEN3_VL, columns: 3 * 2 * 16 * 16 },
])(
  '300 recorded rows with the image processor of $name, on an engine that tokenises pictures anew',
  ({ name, processor, columns }) => {
    let run: Promise<Run> | undefined;

    function recordedRun(context: TestContext): Promise<Run> {
      if (rows === null) context.skip(NO_RECORDED_DATA);
      run ??= rollout(name, processor, rows ?? '');
      return run;
    }

    it(
      'hold their invariants: none failed, all read as they stand',
      { timeout: TIMEOUT },
      async (context) => {
        const { samples, output, ledger } = await recordedRun(context);
        expect(samples).toHaveLength(300 * SIBLINGS);
        expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
        expect(samples.filter((sample) => sample.status === 'failed')).toEqual([]);
        expect(await judgeRun(context, output, ledger)).toBe('');
      },
    );

    it(
      'have as many pictures, placeholders and pixels as their grids say',
      { timeout: TIMEOUT },
      async (context) => {
        const { samples, output } = await recordedRun(context);
        for (const sample of samples) {
          const found = await countPictures(output, sample, { padId: IMAGE_PAD, mergeSize: 2 });
          expect(found).toEqual({
            index: sample.index,
            pictures: 1,
            runs: 1,
            grids: 1,
            placeholders: found.merged,
            merged: found.merged,
            patches: found.products,
            products: found.products,
            columns,
          });
        }
      },
    );

    it(
      'have the tensors that PIL and numpy make of their pictures',
      { timeout: TIMEOUT },
      async (context) => {
        const { samples, output } = await recordedRun(context);
        if ('missing' in python) return context.skip(python.missing);
        const every = isFullTier ? 1 : 15;
        const report = judgeTrainInputs({
          run: output,
          base: dirname(rows ?? ''),
          every,
          config: processor,
        });
        expect(report).toMatchObject({
          differing: [],
          compared: Math.ceil(samples.length / every),
        });
        console.info(`${report.compared} samples equal to those of ${report.versions}`);
      },
    );
  },
);
