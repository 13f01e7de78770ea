import fc from 'fast-check';
import type { ToolCall } from 'slime-sdk';
import { type TurnPlan, turnPlan } from '../../../arbitraries/turn-plan.ts';
import { writeCall } from '../../../arbitraries/write-call.ts';
import { draftFormat, writeThought } from '../../../arbitraries/write-thought.ts';
import { property } from '../../../check.ts';
import { playEpisode, type Transcript, visible } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { effectOfCall } from './call-effect.ts';
import { type CallCase, callCase, disguise, untag, wordCall } from './call-case.ts';
import { quote, showEpisode } from './episode-case.ts';
import { needsReasoning } from './needs-reasoning.ts';

interface Input extends CallCase {
  /** What the turn says after its reasoning, and the turns behind it. */
  body: string;
  after: TurnPlan[];
}

/** What stands in the reasoning block is no act. */
export const reasoningCalls = property<EnvTarget, Input>({
  id: 'env/reasoning-calls',
  title: 'A call that is drafted in the reasoning has no effect',
  why:
    'Models weigh calls in their reasoning and then make another one, or none. An environment that ' +
    'reads the whole text runs the draft: the policy is answered for what it did not do.',
  fix:
    'Read the calls in `context.calls`, which come from outside the reasoning, instead of parsing ' +
    '`responseText`; or split the reasoning off first (slime-sdk/parsers).',
  source: 'slime examples/geo3k_vlm_multi_turn/env_geo3k.py:63-66; slime/agent/parsing.py',
  faults: ['A017', 'B029', 'B104'],
  requires: ['env/survives-calls', 'env/deterministic'],
  share: 0.2,
  needs: needsReasoning,
  inputs: ({ world }) =>
    fc
      .tuple(
        callCase(world),
        fc.constantFrom('', 'I am not sure yet.', 'The answer is 1.'),
        fc.array(turnPlan({ vocabulary: world.vocabulary }), { maxLength: 2 }),
      )
      .map(([call, body, after]): Input => ({ ...call, body, after })),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    const [call] = worded?.calls ?? [];
    if (worded === null || call === undefined) return;
    const { start, body, after } = input;
    const { before } = worded;
    const { sglang_tool_call_parser: callParser, sglang_reasoning_parser: parser } =
      target.world.args;
    const write = (drafted: ToolCall): string => writeCall(drafted, draftFormat(callParser));
    const say = (draft: string): string => writeThought(`I could try ${draft}`, body, parser);
    const play = (text: string, rest: Transcript['responses'] | TurnPlan[]): Promise<Transcript> =>
      playEpisode(target, trial, {
        start,
        turns: [...before, { text, truncated: false }, ...rest],
        throws: 'record',
      });
    const without = await play(say(write(disguise(call, 'x'))), after);
    const rest = without.responses.slice(before.length + 1);
    const drafted = await play(say(write(call)), rest);
    const effect = await effectOfCall({
      real: visible(drafted),
      disguised: async (letter) =>
        visible(letter === 'x' ? without : await play(say(write(disguise(call, letter))), rest)),
      untagged: async () => visible(await play(say(untag(write(call))), rest)),
    });
    if (effect === null) return;
    const { path, got, expected } = effect;
    trial.fail({
      expected: `as with a call of an unknown tool in the reasoning: ${show(expected)}`,
      got,
      note: `at ${path}, after turn ${before.length} said ${quote(say(write(call)))}`,
    });
  },
});

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
