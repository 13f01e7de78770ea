import type { ToolCall, ToolSpec } from 'slime-sdk';
import { writeCall } from '../../../arbitraries/write-call.ts';
import { property } from '../../../check.ts';
import { firstDifference } from '../../../runner/first-difference.ts';
import { comparable } from '../comparable.ts';
import { needsDeterministic } from '../deterministic.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf } from '../turn-reader.ts';
import { type CallCase, callCase, disguise, wordCall } from './call-case.ts';
import { quote, showEpisode } from './episode-case.ts';

/** No call of a turn is dropped without a word. */
export const answersCalls = property<EnvTarget, CallCase>({
  id: 'env/answers-calls',
  title: 'Every call of a turn runs, or the policy is told that it did not',
  why:
    'All calls of a turn are sampled and trained. One that is dropped in silence teaches the policy ' +
    'that it does nothing, and the policy goes on as if it had been done.',
  fix:
    'Go through all of `context.calls` in order, and answer each; a call that you refuse to run gets ' +
    'an answer that says so. ToolEnv does this.',
  source:
    'slime examples/tau-bench/trainable_agents.py:46-50; slime/agent/adapters/openai.py:271-272',
  faults: ['A042', 'A108', 'B029', 'B097'],
  requires: ['env/survives-calls', 'env/deterministic'],
  share: 0.2,
  needs: needsDeterministic,
  inputs: ({ world }) => callCase(world, 'calls'),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    const [first] = worded?.calls ?? [];
    if (worded === null || first === undefined) return;
    const { start } = input;
    const play: Play = async (...texts) => {
      const turns = [...worded.before, ...texts.map((text) => ({ text, truncated: false }))];
      const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
      return played.turns.slice(worded.before.length);
    };
    const write = (call: ToolCall): string => writeCall(call, callFormatOf(target.world.args));
    const [alone] = await play(write(first));
    if (alone === undefined || alone.done) return;
    // A guessed call whose bare words do the same is no call: the env looks for words.
    const words = [first.name, ...Object.keys(first.arguments)].join(' ');
    const [spoken] = worded.tools.length > 0 ? [] : await play(words);
    if (spoken !== undefined && isSame(spoken, alone)) return;
    const dropped =
      (await dropsSecond(play, alone, worded.calls.map(write))) ??
      (await dropsFirst(play, worded.calls.map(write))) ??
      (await dropsWrong(play, alone, write(first), wrongCalls(first, worded.tools).map(write)));
    if (dropped === null) return;
    trial.fail({
      expected: 'an answer to both calls, or a word about the one that was not run',
      got: 'the very answer to one of them alone',
      note: `turn ${worded.before.length} said ${quote(dropped)}`,
    });
  },
});

/** Plays turns after the ones before the call, and gives what came of them. */
type Play = (...texts: string[]) => Promise<TurnRecord[]>;

/**
 * Two second calls that do different things in the turn after the first must not do nothing beside
 * it. Gives the turn whose second call was dropped.
 */
async function dropsSecond(
  play: Play,
  alone: TurnRecord,
  [first = '', second, third]: readonly string[],
): Promise<string | null> {
  if (second === undefined || third === undefined || second === third) return null;
  const [, then] = await play(first, second);
  const [, otherwise] = await play(first, third);
  if (then === undefined || otherwise === undefined || isSame(then, otherwise)) return null;
  for (const call of [second, third]) {
    const [both] = await play(`${first}\n${call}`);
    if (both === undefined || !isSame(both, alone)) return null;
  }
  return `${first}\n${second}`;
}

/**
 * Two first calls after which a further one gives different answers must not be the same in one turn
 * with it. Gives the turn whose first call was dropped.
 */
async function dropsFirst(
  play: Play,
  [first = '', second = '', third]: readonly string[],
): Promise<string | null> {
  if (third === undefined || first === second) return null;
  const [, then] = await play(first, third);
  const [, otherwise] = await play(second, third);
  if (then === undefined || otherwise === undefined || isSame(then, otherwise)) return null;
  const [alone] = await play(third);
  for (const call of [first, second]) {
    const [both] = await play(`${call}\n${third}`);
    if (alone === undefined || both === undefined || !isSame(both, alone)) return null;
  }
  return `${first}\n${third}`;
}

/** A second call that cannot run must be told so, unless the env takes no notice of calls at all. */
async function dropsWrong(
  play: Play,
  alone: TurnRecord,
  first: string,
  wrong: readonly string[],
): Promise<string | null> {
  if (wrong.length === 0) return null;
  const [silent] = await play('');
  if (silent === undefined || isSame(silent, alone)) return null;
  for (const call of wrong) {
    const [both] = await play(`${first}\n${call}`);
    if (both !== undefined && isSame(both, alone)) return `${first}\n${call}`;
  }
  return null;
}

/** Calls that cannot run: of an unknown tool, and without the arguments that the tool asks for. */
function wrongCalls(call: ToolCall, tools: readonly ToolSpec[]): ToolCall[] {
  const tool = tools.find((item) => item.function.name === call.name);
  if (tool === undefined) return [];
  const required = tool.function.parameters?.['required'];
  const asksFor = Array.isArray(required) && required.length > 0;
  return [disguise(call, 'x'), ...(asksFor ? [{ ...call, arguments: {} }] : [])];
}

function isSame(left: TurnRecord, right: TurnRecord): boolean {
  return firstDifference(answerOf(left), answerOf(right)) === null;
}

/** What is seen, and what the log says. */
function answerOf({ seen, result }: TurnRecord): unknown {
  const info: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'info') : undefined;
  return { seen, info: comparable(info) };
}
