import { readReset, ResultFault } from 'slime-runtime/hosting';
import type {
  InteractionEnv,
  JsonObject,
  MaybePromise,
  Message,
  ResetResult,
  StepContext,
  ToolSpec,
} from 'slime-sdk';
import type { Spoken } from '../../arbitraries/speak.ts';
import { type Breach, Broken } from '../../broken.ts';
import { isA } from '../../runner/blame.ts';
import type { Trial } from '../../trial.ts';
import { comparable } from './comparable.ts';
import { EnvThrew, EpisodeCalls, isDone, rewardOf } from './episode-calls.ts';
import type { EpisodeStart } from './episode-start.ts';
import { type PlayedTurn, PolicyVoice } from './policy-voice.ts';
import { said } from './said.ts';
import type { EnvTarget } from './target.ts';
import { closeQuietly } from './with-env.ts';
import { type Response, rowTools } from './turn-reader.ts';

export type { PlayedTurn } from './policy-voice.ts';

/** One episode to play. */
export interface PlayOptions {
  start: EpisodeStart;
  turns: readonly PlayedTurn[];
  /** Of the first reset. Default 0. */
  attempt?: number;
  /** Played on this one, which is neither built nor closed. Default: one is built and closed. */
  env?: InteractionEnv<unknown>;
  /** Builds the env in another way than {@link EnvTarget.build}. */
  build?: (signal: AbortSignal) => MaybePromise<InteractionEnv<unknown>>;
  /** Most turns. Default `max_turns` of the run. */
  mostTurns?: number;
  /**
   * What an env throws on its way: `break` breaks the law, `record` puts it into the transcript.
   * Default `break`.
   */
  throws?: 'break' | 'record';
  /** Called before each call of the env; what it throws ends the episode. */
  before?: (where: string) => MaybePromise<void>;
  /** Called when a call has settled, however. */
  after?: () => void;
  /** Default: one that never fires. */
  signal?: AbortSignal;
}

/** A turn that was played. */
export interface TurnRecord {
  spoken: Spoken;
  /** What `step` was given, but for the signal. */
  context: Omit<StepContext, 'signal'>;
  /** What `step` gave: the very object. */
  result: unknown;
  /** What `formatObservation` gave: the very object; null where the loop does not ask. */
  messages: unknown;
  done: boolean;
  /** Messages, `done` and reward as they were then; {@link comparable}. */
  seen: unknown;
}

/** What an episode was. */
export interface Transcript {
  /** A copy; empty fields where the result has another shape. Null: there was no reset. */
  reset: { messages: Message[] | null; tools: ToolSpec[] | null; info: JsonObject | null } | null;
  /** What `reset` gave: the very object. */
  resetResult: unknown;
  turns: TurnRecord[];
  /** What the policy said, the turn that made the env throw among it: to be played again. */
  responses: Response[];
  /** `plan`: all turns were played. The others as in the loop; `thrown` with `throws: 'record'`. */
  ended: 'done' | 'cut' | 'max_turns' | 'plan' | 'thrown';
  /** What `metrics` gave; null where there was none. */
  metrics: unknown;
  retries: number;
  thrown: { where: string; text: string; error: unknown } | null;
}

/**
 * Plays one episode in the order of the loop: build, reset, then for each turn snapshot (where
 * there is one), step and formatObservation, then metrics, then close, exactly once on every path.
 * Retryable errors are retried as the loop does.
 *
 * A made-up sample that build or reset refuses leaves the case.
 */
export async function playEpisode(
  target: EnvTarget,
  trial: Trial,
  options: PlayOptions,
): Promise<Transcript> {
  const { start, throws = 'break', before, after } = options;
  const transcript: Transcript = {
    reset: null,
    resetResult: undefined,
    turns: [],
    responses: [],
    ended: 'plan',
    metrics: null,
    retries: 0,
    thrown: null,
  };
  const signal = options.signal ?? new AbortController().signal;
  let env = options.env;
  try {
    if (env === undefined) {
      await before?.('build');
      const built = await trial.attempt('build', () =>
        options.build === undefined ? target.build(start.sample, signal) : options.build(signal),
      );
      after?.();
      if (!built.ok) throw new EnvThrew('build', built);
      assertSome(built.value);
      env = built.value;
    }
    await playTurns(env, target, trial, { ...options, signal }, transcript);
  } catch (error) {
    if (!(error instanceof EnvThrew)) {
      if (options.env === undefined && env !== undefined) await closeQuietly(env, trial);
      throw isA(error, Broken) ? withWords(error, transcript) : error;
    }
    record(transcript, error);
  }
  if (options.env === undefined && env !== undefined) {
    const built = env;
    await before?.('close');
    const closed = await trial.attempt('close', () => built.close());
    after?.();
    if (!closed.ok && transcript.thrown === null) record(transcript, new EnvThrew('close', closed));
  }
  if (transcript.thrown === null) return transcript;
  trial.require(transcript.reset !== null || !start.isMadeUp);
  if (throws === 'record') return transcript;
  throw new Broken(breachOf(start, transcript, transcript.thrown));
}

