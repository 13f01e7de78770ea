import type { Sample } from 'slime-sdk';
import { expect, it } from 'vitest';
import type { EpisodeRecord } from '../../src/rollout/records.ts';
import { createMetrics } from '../../src/observe/metrics.ts';
import { renderSummary } from '../../src/observe/summary.ts';
import { groupLineSchema, toGroupLine } from '../../src/observe/group-line.ts';
import { makeEpisode, makeGroup, makeSample } from './sample-groups.ts';

const failure = { name: 'Error', message: 'm', code: null, where: 'step', turn: 0 };

/** Rewards of a prompt's episodes, null for one that failed. */
function addPrompt(
  metrics: ReturnType<typeof createMetrics>,
  group: number,
  rewards: readonly (number | null)[],
  metadata: Sample['metadata'],
  episode: Partial<EpisodeRecord> = {},
): void {
  for (const [at, reward] of rewards.entries()) {
    const index = group * 10 + at;
    const failed = reward === null;
    metrics.addSample(
      makeSample(index, group, { reward, metadata, ...(failed ? { status: 'failed' } : {}) }),
    );
    metrics.addEpisodes([
      makeEpisode(index, group, {
        ...episode,
        ...(failed ? { ending: 'env_failed', failure } : {}),
      }),
    ]);
  }
}

it('splits passes, rewards, turns and the numbers of the environment by a key of the metadata', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'area' });
  addPrompt(metrics, 2, [1, 0], { area: 'sky' }, { turns: 3, env_metrics: { cost: 0.5 } });
  addPrompt(metrics, 0, [1, 1], { area: 'sky' }, { turns: 5, env_metrics: { cost: 0.25 } });
  addPrompt(metrics, 1, [0, null], { area: 7 }, { turns: 2 });
  addPrompt(metrics, 3, [1, 1], {});
  const { domains, pass } = metrics.read(1);
  expect(pass.map(({ pass_hat_k: value, prompts }) => [value, prompts])).toEqual([
    [2.5 / 4, 4],
    [2 / 3, 3],
  ]);
  expect(domains).toEqual([
    {
      domain: '7',
      prompts: 1,
      mean_reward: 0,
      episodes: 2,
      failed: 1,
      mean_turns: 2,
      env: {},
      pass: [
        { k: 1, pass_hat_k: 0, pass_at_k: 0, prompts: 1 },
        { k: 2, pass_hat_k: null, pass_at_k: null, prompts: 0 },
      ],
    },
    {
      domain: 'sky',
      prompts: 2,
      mean_reward: 0.75,
      episodes: 4,
      failed: 0,
      mean_turns: 4,
      env: { cost: { mean: 0.375, total: 1.5, failed_total: 0 } },
      pass: [
        { k: 1, pass_hat_k: 0.75, pass_at_k: 0.75, prompts: 2 },
        { k: 2, pass_hat_k: 0.5, pass_at_k: 1, prompts: 2 },
      ],
    },
    {
      domain: null,
      prompts: 1,
      mean_reward: 1,
      episodes: 2,
      failed: 0,
      mean_turns: 1,
      env: {},
      pass: [
        { k: 1, pass_hat_k: 1, pass_at_k: 1, prompts: 1 },
        { k: 2, pass_hat_k: 1, pass_at_k: 1, prompts: 1 },
      ],
    },
  ]);
});

it('takes the domain from what the environment said at its reset where the row says nothing', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'area' });
  const said = { reset_info: { area: 'sea' } };
  addPrompt(metrics, 0, [null, 1], {}, said);
  addPrompt(metrics, 1, [1], { area: 'sky' }, said);
  addPrompt(metrics, 2, [null], {});
  const { domains, prompts } = metrics.read(1);
  expect(domains.map(({ domain, episodes }) => [domain, episodes])).toEqual([
    ['sea', 2],
    ['sky', 1],
    [null, 1],
  ]);
  expect(prompts.map(({ domain }) => domain)).toEqual(['sea', 'sky', null]);
});

it('gives a failed episode the domain of its row, of its siblings or other attempts, of the config', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'area', configDomain: 'land' });
  const spent = { env_metrics: { cost: 1 } };
  addPrompt(metrics, 0, [null], { area: 'sky' }, spent);
  addPrompt(metrics, 1, [null], {}, spent);
  addPrompt(metrics, 1, [null], {}, { ...spent, reset_info: { area: 'sea' } });
  addPrompt(metrics, 2, [null], {}, spent);
  // A requeued attempt was reset, the last one was not.
  metrics.addSample(makeSample(30, 3, { reward: null, status: 'failed' }));
  const failed = { ...spent, ending: 'env_failed', failure } as const;
  metrics.addEpisodes([
    makeEpisode(30, 3, { ...failed, attempt: 0, reset_info: { area: 'sea' } }),
    makeEpisode(30, 3, { ...failed, attempt: 1 }),
  ]);
  // A row that says it has it from its samples, whichever came first.
  addPrompt(metrics, 4, [null], {}, spent);
  addPrompt(metrics, 4, [1], { area: 'sky' }, spent);
  const { domains, prompts } = metrics.read(1);
  expect(prompts.map(({ domain }) => domain)).toEqual(['sky', 'sea', 'land', 'sea', 'sky']);
  expect(domains.map(({ domain, failed: count, env }) => [domain, count, env['cost']])).toEqual([
    ['land', 1, { mean: null, total: 1, failed_total: 1 }],
    ['sea', 3, { mean: null, total: 4, failed_total: 4 }],
    ['sky', 2, { mean: 1, total: 3, failed_total: 2 }],
  ]);
});

