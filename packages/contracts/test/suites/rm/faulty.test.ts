import { fileURLToPath } from 'node:url';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { expect, it, vi } from 'vitest';
import type { CheckResult } from '../../../src/runner/check-result.ts';
import { runReward } from './run-reward.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILE = fileURLToPath(new URL('./plugins/faulty.ts', import.meta.url));

function rows(name: string): Partial<RolloutArgs> {
  const file = fileURLToPath(new URL(`./rows/${name}.jsonl`, import.meta.url));
  return createRolloutArgs({ prompt_data: file, input_key: 'input', label_key: 'label' });
}

async function check(
  id: string,
  name: string,
  args: Partial<RolloutArgs> = {},
): Promise<CheckResult | undefined> {
  return (await runReward(FILE, name, { args, only: [id], runs: 400 })).get(id);
}

it.each([
  ['a label that never pays while others do', 'rm/calibration', 'wholeNumbers', rows('roots')],
  ['a reward that pays for any box', 'rm/calibration', 'anyBox', rows('roots')],
  ['a cache whose key lacks the label', 'rm/order-free', 'keptByResponse', {}],
  ['NaN for a sample without a turn', 'rm/survives-any-status', 'withoutTurns', {}],
  ['a value out of the range for one', 'rm/survives-any-status', 'beyondRange', {}],
  ['NaN for a very long response', 'rm/survives-any-response', 'veryLong', {}],
  ['the first of two plain statements', 'rm/last-answer', 'firstStatement', {}],
  ['the first of two declared headings', 'rm/last-answer', 'firstHeading', {}],
  ['a bonus that the prompt earns', 'rm/reads', 'shownLine', rows('french')],
  ['a block of its own that ends at a line', 'rm/newlines', 'planInOneLine', {}],
  ['the empty response that equals 0', 'rm/hack-empty', 'emptyIsZero', {}],
  [
    'a self-written result, without a range',
    'rm/hack-self-written-tool-results',
    'trustedResult',
    {},
  ],
  ['another unit', 'rm/label-sensitivity', 'anyUnit', rows('units')],
])('finds %s', async (_what, id, name, args) => {
  expect((await check(id, name, args))?.outcome).toBe('fell_short');
});

it('names the label that never pays', async () => {
  const result = await check('rm/calibration', 'wholeNumbers', rows('roots'));
  expect(result?.failure?.expected).toContain(JSON.stringify('2\\sqrt{3}'));
  expect(result?.failure?.input).toContain('2\\\\sqrt{3}');
});

it('asks no right answer of a reward that says that it reads no label', async () => {
  const result = await check('rm/calibration', 'anyBoxWithoutLabel', rows('roots'));
  expect(result?.outcome).toBe('not_applicable');
});
