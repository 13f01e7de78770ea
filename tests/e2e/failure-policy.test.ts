import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { createProject, type Project } from './project.ts';
import { readSamples, readTurns } from './read-run.ts';
import { type CliResult, runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 60_000;

/** Sample 1 of group 0 always fails; sample 2 of group 1 fails at first only. */
const ENV = `
import { existsSync, writeFileSync } from 'node:fs';
export function buildEnv({ sample }) {
  return {
    reset: () => ({}),
    step: () => {
      if (sample.index === 1) throw new Error('the backend is gone');
      const mark = process.env.SLIME_MARK;
      if (sample.index === 6 && !existsSync(mark)) {
        writeFileSync(mark, '');
        throw new Error('the backend was gone once');
      }
      return { observation: { text: 'done' }, done: true };
    },
    formatObservation: (observation) => ({ role: 'user', content: observation.text }),
    close() {},
  };
}
`;
const GROUP_RM = `
import { appendFileSync } from 'node:fs';
import { defineReward } from 'slime-sdk';
export default defineReward({
  mode: 'group',
  reward: (args, samples, views) => {
    const seen = samples.map((sample) => [sample.index, sample.status, sample.metadata.failure?.where ?? null]);
    appendFileSync(process.env.SLIME_SEEN, JSON.stringify(seen) + '\\n');
    return samples.map((sample) => (sample.status === 'failed' ? 99 : sample.index));
  },
});
`;

let project: Project;

beforeAll(async () => {
  project = await createProject({
    'env.ts': ENV,
    'policy.ts': `export const policy = () => 'Done.';\n`,
    'rm.ts': 'export default (args, sample) => sample.index;\n',
    'group-rm.ts': GROUP_RM,
    'rows.jsonl': [{ input: 'a' }, { input: 'b' }],
  });
});

afterAll(() => project.remove());

async function rollout(
  policy: string,
  flags: Record<string, string | true> = {},
): Promise<CliResult & { output: string }> {
  const output = join(project.dir, `run-${policy}-${Object.keys(flags).length}`);
  const result = await runCli(
    [
      'rollout',
      ...toFlags({
        'rollout-interaction-env-path': './env.ts',
        'custom-rm-path': './rm.ts',
        policy: './policy.ts',
        'prompt-data': 'rows.jsonl',
        'apply-chat-template': true,
        'rollout-max-response-len': 64,
        'n-samples-per-prompt': 4,
        'sglang-server-concurrency': 1,
        'failure-policy': policy,
        output,
        ...flags,
      }),
    ],
    {
      cwd: project.dir,
      env: { SLIME_MARK: `${output}.mark`, SLIME_SEEN: join(project.dir, 'seen.jsonl') },
    },
  );
  return { ...result, output };
}

/** Index, status, reward and whether it is removed, of each sample, group by group. */
async function outcomes(output: string): Promise<unknown[]> {
  const samples = await readSamples(output);
  const facts = samples.map(({ index, status, reward, remove_sample: removed }) => [
    index,
    status,
    reward,
    removed,
  ]);
  return facts.length === 0 ? [] : [facts.slice(0, 4), facts.slice(4)];
}

const failed = (index: number) => [index, 'failed', null, true];
const scored = (index: number) => [index, 'completed', index, false];
const dropped = (index: number) => [index, 'completed', index, true];

describe('the failure policy', () => {
  it('mask removes what failed, and nothing else', { timeout: TIMEOUT }, async () => {
    const { code, output } = await rollout('mask');
    expect(code).toBe(0);
    expect(await outcomes(output)).toEqual([
      [scored(0), failed(1), scored(2), scored(3)],
      [scored(4), scored(5), failed(6), scored(7)],
    ]);
  });

  it('drop_group removes the siblings too', { timeout: TIMEOUT }, async () => {
    const { code, output } = await rollout('drop_group');
    expect(code).toBe(0);
    expect(await outcomes(output)).toEqual([
      [dropped(0), failed(1), dropped(2), dropped(3)],
      [dropped(4), dropped(5), failed(6), dropped(7)],
    ]);
  });

  it(
    'requeue runs the episode again from a clean sample, at most twice, and accounts for every try',
    { timeout: TIMEOUT },
    async (context) => {
      const { code, output } = await rollout('requeue');
      expect(code).toBe(0);
      expect(await outcomes(output)).toEqual([
        [scored(0), failed(1), scored(2), scored(3)],
        [scored(4), scored(5), scored(6), scored(7)],
      ]);
      const turns = await readTurns(output);
      const tries = (index: number) =>
        turns.filter((turn) => turn.index === index).map((turn) => turn['discarded_cause']);
      expect(tries(1)).toEqual(['requeued', 'requeued', null]);
      expect(tries(6)).toEqual(['requeued', null]);
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it(
    'fail_run stops with the cause, exit code 1, and readable files',
    { timeout: TIMEOUT },
    async () => {
      const { code, stderr, output } = await rollout('fail_run');
      expect(code).toBe(1);
      expect(stderr).toMatch(/episode 1 .*env_failed.*step.*the backend is gone/);
      expect(await outcomes(output)).toEqual([]);
    },
  );
});

describe('a group reward', () => {
  it(
    'is given every sibling, told which failed, and gives no reward to those',
    { timeout: TIMEOUT },
    async () => {
      const { code, output } = await rollout('mask', {
        'custom-rm-path': './group-rm.ts',
        'group-rm': true,
      });
      expect(code).toBe(0);
      expect(await outcomes(output)).toEqual([
        [scored(0), failed(1), scored(2), scored(3)],
        [scored(4), scored(5), failed(6), scored(7)],
      ]);
      const [first = ''] = (await readFile(join(project.dir, 'seen.jsonl'), 'utf8')).split('\n');
      expect(JSON.parse(first)).toEqual([
        [0, 'completed', null],
        [1, 'failed', 'step'],
        [2, 'completed', null],
        [3, 'completed', null],
      ]);
    },
  );
});
