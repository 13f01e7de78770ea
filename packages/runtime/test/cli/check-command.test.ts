import { dirname } from 'node:path';
import { createSample, type Sample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { runCli, testFiles } from './run-cli.ts';

const good: Partial<Sample> = {
  status: 'completed',
  tokens: [1, 2, 3],
  response_length: 2,
  loss_mask: [1, 1],
  rollout_log_probs: [-0.5, -0.1],
  reward: 1,
};

async function check(
  lines: readonly (string | Partial<Sample>)[],
  ...flags: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const content = lines.map((line) =>
    typeof line === 'string' ? line : JSON.stringify(createSample({ ...good, ...line })),
  );
  const file = await testFiles({ 'samples.jsonl': `${content.join('\n')}\n` });
  return runCli('check', file('samples.jsonl'), ...flags);
}

describe('slime-runtime check', () => {
  it('finds nothing in good samples, siblings of a fan-out among them', async () => {
    const lines = [
      { index: 0, group_index: 0 },
      { index: 1, group_index: 0, rollout_id: 1 },
      { index: 1, group_index: 0, rollout_id: 1 },
      '{"status":"aborted"}',
      '',
      { index: 2, group_index: 1, reward: { acc: 1 } },
    ];
    expect(await check(lines)).toEqual({
      code: 0,
      stdout: '5 samples, all invariants hold\n',
      stderr: '',
    });
  });

  it('takes the folder of a run', async () => {
    const sample = createSample({ ...good, tokens: [1] });
    const run = await testFiles({ 'samples.jsonl': `${JSON.stringify(sample)}\n` });
    const { code, stdout } = await runCli('check', dirname(run('samples.jsonl')));
    expect(code).toBe(1);
    expect(stdout).toContain('samples.jsonl:1: response_length: ');
    const none = await testFiles({ 'metrics.json': '{}' });
    const refused = await runCli('check', dirname(none('metrics.json')));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('holds no samples.jsonl');
  });

  it('prints file, line, path and message of each finding, then a summary', async () => {
    const lines: (string | Partial<Sample>)[] = [
      { index: 0, rollout_log_probs: [-1, 0.5] },
      '{"status":"completed","reward": NaN}',
      { index: 1, response_length: 3, loss_mask: [1, 1] },
      '[]',
      { index: 2, status: 'failed' },
    ];
    const { code, stdout } = await check(lines);
    expect(stdout)
      .toBe(`samples.jsonl:1: rollout_log_probs[1]: 0.5 is no log-probability: finite, at most 0
samples.jsonl:2: (root): column 33: not JSON near \`ompleted","reward": NaN}\`
samples.jsonl:3: response_length: 3 must be less than the number of tokens, 3
samples.jsonl:3: loss_mask: 2 entries for a response of 3
samples.jsonl:3: rollout_log_probs: 2 entries for a response of 3
samples.jsonl:4: (root): Invalid input: expected object, received array
samples.jsonl:5: reward: a failed sample carries no reward
5 samples, 7 findings in 5 of them
`);
    expect(code).toBe(1);
  });

  it('holds samples against each other', async () => {
    const lines = [
      { index: 0, group_index: 0 },
      { index: 0, group_index: 0 },
      { index: 1, group_index: 0, rollout_id: 7 },
      { index: 1, group_index: 0, rollout_id: 8 },
      { index: 2, group_index: 1, rollout_id: 7 },
    ];
    const { code, stdout } = await check(lines);
    const rule = 'siblings of one rollout share a rollout_id, others need an index of their own';
    expect(stdout)
      .toBe(`samples.jsonl:2: index: 0 is the index of line 1 too; ${rule} (rollout_id is null here, null there)
samples.jsonl:4: index: 1 is the index of line 3 too; ${rule} (rollout_id is 8 here, 7 there)
samples.jsonl:5: rollout_id: 7 is the rollout_id of line 3 too, which is of group 0, not 1; the loss would take them for one rollout
5 samples, 3 findings in 3 of them
`);
    expect(code).toBe(1);
  });

  it('holds rewards to --reward-key', async () => {
    const lines = [{ reward: { acc: 1 } }, { reward: { score: 1 } }, { reward: 1 }];
    const { code, stdout } = await check(lines, '--reward-key', 'acc');
    expect(stdout).toBe(`samples.jsonl:2: reward.acc: --reward-key acc must be a finite number
samples.jsonl:3: reward: a number, but --reward-key acc needs an object
3 samples, 2 findings in 2 of them
`);
    expect(code).toBe(1);
  });

  it('falls short on a dump without samples', async () => {
    expect(await check([''])).toEqual({
      code: 1,
      stdout: 'no samples: nothing was checked\n',
      stderr: '',
    });
  });

  it('says what to do with a file that is not there, and with a torch file', async () => {
    expect(await runCli('check', '/nowhere.jsonl')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'slime-runtime: /nowhere.jsonl: no such file; check the path, which is relative to the working directory\n',
    });
    const { code, stderr } = await runCli('check', 'dump/0.pt');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'torch.load(sys.argv[1], weights_only=False)["samples"]]\' dump/0.pt > dump/0.jsonl',
    );
  });
});
