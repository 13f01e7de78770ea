import fc from 'fast-check';
import {
  checkSample,
  createSample,
  type Ending,
  type FailureCause,
  type Outcome,
  type ScoredEnding,
} from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { settleGroup } from '../../src/rollout/settle-group.ts';

const scoredEnding = fc.constantFrom<ScoredEnding>(
  'env_done',
  'max_turns',
  'response_budget',
  'context_budget',
  'length',
);
const cause = fc.constantFrom<FailureCause>(
  'env_failed',
  'engine_failed',
  'grader_failed',
  'data_failed',
);
const outcome = fc.oneof(
  scoredEnding.map((ending): Outcome => ({ kind: 'scored', ending, reward: null })),
  cause.map((ending): Outcome => ({
    kind: 'failed',
    ending,
    error: { name: 'E', message: 'm', code: null, where: 'step', turn: 1 },
  })),
  fc.constant<Outcome>({ kind: 'aborted', ending: 'abort', reason: 'r' }),
);
const item = fc.record({
  outcome,
  sample: fc
    .nat()
    .map((index) =>
      createSample({ index, tokens: [1, 2], response_length: 1, reward: 1, loss_mask: [1] }),
    ),
});
const policy = fc.constantFrom('mask', 'drop_group', 'requeue', 'fail_run');

const STATUS: Record<Ending, string> = {
  env_done: 'completed',
  max_turns: 'truncated',
  response_budget: 'truncated',
  context_budget: 'truncated',
  length: 'truncated',
  abort: 'aborted',
  env_failed: 'failed',
  engine_failed: 'failed',
  grader_failed: 'failed',
  data_failed: 'failed',
};

describe('settling a group', () => {
  it('gives every outcome its status, no failure a reward, and only valid samples', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), policy, (items, name) => {
        const samples = settleGroup(items, name);
        for (const [at, sample] of samples.entries()) {
          const { kind, ending } = items[at]?.outcome ?? { kind: '', ending: 'abort' as const };
          expect(sample.status).toBe(STATUS[ending]);
          expect(sample.metadata['ending']).toBe(ending);
          expect(sample.reward).toBe(kind === 'scored' ? 1 : null);
          expect(checkSample(sample)).toEqual([]);
          if (kind !== 'scored') expect(sample.remove_sample).toBe(true);
          expect('failure' in sample.metadata).toBe(kind === 'failed');
        }
      }),
      { seed: 5 },
    );
  });

  it('drops the siblings of a failure under drop_group only', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), policy, (items, name) => {
        const anyFailed = items.some(({ outcome: { kind } }) => kind === 'failed');
        for (const [at, sample] of settleGroup(items, name).entries()) {
          if (items[at]?.outcome.kind !== 'scored') continue;
          expect(sample.remove_sample).toBe(name === 'drop_group' && anyFailed);
        }
      }),
      { seed: 6 },
    );
  });
});
