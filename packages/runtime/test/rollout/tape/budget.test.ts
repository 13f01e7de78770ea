import fc from 'fast-check';
import { createRolloutArgs, type EngineCapabilities } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  budgetLeft,
  createBudget,
  isBounded,
  longestPrompt,
} from '../../../src/rollout/tape/budget.ts';

const engine: EngineCapabilities = {
  contextLength: null,
  maxInput: null,
  eosIds: [],
  topP: false,
  routedExperts: false,
  promptIds: false,
  base64: false,
  trainable: true,
};

const limit = fc.option(fc.integer({ min: 1, max: 5000 }), { nil: null });

describe('the budget', () => {
  it('never lets the prompt eat the response budget, nor a turn exceed any limit (B003, B004)', () => {
    fc.assert(
      fc.property(
        limit,
        limit,
        limit,
        fc.nat(5000),
        fc.nat(5000),
        (turn, response, context, prompt, used) => {
          const budget = createBudget(
            createRolloutArgs({
              max_tokens_per_turn: turn,
              rollout_max_response_len: response,
              rollout_max_context_len: context,
            }),
            engine,
          );
          const left = budgetLeft(budget, { length: prompt + used, responseLength: used });
          const room = Math.max(
            0,
            Math.min((response ?? Infinity) - used, (context ?? Infinity) - prompt - used),
          );
          expect(left.region).toBe(room);
          expect(left.turn).toBe(Math.min(turn ?? Infinity, room));
          expect(isBounded(budget)).toBe(turn !== null || response !== null || context !== null);
        },
      ),
      { seed: 4 },
    );
  });

  it('takes the longest observation and the longest prompt that a turn can follow', () => {
    fc.assert(
      fc.property(
        limit,
        limit,
        limit,
        fc.nat(3000),
        fc.nat(3000),
        (response, context, window, prompt, used) => {
          const budget = createBudget(
            createRolloutArgs({
              rollout_max_response_len: response,
              rollout_max_context_len: context,
            }),
            { ...engine, contextLength: window },
          );
          fc.pre(isBounded(budget));
          const turnAt = (length: number, responseLength: number) =>
            budgetLeft(budget, { length, responseLength }).turn;
          const { observation: room } = budgetLeft(budget, {
            length: prompt + used,
            responseLength: used,
          });
          if (turnAt(prompt + used, used) === 0) expect(room).toBe(0);
          else expect(turnAt(prompt + used + room, used + room)).toBeGreaterThan(0);
          expect(turnAt(prompt + used + room + 1, used + room + 1)).toBe(0);
          const longest = longestPrompt(budget);
          if (longest === Infinity || longest < 0) return;
          expect(turnAt(longest, 0)).toBeGreaterThan(0);
          expect(turnAt(longest + 1, 0)).toBe(0);
        },
      ),
      { seed: 6, numRuns: 1000 },
    );
  });

  it('gives a prompt of 220 tokens the whole response budget of 256', () => {
    const budget = createBudget(createRolloutArgs({ rollout_max_response_len: 256 }), engine);
    expect(budgetLeft(budget, { length: 220, responseLength: 0 }).turn).toBe(256);
  });

  it('keeps the slack that SGLang’s scheduler takes off the context', () => {
    const budget = createBudget(createRolloutArgs(), { ...engine, contextLength: 100 });
    expect(budgetLeft(budget, { length: 94, responseLength: 50 })).toEqual({
      turn: 6,
      region: 6,
      limit: 'context_budget',
      observation: 0,
      observationLimit: 'context_budget',
    });
    expect(budgetLeft(budget, { length: 95, responseLength: 50 }).turn).toBe(0);
  });

  it('names the limit that bites', () => {
    const budget = createBudget(
      createRolloutArgs({ rollout_max_response_len: 10, rollout_max_context_len: 30 }),
      engine,
    );
    expect(budgetLeft(budget, { length: 15, responseLength: 10 }).limit).toBe('response_budget');
    expect(budgetLeft(budget, { length: 30, responseLength: 2 }).limit).toBe('context_budget');
  });
});
