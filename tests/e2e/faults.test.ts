import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULT_KINDS, type FaultKind } from 'slime-runtime';
import { checkSample, type Sample } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { countEndings, readSamples, readTurns, withoutRunFacts } from './read-run.ts';
import { isFullTier } from './recorded-data.ts';
import { runCli, toFlags } from './run-cli.ts';
import { startEngine } from './start-engine.ts';

const TIMEOUT = isFullTier ? 600_000 : 120_000;
const SAMPLES_PER_PROMPT = isFullTier ? 16 : 4;

/** Faults that end in a sample of another kind; every other is retried to the same sample. */
const CHANGING: ReadonlySet<FaultKind> = new Set(['status_400', 'abort', 'length', 'limit_stop']);

let dir: string;
let clean: Sample[];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-faults-'));
  clean = (await rolloutUnder('clean', null, 64)).samples;
}, TIMEOUT);

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

interface FaultedRun {
  output: string;
  ledger: string;
  samples: Sample[];
  hits: Record<string, number>;
}

/** Runs geo3k over its rows on an engine of its own process. */
async function rolloutUnder(
  name: string,
  plan: Record<string, unknown> | null,
  concurrency: number,
): Promise<FaultedRun> {
  const output = join(dir, name);
  const ledger = join(dir, `${name}.ledger.jsonl`);
  const engine = await startEngine(
    toFlags({
      policy: 'slime-env-geo3k',
      'n-samples-per-prompt': SAMPLES_PER_PROMPT,
      ledger,
      'fault-plan': plan === null ? null : JSON.stringify(plan),
    }),
  );
  const result = await runCli([
    'rollout',
    ...toFlags({
      'rollout-interaction-env-path': 'slime-env-geo3k',
      'sglang-router-ip': engine.host,
      'sglang-router-port': engine.port,
      'sglang-server-concurrency': concurrency,
      'n-samples-per-prompt': SAMPLES_PER_PROMPT,
      'sglang-enable-deterministic-inference': true,
      'max-failure-share': 1,
      output,
    }),
  ]);
  const hits = await engine.stop();
  expect({ code: result.code, stderr: result.code === 0 ? '' : result.stderr }).toEqual({
    code: 0,
    stderr: '',
  });
  return { output, ledger, samples: await readSamples(output), hits };
}

/** Samples without what a retry changes: the version of the weights, and what the cache held. */
function contentOf(samples: readonly Sample[]): unknown[] {
  return samples.map((sample) => {
    const {
      weight_versions: _versions,
      prefix_cache_info: _cache,
      ...rest
    } = withoutRunFacts(sample);
    return rest;
  });
}

describe('a run under faults of its engine', () => {
  it.for(FAULT_KINDS)(
    '%s at a rate of 0.3: nothing is lost, mislabelled or rewarded wrongly',
    { timeout: TIMEOUT },
    async (kind, context) => {
      const run = await rolloutUnder(kind, { seed: 7, rate: 0.3, kinds: [kind], stallMs: 200 }, 64);
      const { samples, output, ledger, hits } = run;
      expect(hits[kind]).toBeGreaterThan(0);
      expect(samples.map((sample) => sample.index)).toEqual(clean.map((sample) => sample.index));
      expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
      const failed = samples.filter((sample) => sample.status === 'failed');
      expect(failed.map((sample) => sample.reward)).toEqual(failed.map(() => null));
      const endings = countEndings(samples);
      const total = Object.values(endings).reduce((sum, count) => sum + count, 0);
      expect(total).toBe(clean.length);
      if (!CHANGING.has(kind)) expect(contentOf(samples)).toEqual(contentOf(clean));
      expect('"engine_failed"' in endings).toBe(kind === 'status_400');
      expect('"abort"' in endings).toBe(kind === 'abort');
      expect(await judgeRun(context, output, ledger)).toBe('');
    },
  );

  it('writes each retried request down with its cause', { timeout: TIMEOUT }, async () => {
    const { output } = await rolloutUnder(
      'causes',
      { seed: 3, rate: 0.3, kinds: ['status_503', 'reset_mid', 'null_logprob'] },
      64,
    );
    const causes = new Set(
      (await readTurns(output)).flatMap((turn) => turn.discarded.map(({ cause }) => cause)),
    );
    expect(causes).toEqual(new Set(['http_503', 'transport', 'null_logprobs']));
  });
});

describe('the same seed', () => {
  it.each<[string, number, Record<string, unknown> | null]>([
    ['at concurrency 1', 1, null],
    [
      'at concurrency 1 under faults that are retried',
      1,
      {
        seed: 11,
        rate: 0.3,
        kinds: FAULT_KINDS.filter(
          (kind) => !CHANGING.has(kind) && kind !== 'weight_version_change' && kind !== 'stall',
        ),
      },
    ],
    [
      'at concurrency 64 under faults that are retried',
      64,
      {
        seed: 12,
        rate: 0.3,
        kinds: FAULT_KINDS.filter(
          (kind) => !CHANGING.has(kind) && kind !== 'weight_version_change' && kind !== 'stall',
        ),
      },
    ],
  ])('gives the same samples %s', { timeout: TIMEOUT }, async (name, concurrency, plan) => {
    const { samples } = await rolloutUnder(name.replaceAll(' ', '-'), plan, concurrency);
    expect(samples.map(withoutRunFacts)).toEqual(clean.map(withoutRunFacts));
  });
});
