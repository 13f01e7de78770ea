import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createRolloutArgs,
  createSample,
  type CustomGenerate,
  EngineError,
  type GenerateEngine,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import type { HostedReward } from '../../src/plugins/plugin-host.ts';
import type { GroupRecord } from '../../src/rollout/records.ts';
import { runRollout } from '../../src/rollout/run-rollout.ts';
import { builtinEncoder } from '../../src/tokens/index.ts';

/** For generate functions that make their samples by themselves. */
const noEngine: GenerateEngine = {
  capabilities: () => Promise.reject(new EngineError('not asked')),
  generate: () => Promise.reject(new EngineError('not asked')),
  abort: () => Promise.resolve(),
};

const made = (sample: Sample): Sample => ({
  ...sample,
  tokens: [1, 2],
  response_length: 1,
  loss_mask: [1],
  rollout_log_probs: [-1],
  status: 'completed',
});

interface Setup {
  rewardAt?: (path: string) => Promise<HostedReward>;
  groups: number;
  args?: Partial<RolloutArgs>;
  generate?: CustomGenerate;
  reward: HostedReward;
  onGroup?: (group: GroupRecord) => Promise<void>;
  onStart?: (group: number) => void;
}

function run({
  groups,
  generate,
  reward,
  rewardAt,
  onGroup,
  onStart,
  ...rest
}: Setup): Promise<void> {
  const args = createRolloutArgs(rest.args);
  const encoder = builtinEncoder();
  const quiet = (): void => {};
  return runRollout({
    context: {
      args,
      encoder,
      engine: noEngine,
      capabilities: {
        contextLength: null,
        maxInput: null,
        eosIds: [],
        topP: false,
        routedExperts: false,
        promptIds: false,
        base64: false,
        trainable: true,
      },
      env: null,
      generate: generate ?? ((_args, sample) => made(sample)),
      nonce: '00000000',
      sendSeed: false,
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      onRoute: quiet,
    },
    scoring: {
      args,
      encoder,
      reward,
      env: null,
      ...(rewardAt === undefined ? {} : { rewardAt }),
    },
    groups: (async function* () {
      for (let group = 0; group < groups; group += 1) {
        onStart?.(group);
        yield { epoch: 0, samples: [createSample({ index: group, group_index: group })] };
      }
    })(),
    onGroup: onGroup ?? (() => Promise.resolve()),
    signal: new AbortController().signal,
  });
}

function rewarding(mode: HostedReward['mode'], score: () => number): HostedReward {
  return {
    mode,
    declaration: {},
    score: ({ samples }) => Promise.resolve(samples.map(score)),
  };
}

test.each(['single', 'group'] as const)(
  'an answer past the bound of a %s reward is scored, and says so in its sample',
  async (mode) => {
    const groups: GroupRecord[] = [];
    const reward: HostedReward = {
      ...rewarding(mode, () => -1),
      score({ samples, onOverBound }) {
        for (const [at, { index }] of samples.entries()) if (index === 1) onOverBound?.(at);
        return Promise.resolve(samples.map(() => -1));
      },
    };
    await run({
      groups: 2,
      reward,
      args: { group_rm: mode === 'group' },
      onGroup: async (group) => void groups.push(group),
    });
    const samples = groups.flatMap((group) => group.samples).sort(byIndex);
    expect(
      samples.map(({ status, reward: value, metadata }) => [
        status,
        value,
        metadata['reward_reason'],
      ]),
    ).toEqual([
      ['completed', -1, undefined],
      ['completed', -1, 'over_bound'],
    ]);
  },
);

const byIndex = (a: Sample, b: Sample): number => (a.index ?? 0) - (b.index ?? 0);

