import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRolloutArgs, createSample, type RolloutArgs, type Sample } from 'slime-sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { type CheckReport, type PluginReport, reportSchema } from '../../../src/report/report.ts';
import { checkSamplesFile } from '../../../src/suites/samples/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'slime-contracts-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of stored samples', () => {
  it('is reported check by check, as the schema of reports has it', async () => {
    const report = await checkLines(samples(4).map(toLine));
    expect(report).toMatchObject({ kind: 'samples', error: null });
    const [plugin] = reportSchema.shape.plugins.parse([report]);
    expect(plugin).toEqual(report);
    expect(outcomeOf(report, 'samples/json')).toBe('held');
    expect(outcomeOf(report, 'samples/routed-experts')).toBe('not_applicable');
  });

  it('names line and path of the first five breaches, and counts all', async () => {
    const broken = samples(8).map((sample) => ({ ...sample, rollout_log_probs: [-1, 0.5] }));
    const { failure } = find(await checkLines(broken.map(toLine)), 'samples/log-probs');
    expect(failure?.got.split('\n')).toEqual([
      ...[1, 2, 3, 4, 5].map(
        (line) =>
          `line ${line}: rollout_log_probs[1]: 0.5 is no log-probability: finite, at most 0`,
      ),
      'and 3 more',
    ]);
    expect(failure?.note).toBe('8 breaches in 8 samples');
    expect(failure?.command).toContain('npx slime-contracts --samples ');
  });

  it('reads a line of a whole rollout, and names the place in it', async () => {
    const broken = samples(2).map((sample) => ({ ...sample, status: 'pending' }));
    const report = await checkLines([toLine({ rollout_id: 3, samples: broken })]);
    expect(find(report, 'samples/status').failure?.got).toContain('line 1: samples[1].status: ');
    expect(find(report, 'samples/status').cases).toBe(2);
  });

  it('reads the bare NaN that Python writes, and says where it stands', async () => {
    const [first] = samples(1);
    const line = toLine({ ...first, reward: 'REWARD' }).replace('"REWARD"', 'NaN');
    const report = await checkLines([line]);
    expect(outcomeOf(report, 'samples/json')).toBe('held');
    expect(find(report, 'samples/bare-nan').failure?.got).toBe(
      `line 1: column ${line.indexOf('NaN') + 1}`,
    );
    expect(find(report, 'samples/rewards').failure?.got).toBe('line 1: reward: NaN is not finite');
  });

  it('takes NaN in a text for text', async () => {
    const [first] = samples(1);
    const report = await checkLines([toLine({ ...first, response: 'NaN, "Infinity" and \\"NaN' })]);
    expect(outcomeOf(report, 'samples/bare-nan')).toBe('held');
  });

  it('blocks what it cannot look at where nothing can be read', async () => {
    const report = await checkLines(['not json', '[1]']);
    expect(find(report, 'samples/json').failure?.got).toContain('line 2: neither a sample');
    expect(outcomeOf(report, 'samples/tokens')).toBe('blocked');
    expect(find(report, 'samples/tokens').reason).toBe('samples/json');
  });

  it('falls short where it holds no sample', async () => {
    expect(find(await checkLines([]), 'samples/json').failure?.got).toContain(
      'no sample in the file',
    );
  });

  it('says that it is not there, or of torch, as its error', async () => {
    const missing = await checkSamplesFile(join(folder, 'none.jsonl'), {
      args: createRolloutArgs(),
    });
    expect(missing).toMatchObject({ checks: [], error: expect.stringContaining('no such file') });
    const torch = await checkSamplesFile('dump.pt', { args: createRolloutArgs() });
    expect(torch.error).toContain('torch file');
  });
});

describe('a reward', () => {
  it('that is a boolean or a string is named, and blocks no other check', async () => {
    const [first, second] = samples(2);
    const lines = [
      { ...first, reward: false },
      { ...second, reward: 'yes' },
    ].map(toLine);
    const report = await checkLines(lines);
    expect(find(report, 'samples/rewards').failure?.got.split('\n')).toEqual([
      'line 1: reward: false is a boolean, not a number: write 0',
      'line 2: reward: "yes" is a string, not a number',
    ]);
    const others = report.checks.filter(({ outcome }) => !/held|not_applicable/.test(outcome));
    expect(others.map(({ id }) => id)).toEqual(['samples/rewards']);
  });

  it('that is a record asks for its key, unless a post-process reads it', async () => {
    const records = samples(2).map((sample, at) => ({
      ...sample,
      reward: { score: at, acc: true, pred: '0' },
    }));
    const lines = records.map(toLine);
    expect(find(await checkLines(lines), 'samples/rewards').failure?.got).toContain(
      'line 1: reward: a record, and no --reward-key names which of its numbers is trained on: score',
    );
    expect(outcomeOf(await checkLines(lines, { reward_key: 'score' }), 'samples/rewards')).toBe(
      'held',
    );
    const own = await checkLines(lines, {}, true);
    expect(outcomeOf(own, 'samples/rewards')).toBe('held');
  });
});

