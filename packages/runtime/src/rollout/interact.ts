import {
  DataError,
  type Ending,
  isSlimeError,
  type JsonObject,
  type Outcome,
  type ResetResult,
  type RolloutArgs,
  type Sample,
  type ScoredEnding,
  type Turn,
} from 'slime-sdk';
import type { EnvSession, HostedEnv, HostedStep } from '../plugins/plugin-host.ts';
import { EnvTurns } from './env-turns.ts';
import { causeOf, EpisodeFailure, reportFailure } from './failure.ts';
import { readToolSpecs } from './tool-specs.ts';
import type { TurnLog } from './turn-log.ts';
import type { TapeChain } from './tape/tape-chain.ts';

/** One episode to run. */
export interface InteractOptions {
  args: RolloutArgs;
  sample: Sample;
  env: HostedEnv;
  tape: TapeChain;
  seed: number;
  log: TurnLog;
  signal: AbortSignal;
}

/** What an episode left besides its tape. */
export interface Interaction {
  outcome: Outcome;
  envRetries: number;
  /** What `reset` said of the episode; null when it said nothing. */
  resetInfo: JsonObject | null;
  envMetrics: Record<string, number>;
  envSeconds: number;
}

/**
 * Runs one episode: the policy's turn, the environment's answer, until one of the ends of the
 * table in README.md. Never throws for what a plugin or the engine does; `close` runs exactly once.
 */
export async function interact(options: InteractOptions): Promise<Interaction> {
  const { log } = options;
  const state: EpisodeState = {
    env: undefined,
    turns: undefined,
    resetInfo: null,
    reward: undefined,
  };
  let outcome: Outcome;
  let envMetrics: Record<string, number> = {};
  try {
    const ending = await runTurns(options, log, state);
    const session = state.env;
    if (session !== undefined) envMetrics = await during('metrics', null, () => session.metrics());
    outcome =
      ending === 'abort'
        ? { kind: 'aborted', ending, reason: log.abortReason }
        : { kind: 'scored', ending, reward: state.reward ?? null };
  } catch (error) {
    outcome = failedOutcome(error, options);
    // Not twice, where it is what failed.
    if (outcome.kind === 'failed' && outcome.error.where !== 'metrics') {
      const { metrics, fault } = await measureFailed(state.env);
      envMetrics = metrics;
      if (fault !== null) outcome = withFault(outcome, fault);
    }
  }
  const closeError = (await state.env?.close()) ?? null;
  if (closeError !== null && outcome.kind === 'scored') outcome = failedClose(closeError, options);
  log.end(outcome.ending);
  return {
    outcome,
    envRetries: state.turns?.retries ?? 0,
    resetInfo: state.resetInfo,
    envMetrics,
    envSeconds: log.envSeconds,
  };
}

type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;

/** What an episode that failed has measured: what it spent is spent. */
async function measureFailed(
  env: EnvSession | undefined,
): Promise<{ metrics: Record<string, number>; fault: unknown }> {
  try {
    return { metrics: (await env?.metrics()) ?? {}, fault: null };
  } catch (fault) {
    return { metrics: {}, fault };
  }
}

/** A later failure is told behind the first, which stays the cause. */
function withFault(outcome: FailedOutcome, fault: unknown): FailedOutcome {
  const { message } = reportFailure(fault, 'metrics', null);
  const error = { ...outcome.error, message: `${outcome.error.message}; then ${message}` };
  return { ...outcome, error };
}

interface EpisodeState {
  env: EnvSession | undefined;
  turns: EnvTurns | undefined;
  resetInfo: JsonObject | null;
  /** Step rewards, reduced as the env declares. */
  reward: number | undefined;
}

