import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as rewards from '../../src/rewards/index.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const block = /## Graders[^]*?```js\n([^]*?)```/.exec(readme)?.[1] ?? '';
/** Shown in a section of their own, which a test of the whole program runs. */
const COMPOSITION = [
  'blocks',
  'formatGate',
  'graderReward',
  'lengthPenalty',
  'llmJudge',
  'weightedSum',
];
const examples = block.trim().split('\n');

describe('the examples of the README', () => {
  it('show every grader', () => {
    const { graders, ...functions } = rewards;
    for (const name of Object.keys({ ...functions, graders })) {
      expect(COMPOSITION.includes(name) ? readme : block).toContain(name);
    }
    expect(examples).toHaveLength(17);
  });

  it.each(examples)('%s', async (line) => {
    const [, call, result] = /^(.*); \/\/ (.*)$/.exec(line) ?? [];
    const value: unknown = await runInNewContext(
      `(async () => JSON.stringify([${call}, ${result}]))()`,
      { ...rewards },
    );
    const [given, shown]: unknown[] = JSON.parse(String(value));
    expect(given).toEqual(shown);
  });
});