describe('a turn of log-probabilities 0.0', () => {
  /** Two turns of one sample around an observation of two tokens. */
  function turns(first: number[], second: number[]): string[] {
    return samples(2).map((sample) => {
      const logProbs = [...first, 0, 0, ...second];
      return toLine({
        ...sample,
        tokens: [1, 2, ...logProbs.map((_, at) => at)],
        response_length: logProbs.length,
        rollout_log_probs: logProbs,
        loss_mask: logProbs.map((_, at) => (at < first.length || at >= first.length + 2 ? 1 : 0)),
      });
    });
  }

  it.each([
    ['that is long', [-0.5, 0, -0.1], Array<number>(8).fill(0), '0.0 for all 8 tokens of a turn'],
    ['where no other token has one', [-0.5, -0.5], [0, 0], '0.0 for all 2 tokens of a turn, and'],
  ])('%s falls short', async (_what, first, second, got) => {
    const report = await checkLines(turns(first, second));
    expect(find(report, 'samples/certain-tokens').failure?.got).toContain(got);
  });

  it('is taken for certain where the engine rounds others to it too', async () => {
    const report = await checkLines(turns([-0.5, 0, -0.1], [0, 0]));
    expect(outcomeOf(report, 'samples/certain-tokens')).toBe('held');
  });
});

describe('siblings', () => {
  it('that begin with another prompt are told of as a warning', async () => {
    const [first, second] = samples(2);
    const other = { ...second, tokens: [1, 3, 101, 101] };
    const check = find(await checkLines([first, other].map(toLine)), 'samples/sibling-prompts');
    expect(check).toMatchObject({ outcome: 'fell_short', severity: 'warning' });
    expect(check.failure?.got).toBe(
      'line 2: tokens: another prompt than that of line 1, of the same group',
    );
  });

  it('may have later segments that begin with what came before', async () => {
    const [first, second] = samples(2);
    const lines = [
      { ...first, rollout_id: 0 },
      { ...first, rollout_id: 0, tokens: [1, 2, 100, 101, 7, 8] },
      { ...second, rollout_id: 1 },
    ];
    const report = await checkLines(lines.map(toLine));
    expect(outcomeOf(report, 'samples/sibling-prompts')).toBe('held');
  });
});

describe('what the run was started with', () => {
  it('asks each sample for top-p rows where top-p is not 1', async () => {
    const lines = samples(2).map(toLine);
    const report = await checkLines(lines, { rollout_top_p: 0.9 });
    expect(find(report, 'samples/top-p').failure?.got).toContain('--rollout-top-p is 0.9');
    expect(outcomeOf(await checkLines(lines), 'samples/top-p')).toBe('not_applicable');
  });

  it('holds groups to n_samples_per_prompt', async () => {
    const lines = samples(4).map(toLine);
    expect(outcomeOf(await checkLines(lines), 'samples/group-sizes')).toBe('held');
    const report = await checkLines(lines, { n_samples_per_prompt: 4 });
    expect(find(report, 'samples/group-sizes').failure?.got).toContain('2 rollouts, not 4');
  });

  it('lets resumed samples have several versions of the weights', async () => {
    const mixed = samples(2).map((sample) => ({ ...sample, weight_versions: ['1', '2'] }));
    const lines = mixed.map(toLine);
    expect(outcomeOf(await checkLines(lines), 'samples/weight-versions')).toBe('fell_short');
    const resumed = await checkLines(lines, { partial_rollout: true });
    expect(outcomeOf(resumed, 'samples/weight-versions')).toBe('not_applicable');
  });
});

/** Pairs of a prompt, one right and one wrong, nothing to complain of. */
function samples(count: number): Sample[] {
  return Array.from({ length: count }, (_, at) =>
    createSample({
      group_index: Math.floor(at / 2),
      index: at,
      prompt: 'What is 1 + 1?',
      tokens: [1, 2, 100 + at, 101],
      response: String(at),
      response_length: 2,
      loss_mask: [1, 1],
      rollout_log_probs: [-1, -0.5],
      reward: at % 2,
      status: 'completed',
      weight_versions: ['1'],
    }),
  );
}

function toLine(value: unknown): string {
  return JSON.stringify(value);
}

let files = 0;

async function checkLines(
  lines: readonly string[],
  args: Partial<RolloutArgs> = {},
  hasPostProcess = false,
): Promise<PluginReport> {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return checkSamplesFile(file, { args: createRolloutArgs(args), hasPostProcess });
}

function find({ checks }: PluginReport, id: string): CheckReport {
  const check = checks.find((item) => item.id === id);
  if (check === undefined) throw new TypeError(`no check ${id}`);
  return check;
}

function outcomeOf(report: PluginReport, id: string): string {
  return find(report, id).outcome;
}