test('no group is begun while many wait to be handed on: a slow disk bounds what is held', async () => {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let most = 0;
  const over = new AbortController();
  /** The disk takes a group only when the run has been still for a while. */
  const disk = async (): Promise<void> => {
    for (let seen = -1, still = 0; !over.signal.aborted; still = seen === begun ? still + 1 : 0) {
      seen = begun;
      await nextTurn();
      if (still > 20) waiting.shift()?.();
    }
  };
  const writing = disk();
  await run({
    groups: 200,
    args: { sglang_server_concurrency: 4 },
    reward: rewarding('single', () => 1),
    onStart: () => {
      begun += 1;
    },
    onGroup: async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
      });
    },
  });
  over.abort();
  await writing;
  expect(begun).toBe(200);
  expect(most).toBeLessThan(32);
});

test('a reward of whole groups that always fails stops the run, with its first failure', async () => {
  const reward = rewarding('group', () => {
    throw new Error('the judge is away');
  });
  await expect(run({ groups: 64, reward, args: { group_rm: true } })).rejects.toThrow(
    /grader_failed.*the judge is away/,
  );
});

test('an episode counts once among the failures, however many samples it gave', async () => {
  // Two of 32 episodes fail, with 40 samples each: most samples, and 6 % of the episodes.
  const groups: GroupRecord[] = [];
  await run({
    groups: 32,
    reward: rewarding('single', () => 1),
    generate: (_args, sample, _params, context) => {
      const fails = (sample.index ?? 0) >= 30;
      const segment: Sample = { ...made(sample), status: fails ? 'failed' : 'completed' };
      return context.fanOut(
        Array.from({ length: fails ? 40 : 1 }, () => segment),
        { reward: 'full' },
      );
    },
    args: { max_failure_share: 0.1 },
    onGroup: async (group) => void groups.push(group),
  });
  expect(groups.flatMap(({ samples }) => samples).length).toBe(30 + 80);
});

test('a grader that fails one sample of a rollout fails the rollout', async () => {
  let calls = 0;
  const groups: GroupRecord[] = [];
  await run({
    groups: 1,
    reward: rewarding('single', () => {
      calls += 1;
      if (calls === 2) throw new Error('the second');
      return 1;
    }),
    generate: (_args, sample, _params, context) =>
      context.fanOut([made(sample), made(sample)], { reward: 'full' }),
    onGroup: async (group) => void groups.push(group),
  });
  expect(groups[0]?.samples.map(({ status, reward }) => [status, reward])).toEqual([
    ['failed', null],
    ['failed', null],
  ]);
  expect(groups[0]?.episodes[0]?.ending).toBe('grader_failed');
});

describe('a reward function that a sample names itself', () => {
  const generate: CustomGenerate = (_args, sample) => ({
    ...made(sample),
    custom_rm_path: sample.index === 1 ? './own.ts' : null,
  });

  async function rewardsOf(setup: Partial<Setup>): Promise<unknown[]> {
    const samples: Sample[] = [];
    await run({
      groups: 3,
      generate,
      reward: rewarding('single', () => 1),
      onGroup: async (group) => void samples.push(...group.samples),
      ...setup,
    });
    return samples
      .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      .map(({ reward, metadata }) => reward ?? JSON.stringify(metadata['failure']));
  }

  test('goes before that of the run', async () => {
    const asked: string[] = [];
    const rewardAt = async (path: string): Promise<HostedReward> => {
      asked.push(path);
      return rewarding('single', () => 7);
    };
    expect(await rewardsOf({ rewardAt })).toEqual([1, 7, 1]);
    expect(asked).toEqual(['./own.ts']);
  });

  test('is that of the run where it names the same', async () => {
    expect(await rewardsOf({ args: { custom_rm_path: './own.ts' } })).toEqual([1, 1, 1]);
  });

  test('is refused by name where a group is scored at once, and where nothing loads it', async () => {
    const group = { reward: rewarding('group', () => 1), args: { group_rm: true } };
    for (const setup of [group, {}]) {
      const rewards = await rewardsOf(setup);
      expect(rewards).toEqual([1, expect.stringContaining('custom_rm_path'), 1]);
      expect(rewards[1]).toContain('./own.ts');
    }
  });
});