async function runTurns(
  options: InteractOptions,
  log: TurnLog,
  state: EpisodeState,
): Promise<ScoredEnding | 'abort'> {
  const { args, sample, env, tape, seed, signal } = options;
  state.env = await during('buildEnv', null, () => env.open({ sample, args, signal }));
  state.turns = new EnvTurns(state.env, { seed, maxRetries: args.max_env_retries_per_turn });
  const turns = state.turns;
  const reset = await during('reset', null, () => turns.reset());
  state.resetInfo = reset.info ?? null;
  await openPrompt(options, reset);
  for (;;) {
    const turn = await tape.generate();
    if (turn.finish.type === 'abort') return 'abort';
    const step = await log.stepping(turns, () => stepEnv(turns, turn, seed));
    state.reward = reduceReward(options.env, state.reward, step);
    const ending = await endOfTurn(options, log, turn, step);
    if (ending !== null) return ending;
  }
}

async function openPrompt(options: InteractOptions, reset: ResetResult): Promise<void> {
  const { sample, tape } = options;
  const prompt = reset.messages ?? sample.prompt;
  if (typeof prompt === 'number') {
    throw new DataError(
      `the row's prompt is the number ${prompt} and the environment's reset returned no messages`,
    );
  }
  const tools = reset.tools ?? readToolSpecs(sample.metadata);
  const { reword } = reset;
  await during('prompt', null, () =>
    tape.prompt(prompt, {
      ...(tools === undefined ? {} : { tools }),
      ...(reword === undefined ? {} : { reword }),
    }),
  );
  const left = tape.left;
  if (left.turn <= 0) {
    throw new DataError(
      `the prompt has ${tape.promptLength} tokens, which leaves no room for a response ` +
        `(${left.limit}); raise the limit or drop the row with --rollout-max-prompt-len`,
      { data: { prompt_tokens: tape.promptLength, limit: left.limit } },
    );
  }
}

function stepEnv(turns: EnvTurns, turn: Turn, seed: number): Promise<HostedStep> {
  return during('step', turn.index, () =>
    turns.step(turn.text, {
      turn: turn.index,
      reasoning: turn.reasoning,
      content: turn.content,
      calls: turn.calls,
      truncated: turn.truncated,
      seed,
    }),
  );
}

/** The table of README.md (How an episode ends), in its order; null when another turn follows. */
async function endOfTurn(
  options: InteractOptions,
  log: TurnLog,
  turn: Turn,
  step: HostedStep,
): Promise<ScoredEnding | null> {
  const { args, tape } = options;
  if (turn.truncated) return 'length';
  if (step.done) return 'env_done';
  if (turn.index + 1 >= args.max_turns) return 'max_turns';
  const messages = step.messages ?? [];
  const observed = await during('observation', turn.index, () => tape.observe(messages));
  if (!observed.appended) return observed.budget;
  log.observed(tape.lastObservation, observed);
  log.inSegment(tape.tapes.length - 1);
  return null;
}

function reduceReward(
  env: HostedEnv,
  before: number | undefined,
  step: HostedStep,
): number | undefined {
  if (step.reward === null) return before;
  return env.declaration.reward?.reduction === 'sum' ? (before ?? 0) + step.reward : step.reward;
}

/** Blames an error on the call that it came out of. */
async function during<T>(where: string, turn: number | null, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const fallback = where === 'prompt' || where === 'observation' ? 'data_failed' : 'env_failed';
    throw new EpisodeFailure(causeOf(error, fallback), error, where, turn);
  }
}

/** An env that could not be closed may hold what the next episode needs: its episode fails. */
function failedClose(error: Error, { tape }: InteractOptions): Outcome {
  const report = reportFailure(error, 'close', tape.turnCount - 1);
  return { kind: 'failed', ending: 'env_failed', error: report };
}

function failedOutcome(error: unknown, options: InteractOptions): Outcome {
  const ending: Ending = options.signal.aborted ? 'abort' : 'env_failed';
  if (ending === 'abort') return { kind: 'aborted', ending, reason: 'the run was stopped' };
  const failure =
    error instanceof EpisodeFailure
      ? error
      : new EpisodeFailure(
          causeOf(error, 'engine_failed'),
          error,
          isSlimeError(error) && error.code === 'SLIME_DATA' ? 'prompt' : 'generate',
          options.tape.turnCount,
        );
  return { kind: 'failed', ending: failure.ending, error: failure.report };
}
