import { createRolloutArgs } from 'slime-sdk';
import { expect, test } from 'vitest';
import { assertAppendable } from '../../src/rollout/assert-appendable.ts';
import { builtinEncoder } from '../../src/tokens/index.ts';
import { DROPS_TOOL } from '../tokens/templates/awkward.ts';

/** Prints the question alone. */
const ONE_TURN = '{{ messages[0].content }}';

const check = (source: string, maxTurns: number): void => {
  const { template } = builtinEncoder({ template: { name: 'tested', source } });
  assertAppendable(template, createRolloutArgs({ max_turns: maxTurns }));
};

test('a run of several turns is refused where nothing can be appended', () => {
  expect(() => check(ONE_TURN, 2)).toThrow(
    'chat template tested can append neither a user nor a tool message behind a turn',
  );
  expect(() => check(ONE_TURN, 1)).not.toThrow();
});

test('a template that appends the user alone is no reason to refuse a run', () => {
  expect(() => check(DROPS_TOOL, 2)).not.toThrow();
});
