import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../../src/observe/metrics.ts';
import { renderSummary } from '../../src/observe/summary.ts';
import { makeEpisode, makeSample } from './sample-groups.ts';

it('says how episodes ended and what they were worth, and where the files are', () => {
  const metrics = createMetrics({ rewardKey: null });
  for (const index of [0, 1, 2, 3]) {
    metrics.addSample(makeSample(index, index >> 1, { reward: index === 3 ? 0 : 1 }));
  }
  metrics.addEpisodes([
    makeEpisode(0, 0, { env_retries: 2, engine_retries: { '503': 1 }, env_metrics: { moves: 3 } }),
    makeEpisode(1, 0, { attempt: 1 }),
    makeEpisode(2, 1, { ending: 'max_turns' }),
    makeEpisode(3, 1, {
      ending: 'env_failed',
      failure: {
        name: 'TypeError',
        message: 'no such file\nin /a',
        code: null,
        where: 'step',
        turn: 0,
      },
    }),
  ]);
  const text = renderSummary(metrics.read(75), { dir: join(process.cwd(), 'out'), color: false });
  expect(text).toBe(`Episodes
  episodes         4 for 2 prompts
  failed           1, in no reward below
  turns            1 (median 1, 1 to 1)
  response         2 (median 2, 2 to 2) trained tokens
  time             1m15s, 0 tokens/s, observations included

Endings
  env_done         ████████████████████████████████ 2
  env_failed       ████████████████ 1
  max_turns        ████████████████ 1

Failures
  env_failed/step/TypeError ████████████████████████████████ 1
    no such file
    in /a

Retries
  engine: 503      ████████████████████████████████ 1
  environment      2
  whole episodes   1

Reward
  mean             0.75 (median 1, 0 to 1)
  zero std         50% of the prompts have equal rewards
  0                ██████████▋ 1
  1                ████████████████████████████████ 3

Passes
  an episode passes with a reward of 1 or more
  k                      1       2
  pass^k              0.75     0.5
  pass@k              0.75       1

Environment
  moves            3 an episode, 3 in all

Files
  out/samples.jsonl
  out/turns.jsonl
  out/metrics.json
  out/run.json
`);
});

it('says so when nothing was scored', () => {
  const metrics = createMetrics({ rewardKey: null });
  expect(renderSummary(metrics.read(0), { color: false })).toContain('no episode was scored');
});

it('names a folder elsewhere by its whole path', () => {
  const metrics = createMetrics({ rewardKey: null }).read(0);
  const dir = join(process.cwd(), '..', 'elsewhere');
  expect(renderSummary(metrics, { dir, color: false })).toContain(`  ${dir}/samples.jsonl\n`);
});

it('has colours only when asked', () => {
  const metrics = createMetrics({ rewardKey: null }).read(0);
  expect(renderSummary(metrics, { color: false })).not.toContain('\u001B[');
  expect(renderSummary(metrics, { color: true })).toContain('\u001B[');
});

it('names each file of the run that there is, from the folder where the command began', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'summary-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const dir = join(cwd, 'out');
  await mkdir(dir);
  const metrics = createMetrics({ rewardKey: null }).read(0);
  const files = (): string[] =>
    renderSummary(metrics, { dir, cwd }).split('Files\n')[1]?.trim().split(/\s+/) ?? [];
  const always = ['samples.jsonl', 'turns.jsonl', 'metrics.json', 'run.json'];
  expect(files()).toEqual(always.map((name) => `out/${name}`));
  for (const name of ['groups', 'ledger', 'discarded']) {
    await writeFile(join(dir, `${name}.jsonl`), '');
  }
  expect(files()).toEqual([
    'out/samples.jsonl',
    'out/turns.jsonl',
    'out/groups.jsonl',
    'out/ledger.jsonl',
    'out/discarded.jsonl',
    'out/metrics.json',
    'out/run.json',
  ]);
});
