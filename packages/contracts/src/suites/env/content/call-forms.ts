import fc from 'fast-check';
import type { JsonObject, ToolCall, ToolSpec } from 'slime-sdk';
import { sameJson } from '../../../arbitraries/same-json.ts';
import { wrapCall, writeCall, writeFunction } from '../../../arbitraries/write-call.ts';
import { property } from '../../../check.ts';
import { firstDifference } from '../../../runner/first-difference.ts';
import { playEpisode, type Transcript, visible } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf, readTurn } from '../turn-reader.ts';
import { type CallCase, callCase, wordCall } from './call-case.ts';
import { quote, showEpisode } from './episode-case.ts';

type Form = (call: ToolCall) => string;

/** Other ways to write a call that the parsers read all the same. */
const JSON_FORMS: readonly Form[] = [
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ name, arguments: args }, null, 2)),
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ name, parameters: args })),
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ arguments: args, name })),
  ({ name, arguments: args }) => wrapCall(JSON.stringify([{ name, arguments: args }])),
  ({ name, arguments: args }) => wrapCall(`  ${JSON.stringify({ name, arguments: args })}  `),
  (call) => `<think>\nI know what to do.\n</think>\n\n${writeCall(call, 'qwen25')}`,
];

const XML_FORMS: readonly Form[] = [
  ({ name, arguments: args }) =>
    wrapCall(writeFunction(name, Object.fromEntries(Object.entries(args).toReversed()))),
  (call) => `<think>\nI know what to do.\n</think>\n\n${writeCall(call, 'qwen3_coder')}`,
];

interface Input extends CallCase {
  /** Index into the forms. */
  form: number;
}

/** A call that the run's parser reads is not lost because of how it was written. */
export const callForms = property<EnvTarget, Input>({
  id: 'env/call-forms',
  title: 'A call runs however it is written, as long as its parser reads it',
  why:
    'Models write the same call on one line or on ten, with `arguments` or `parameters`. One that is ' +
    'taken for prose, or runs without its arguments, is trained as if the policy had not made it.',
  fix:
    'Take name and arguments out of `context.calls` instead of `responseText`; answer a call that ' +
    'you cannot read with what is wrong.',
  source:
    'slime examples/retool/generate_with_retool.py:118; SGLang base_format_detector.py (parameters)',
  faults: ['A109', 'B132'],
  requires: ['env/survives-calls'],
  share: 0.06,
  needs: ({ plugin }) =>
    plugin.declaration.deterministic ? null : 'an environment that is deterministic',
  inputs: ({ world }) =>
    fc
      .tuple(callCase(world), fc.nat(JSON_FORMS.length * XML_FORMS.length - 1))
      .map(([call, form]): Input => ({ ...call, form })),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    const [call] = worded?.calls ?? [];
    if (worded === null || call === undefined) return;
    const { before } = worded;
    const play = (text: string): Promise<Transcript> =>
      playEpisode(target, trial, {
        start: input.start,
        turns: [...before, { text, truncated: false }],
        throws: 'record',
      });
    const format = callFormatOf(target.world.args);
    const usual = await play(writeCall(call, format));
    const tools = usual.reset?.tools ?? [];
    const text = writeForm(call, input.form, format === 'qwen25' ? JSON_FORMS : XML_FORMS);
    if (!isRead(target, text, call, tools)) return;
    const other = await play(text);
    if (isSame(other, usual)) return;
    const note = `turn ${before.length} said ${quote(text)}`;
    if (isSame(other, await play(''))) {
      trial.fail({
        expected: usual.turns.at(-1)?.seen,
        got: `what a turn without a call gets: ${JSON.stringify(other.turns.at(-1)?.seen)}`,
        note,
      });
    }
    if (!takesNothing(call, tools)) return;
    const empty = await play(writeCall({ ...call, arguments: {} }, format));
    if (!isSame(other, empty)) return;
    trial.fail({
      expected: usual.turns.at(-1)?.seen,
      got: `what the call without arguments gets: ${JSON.stringify(other.turns.at(-1)?.seen)}`,
      note,
    });
  },
});

function writeForm(call: ToolCall, form: number, forms: readonly Form[]): string {
  return forms[form % forms.length]?.(call) ?? '';
}

function isRead(
  { world }: EnvTarget,
  text: string,
  call: ToolCall,
  tools: readonly ToolSpec[],
): boolean {
  const rest = { args: world.args, tools, turn: 0, seed: 0 };
  const { calls } = readTurn({ text, truncated: false }, rest);
  const [read] = calls;
  return (
    calls.length === 1 &&
    read?.name === call.name &&
    read.arguments !== undefined &&
    sameJson(read.arguments, call.arguments)
  );
}

/** Whether the tool runs without arguments too, so that an error is not what such a call gets. */
function takesNothing({ name }: ToolCall, tools: readonly ToolSpec[]): boolean {
  const parameters: JsonObject =
    tools.find((tool) => tool.function.name === name)?.function.parameters ?? {};
  const required = parameters['required'];
  return required === undefined || (Array.isArray(required) && required.length === 0);
}

function isSame(left: Transcript, right: Transcript): boolean {
  return firstDifference(visible(left), visible(right)) === null;
}
