import type { ToolCall } from 'slime-sdk';
import { sameJson } from '../../../arbitraries/same-json.ts';
import { writeCall } from '../../../arbitraries/write-call.ts';
import { property } from '../../../check.ts';
import { firstDifference } from '../../../runner/first-difference.ts';
import { comparable } from '../comparable.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf } from '../turn-reader.ts';
import { type CallCase, callCase, wordCall } from './call-case.ts';
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
  faults: ['B029', 'B035', 'B097'],
  requires: ['env/survives-calls'],
  share: 0.06,
  needs: ({ plugin }) =>
    plugin.declaration.deterministic ? null : 'an environment that is deterministic',
  inputs: ({ world }) => callCase(world, 'calls'),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    if (worded === null) return;
    const [first, second, third] = worded.calls;
    if (first === undefined || second === undefined) return;
    const format = callFormatOf(target.world.args);
    const { before } = worded;
    const play = async (...turns: ToolCall[][]): Promise<TurnRecord[]> => {
      const said = turns.map((calls) => ({
        text: calls.map((call) => writeCall(call, format)).join('\n'),
        truncated: false,
      }));
      const { start } = input;
      const options = { start, turns: [...before, ...said], throws: 'record' } as const;
      const played = await playEpisode(target, trial, options);
      return played.turns.slice(before.length);
    };
    const [alone, then] = await play([first], [second]);
    if (alone === undefined || then === undefined) return;
    // Two second calls that do different things after the first must not do nothing beside it.
    const another = third === undefined || sameJson(asJson(third), asJson(second)) ? null : third;
    const [, otherwise] = another === null ? [] : await play([first], [another]);
    if (another === null || otherwise === undefined || isSame(then, otherwise)) return;
    for (const call of [second, another]) {
      const [both] = await play([first, call]);
      if (both === undefined || !isSame(both, alone)) return;
    }
    const said = [first, second].map((call) => writeCall(call, format)).join('\n');
    trial.fail({
      expected: 'an answer to both calls, or a word about the one that was not run',
      got: alone.seen,
      note: `the very answer to the first call alone, after turn ${before.length} said ${quote(said)}`,
    });
  },
});

function isSame(left: TurnRecord, right: TurnRecord): boolean {
  return firstDifference(answerOf(left), answerOf(right)) === null;
}

/** What is seen, and what the log says. */
function answerOf({ seen, result }: TurnRecord): unknown {
  const info: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'info') : undefined;
  return { seen, info: comparable(info) };
}

function asJson({ name, arguments: args }: ToolCall): { name: string; arguments: typeof args } {
  return { name, arguments: args };
}
