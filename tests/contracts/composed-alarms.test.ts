import { join } from 'node:path';
import { type ContractArgs, runContracts } from 'slime-contracts';
import { expect, it, onTestFinished } from 'vitest';
import { startModelJudge } from './start-services.ts';

/** Checks that a reward breaks, with what it did. */
async function alarms(args: ContractArgs, only: string[]): Promise<string[]> {
  const { plugins } = await runContracts({
    args: {
      prompt_data: 'rows/capitals.jsonl',
      input_key: 'question',
      label_key: 'answer',
      ...args,
    },
    cwd: join(import.meta.dirname, 'plugins'),
    runs: 20,
    seed: 3,
    only,
  });
  return plugins.flatMap(({ error, checks }) => [
    ...(error === null ? [] : [error]),
    ...checks.flatMap(({ id, outcome, failure }) =>
      outcome === 'fell_short' ? [`${id}: ${String(failure?.got)}`] : [],
    ),
  ]);
}

async function judgedBy(opinion: Parameters<typeof startModelJudge>[0]): Promise<ContractArgs> {
  const model = await startModelJudge(opinion);
  onTestFinished(() => model.stop());
  return { custom_rm_path: './model-judge.ts#alone', judge_url: model.url };
}

it('a judge whose server fails is a reward that throws, not one of 0', async () => {
  const found = await alarms(await judgedBy(() => null), ['rm/settles']);
  expect(found).toEqual([expect.stringMatching(/^rm\/settles: .*llmJudge: .*HTTP 404/s)]);
});

it('a judge that praises everything is caught', async () => {
  const found = await alarms(await judgedBy(() => 1), ['rm/not-constant', 'rm/calibration']);
  expect(found.map((text) => text.split(':')[0])).toEqual(['rm/calibration', 'rm/not-constant']);
});
