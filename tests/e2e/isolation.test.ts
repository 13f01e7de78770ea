import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSamples } from './read-run.ts';
import { runCli, toFlags } from './run-cli.ts';

/** What a plugin can do to its process. */
const DEEDS = ['loop', 'exit', 'never', 'throw', 'throwUndefined'] as const;
const STAGES = ['buildEnv', 'reset', 'step', 'formatObservation', 'close', 'reward'] as const;

const DEED = `
export function misbehave(sample, stage) {
  if (sample.metadata.stage !== stage) return undefined;
  switch (sample.metadata.deed) {
    case 'loop': while (true) {}
    case 'exit': process.exit(0);
    case 'never': return new Promise(() => {});
    case 'throw': throw 'a text';
    case 'throwUndefined': throw undefined;
  }
}
`;
const ENV = `
import { misbehave } from './deed.ts';
export async function buildEnv({ sample }) {
  await misbehave(sample, 'buildEnv');
  return {
    reset: async () => { await misbehave(sample, 'reset'); return {}; },
    step: async (text, { turn }) => {
      await misbehave(sample, 'step');
      return { observation: { text: 'seen' }, done: turn >= 1 };
    },
    formatObservation: (observation) => {
      const late = misbehave(sample, 'formatObservation');
      return late ?? { role: 'user', content: observation.text };
    },
    close: async () => { await misbehave(sample, 'close'); },
  };
}
`;
const REWARD = `
import { misbehave } from './deed.ts';
export default async function customRm(args, sample) { await misbehave(sample, 'reward'); return 1; }
`;
const POLICY = `export const policy = () => 'Let me think.';\n`;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-isolation-'));
  const hostile = STAGES.flatMap((stage) => DEEDS.map((deed) => ({ stage, deed })));
  // Good and hostile episodes take turns, so that each child has both.
  const rows = hostile.flatMap((metadata) => [
    { input: 'Do harm.', metadata },
    { input: 'Do well.', metadata: { stage: 'none', deed: 'none' } },
  ]);
  const files = {
    'package.json': '{"type":"module"}',
    'deed.ts': DEED,
    'env.ts': ENV,
    'rm.ts': REWARD,
    'policy.ts': POLICY,
    'rows.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'config.yaml': 'env_step_timeout: 1\nreward_timeout: 1\nmax_failure_share: 1\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('plugins that hang, exit and throw anything, under --isolation process', () => {
  it('cost their own episode, by its cause, and no other', { timeout: 180_000 }, async () => {
    const result = await runCli(
      [
        'rollout',
        ...toFlags({
          'rollout-interaction-env-path': './env.ts',
          'custom-rm-path': './rm.ts',
          policy: './policy.ts',
          'prompt-data': 'rows.jsonl',
          'apply-chat-template': true,
          'rollout-max-response-len': '512',
          'sglang-server-concurrency': '8',
          'custom-config-path': 'config.yaml',
          isolation: 'process',
          output: 'run',
        }),
      ],
      { cwd: dir },
    );
    expect({ code: result.code, stderr: result.code === 0 ? '' : result.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    const samples = await readSamples(join(dir, 'run'));
    const seen = samples.map(({ metadata, status, reward, remove_sample }) => ({
      deed: metadata['deed'],
      stage: metadata['stage'],
      ending: metadata['ending'],
      where: whereOf(metadata['failure']),
      status,
      reward,
      remove_sample,
    }));
    const expected = STAGES.flatMap((stage) =>
      DEEDS.flatMap((deed) => [
        {
          deed,
          stage,
          ending: stage === 'reward' ? 'grader_failed' : 'env_failed',
          where: stage,
          status: 'failed',
          reward: null,
          remove_sample: true,
        },
        {
          deed: 'none',
          stage: 'none',
          ending: 'env_done',
          where: null,
          status: 'completed',
          reward: 1,
          remove_sample: false,
        },
      ]),
    );
    expect(seen).toEqual(expected);
  });
});

function whereOf(failure: JsonValue | undefined): JsonValue {
  if (typeof failure !== 'object' || failure === null || Array.isArray(failure)) return null;
  return failure['where'] ?? null;
}
