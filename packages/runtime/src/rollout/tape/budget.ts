import type { EngineCapabilities, RolloutArgs } from 'slime-sdk';

/**
 * SGLang's scheduler refuses a prompt longer than its context less six
 * (sglang-wire: min(context - 1, pool - 1) - 5).
 */
const SCHEDULER_SLACK = 6;

/** Limits of an episode, in tokens; Infinity where nothing limits. */
export interface Budget {
  /** Tokens that one turn may sample. */
  turn: number;
  /** Tokens of the whole response region: sampled and bridge. */
  response: number;
  /** Tokens of prompt and response together. */
  context: number;
  /** Longest prompt that a request may carry. */
  input: number;
}

/** Which limit leaves no room. */
export type BudgetEnding = 'response_budget' | 'context_budget';

/** Reads the limits out of arguments and engine. */
export function createBudget(args: RolloutArgs, engine: EngineCapabilities): Budget {
  const engineContext = engine.contextLength ?? Infinity;
  return {
    turn: args.max_tokens_per_turn ?? Infinity,
    response: args.rollout_max_response_len ?? Infinity,
    context: Math.min(args.rollout_max_context_len ?? Infinity, engineContext),
    input: Math.min(engine.maxInput ?? Infinity, engineContext - SCHEDULER_SLACK),
  };
}

/** Whether anything limits a turn at all: without it a request would run to the engine's own limit. */
export function isBounded(budget: Budget): boolean {
  return Number.isFinite(Math.min(budget.turn, budget.response, budget.context));
}

/** What is left of a budget on a tape of this length. */
export interface BudgetLeft {
  /** Tokens that the next turn may sample, 0 when none. */
  turn: number;
  /** Tokens that may still be appended, whoever made them. */
  region: number;
  /** The limit that `region` comes from. */
  limit: BudgetEnding;
  /** Tokens of the longest observation that a turn can follow. */
  observation: number;
  /** The limit that `observation` comes from. */
  observationLimit: BudgetEnding;
}

/** Tokens of the longest prompt that a turn can follow. */
export function longestPrompt({ input, context }: Budget): number {
  return Math.min(input, context - 1);
}

/** Computes what is left: the least of turn cap, response budget and context. */
export function budgetLeft(
  budget: Budget,
  tape: { length: number; responseLength: number },
): BudgetLeft {
  const response = budget.response - tape.responseLength;
  const context = tape.length > budget.input ? 0 : Math.min(budget.context - tape.length, Infinity);
  const region = Math.max(0, Math.min(response, context));
  const behind = longestPrompt(budget) - tape.length;
  return {
    turn: Math.max(0, Math.min(budget.turn, region)),
    region,
    limit: response <= context ? 'response_budget' : 'context_budget',
    observation: Math.max(0, Math.min(response - 1, behind)),
    observationLimit: response - 1 <= behind ? 'response_budget' : 'context_budget',
  };
}