it('counts a reward as passed from the threshold on, within a millionth', () => {
  const metrics = createMetrics({ rewardKey: 'acc', passReward: 0.5 });
  const rewards = [0.5, 0.4999995, 0.499, 2];
  for (const [index, acc] of rewards.entries()) {
    metrics.addSample(makeSample(index, 0, { reward: { acc } }));
  }
  const { prompts, pass, pass_reward: least } = metrics.read(1);
  expect([prompts[0]?.passed, prompts[0]?.pass_rate, pass[0]?.pass_hat_k, least]).toEqual([
    3, 0.75, 0.75, 0.5,
  ]);
});

it('takes siblings of a fan-out for one try', () => {
  const metrics = createMetrics({ rewardKey: null });
  for (const index of [0, 0, 1]) metrics.addSample(makeSample(index, 0, { reward: 1 }));
  expect(metrics.read(1).pass).toHaveLength(2);
});

it('goes up to the most episodes that a prompt had', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'area' });
  addPrompt(metrics, 0, [1, null, 1], { area: 'sky' });
  addPrompt(metrics, 1, [0], { area: 'sky' });
  const { pass, domains } = metrics.read(1);
  expect(pass.map(({ k, prompts }) => [k, prompts])).toEqual([
    [1, 2],
    [2, 1],
    [3, 0],
  ]);
  expect(domains[0]?.pass).toEqual(pass);
});

it('is the same when it is read back from the files of the run', () => {
  const group = makeGroup(0, 2);
  const fields = { reset_info: { area: 'sea' }, env_metrics: { cost: 0.5 } };
  const episodes = group.episodes.map((episode) => ({ ...episode, ...fields }));
  const [written, recovered] = [0, 1].map(() =>
    createMetrics({ rewardKey: null, domainKey: 'area' }),
  );
  written?.addGroup({ ...group, episodes });
  const line = toGroupLine({ ...group, episodes }, { elapsed: 1, tensorBytes: 0 });
  for (const sample of group.samples) recovered?.addSample(sample);
  recovered?.addEpisodes(groupLineSchema.parse(JSON.parse(JSON.stringify(line))).episodes);
  expect(recovered?.read(1).domains).toEqual(written?.read(1).domains);
  expect(recovered?.read(1).domains.map(({ domain }) => domain)).toEqual(['sea']);
});

it('shows the table of every k, domains under it, and how many prompts count', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'area' });
  const cost = { env_metrics: { cost: 0.0005 } };
  addPrompt(metrics, 0, [1, 1, 1, 1, 1, 1, 1, 1, 0], { area: 'sky\u001B[31m' }, cost);
  addPrompt(metrics, 1, [1, null, 1, 1, 1, 1, 1, 1, 1], {});
  const text = renderSummary(metrics.read(1));
  const [, shown = ''] = /\n(Passes\n[^]*)$/.exec(text) ?? [];
  expect(shown).toBe(`Passes
  an episode passes with a reward of 1 or more
  k                      1       2       3       4       5       6       7       8
  pass^k             0.944   0.889   0.833   0.778   0.722   0.667   0.611   0.556
    sky\\e[31m        0.889   0.778   0.667   0.556   0.444   0.333   0.222   0.111
    (none)               1       1       1       1       1       1       1       1
  pass@k             0.944       1       1       1       1       1       1       1
  prompts                2       2       2       2       2       2       2       2
  k                      9
  pass^k                 0
    sky\\e[31m            0
    (none)               -
  pass@k                 1
  prompts                1

Environment
  cost             0.0005 an episode, 0.0045 in all

Domains
  sky\\e[31m        9 episodes for 1 prompt
    reward         0.889
    turns          1
    cost           0.0005 an episode, 0.0045 in all
  (none)           9 episodes for 1 prompt, 1 failed
    reward         1
    turns          1
`);
});

it('shows the first twenty of many domains', () => {
  const metrics = createMetrics({ rewardKey: null, domainKey: 'id' });
  for (let group = 0; group < 25; group += 1) addPrompt(metrics, group, [1], { id: group });
  const text = renderSummary(metrics.read(1));
  expect(text).toContain('  and 5 more in metrics.json\n');
  expect(text.match(/^ {2}\d+ +1 episode for 1 prompt$/gm)).toHaveLength(20);
});