/** What breaks a law on its way, such as a call that does not settle, with what the policy said. */
function withWords(error: Broken, { responses }: Transcript): Broken {
  const { breach } = error;
  return breach.note === undefined ? new Broken({ ...breach, note: said(responses) }) : error;
}

/** The breach of a law by a throw. */
export function breachOf(
  { isMadeUp }: EpisodeStart,
  { responses }: Transcript,
  { where, text }: NonNullable<Transcript['thrown']>,
): Breach {
  const row = isMadeUp ? '; the row is made up: name yours with --prompt-data' : '';
  return { expected: `${where} does not throw`, got: text, note: said(responses) + row };
}

/** A `build` without a `return`; what else is no environment, its calls show. */
function assertSome(built: unknown): void {
  if (built !== null && built !== undefined) return;
  const text = `gave ${String(built)}, which is no environment`;
  throw new EnvThrew('build', { ok: false, thrown: built, text });
}

async function playTurns(
  env: InteractionEnv<unknown>,
  target: EnvTarget,
  trial: Trial,
  options: PlayOptions & { signal: AbortSignal },
  transcript: Transcript,
): Promise<void> {
  const { start, turns, attempt = 0, before, after, signal } = options;
  const { args } = target.world;
  const { mostTurns = args.max_turns } = options;
  const { seed, sample } = start;
  const maxRetries = args.max_env_retries_per_turn;
  const calls = new EpisodeCalls({
    trial,
    env,
    seed,
    attempt,
    maxRetries,
    signal,
    ...(before && { before }),
    ...(after && { after }),
  });
  try {
    transcript.resetResult = await calls.reset();
    transcript.reset = tolerantReset(transcript.resetResult);
    const { tools, messages: first } = transcript.reset;
    const voice = new PolicyVoice(target, start, {
      tools: tools ?? rowTools(sample),
      messages: first ?? sample.prompt,
    });
    for (const [turn, played] of turns.entries()) {
      const { spoken, context } = voice.say(played, turn);
      transcript.responses.push({ text: spoken.text, truncated: spoken.truncated });
      const { result, messages } = await calls.step(spoken, context);
      const done = isDone(result);
      const then = comparable({ messages, done, reward: rewardOf(result) });
      transcript.turns.push({ spoken, context, result, messages, done, seen: then });
      if (spoken.truncated) transcript.ended = 'cut';
      else if (done) transcript.ended = 'done';
      else if (turn + 1 >= mostTurns) transcript.ended = 'max_turns';
      if (transcript.ended !== 'plan') break;
      voice.hear(messages);
    }
    transcript.metrics = await calls.metrics();
  } finally {
    transcript.retries = calls.retries;
  }
}

function tolerantReset(result: unknown): NonNullable<Transcript['reset']> {
  const { messages = null, tools = null, info = null } = readTolerantly(result);
  return { messages, tools, info };
}

/** What is wrong with a result is the matter of the check about it. */
function readTolerantly(result: unknown): ResetResult {
  try {
    return readReset(result);
  } catch (fault) {
    if (fault instanceof ResultFault) return {};
    throw fault;
  }
}

function record(transcript: Transcript, { where, attempt }: EnvThrew): void {
  transcript.ended = 'thrown';
  transcript.thrown = { where, text: attempt.text, error: attempt.thrown };
}

/** What is seen of an episode from outside; comparable data. */
export interface VisibleEpisode {
  reset: unknown;
  turns: unknown[];
  ended: Transcript['ended'];
  thrown: { where: string; text: string } | null;
}

/** What the policy and the trainer see of an episode, for comparisons. */
export function visible({ reset, turns, ended, thrown }: Transcript): VisibleEpisode {
  return {
    reset: reset === null ? null : comparable({ messages: reset.messages, tools: reset.tools }),
    turns: turns.map(({ seen }) => seen),
    ended,
    thrown: thrown === null ? null : { where: thrown.where, text: thrown.text },
  };
}
