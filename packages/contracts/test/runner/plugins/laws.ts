import fc from 'fast-check';
import { examination, property } from '../../../src/check.ts';
import type { RewardTarget } from '../../../src/suites/rm/target.ts';
import { createSample } from 'slime-sdk';

const view = { finalText: '', policyText: '', turns: [], seed: 0 };
const text = {
  why: 'It is a test.',
  fix: 'Nothing to mend.',
  source: 'here',
  faults: [],
};

function score(target: RewardTarget, response: string): unknown {
  return target.score([{ sample: createSample({ response }), view }]);
}

/** Laws of a test's own, about rewards. */
export const laws = [
  property<RewardTarget, { n: number }>({
    ...text,
    id: 'rm/own-small',
    title: 'A number is its own reward',
    requires: [],
    inputs: () => fc.record({ n: fc.nat(100_000) }),
    holds: async (target, { n }, trial) => {
      const value = await trial.call('reward', () => score(target, String(n)));
      if (value !== n) trial.fail({ expected: String(n), got: String(value) });
    },
  }),
  property<RewardTarget, number>({
    ...text,
    id: 'rm/own-after',
    title: 'What stands behind it is blocked',
    requires: ['rm/own-small'],
    inputs: () => fc.nat(),
    holds: () => undefined,
  }),
  property<RewardTarget, number>({
    ...text,
    id: 'rm/own-rare',
    title: 'Its precondition is rare',
    requires: [],
    inputs: () => fc.nat(1_000_000),
    holds: (_target, n, trial) => trial.require(n === 999_999),
  }),
  examination<RewardTarget>({
    ...text,
    id: 'rm/own-last',
    title: 'The run goes on to the last',
    requires: [],
    needs: ({ world }) => (world.args.reward_key === 'never' ? 'a reward key' : null),
    examine: async (target, trial) => {
      await trial.call('reward', () => score(target, '1'));
    },
  }),
];
