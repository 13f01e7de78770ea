import { createRolloutArgs } from 'slime-sdk';
import { expect, it } from 'vitest';
import { choosePolicy, openPolicy } from '../../src/rollout/open-policy.ts';
import { builtinEncoder } from '../../src/tokens/index.ts';

const open = (spec: string) =>
  openPolicy(choosePolicy(spec), createRolloutArgs(), builtinEncoder());

it.each([
  ['rndom', '--policy random'],
  ['ranodm', '--policy random'],
  ['Random', '--policy random'],
  ['recored:run/samples.jsonl', '--policy recorded:run/samples.jsonl'],
  ['recorded', '--policy recorded:FILE'],
])('a misspelt policy, %s, is told what it may have been meant to be', async (spec, meant) => {
  await expect(open(spec)).rejects.toThrow(`did you mean ${meant}?`);
});

it.each(['no-such-policy', './rndom.ts', 'rn'])(
  'a policy that is not there and near to nothing is only not there: %s',
  async (spec) => {
    await expect(open(spec)).rejects.toThrow(/^(?!.*did you mean)/s);
  },
);
