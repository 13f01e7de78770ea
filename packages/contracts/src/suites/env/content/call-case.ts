import fc from 'fast-check';
import type { JsonValue, ToolCall, ToolSpec } from 'slime-sdk';
import { Picker } from '../../../arbitraries/picks.ts';
import { type TurnPlan, turnPlan } from '../../../arbitraries/turn-plan.ts';
import type { World } from '../../../world/world.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { ordinaryTurns } from '../ordinary-turns.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import type { Response } from '../turn-reader.ts';
import { openingOf } from './conversation.ts';
import { namesOf } from './wild-call.ts';

/** A call somewhere in an episode. */
export interface CallCase {
  start: EpisodeStart;
  /** Turns before it; mostly none. */
  before: TurnPlan[];
  call: TurnPlan;
}

/** A call in words, and the words before it. */
interface WordedCall {
  before: Response[];
  calls: ToolCall[];
  /** Of `reset` or the row; empty where the calls are guessed. */
  tools: readonly ToolSpec[];
}

/** Calls after no turn, or after a few; `kind` says whether one or several. */
export function callCase(world: World, kind: 'call' | 'calls' = 'call'): fc.Arbitrary<CallCase> {
  const { vocabulary } = world;
  return fc.record({
    start: episodeStart(world),
    before: fc.oneof(fc.constant<TurnPlan[]>([]), ordinaryTurns(world, { fewest: 0, most: 3 })),
    call: turnPlan({ vocabulary }).map((plan): TurnPlan => ({ ...plan, kind })),
  });
}

/**
 * Plays the episode to the call and gives the words, so that it can be played again with other
 * ones. An env without tools gets a call with names out of its own source, in case it reads calls
 * itself. Null where the episode ended before.
 */
export async function wordCall(
  target: EnvTarget,
  trial: Trial,
  { start, before, call }: CallCase,
): Promise<WordedCall | null> {
  const played = await playEpisode(target, trial, {
    start,
    turns: [...before, call],
    throws: 'record',
  });
  const spoken = played.turns[before.length]?.spoken;
  if (spoken === undefined) return null;
  const isGuess = spoken.kind !== call.kind;
  const calls = isGuess ? guessCalls(target, call) : spoken.calls;
  if (calls.length === 0) return null;
  const tools = isGuess ? [] : (openingOf(start, played)?.tools ?? []);
  return { before: played.responses.slice(0, before.length), calls, tools };
}

function guessCalls({ world }: EnvTarget, { kind, picks }: TurnPlan): ToolCall[] {
  const names = namesOf(world.vocabulary);
  if (names.length === 0) return [];
  const picker = new Picker(picks);
  const guess = (): ToolCall => ({
    name: picker.from(names) ?? '',
    arguments: { [picker.from(names) ?? '']: picker.below(10) },
  });
  return kind === 'calls' ? [guess(), guess(), guess()] : [guess()];
}

/** The words of a call in brackets of another kind, so that no parser takes them for one. */
export function untag(written: string): string {
  return written.replaceAll('<', '(').replaceAll('>', ')');
}

/**
 * The same call of a tool that does not exist: every letter of its name and arguments is replaced,
 * so that its text is as long and looks the same to whoever does not read it.
 */
export function disguise({ name, arguments: args }: ToolCall, letter: string): ToolCall {
  return {
    name: disguiseText(name, letter),
    arguments: Object.fromEntries(
      Object.entries(args).map(([key, value], at) => [
        `${letter.repeat(Math.max(0, key.length - 1))}${at % 10}`,
        disguiseValue(value, letter),
      ]),
    ),
  };
}

function disguiseValue(value: JsonValue, letter: string): JsonValue {
  if (typeof value === 'string') return disguiseText(value, letter);
  if (Array.isArray(value)) return value.map((item) => disguiseValue(item, letter));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, disguiseValue(item, letter)]),
  );
}

function disguiseText(text: string, letter: string): string {
  return text.replaceAll(/[A-Za-z]/g, letter);
}
