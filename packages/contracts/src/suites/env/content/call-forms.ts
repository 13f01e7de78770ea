import fc from 'fast-check';
import type { JsonObject, ToolCall, ToolSpec } from 'slime-sdk';
import { sameJson } from '../../../arbitraries/same-json.ts';
import { isSchema } from '../../../arbitraries/schema-branches.ts';
import {
  type CallFormat,
  markCall,
  type MarkedFormat,
  wrapCall,
  writeCall,
  writeFunction,
} from '../../../arbitraries/write-call.ts';
import { property } from '../../../check.ts';
import { firstDifference } from '../../../runner/first-difference.ts';
import { needsDeterministic } from '../deterministic.ts';
import { playEpisode, type Transcript, visible } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf, readTurn } from '../turn-reader.ts';
import { type CallCase, callCase, wordCall } from './call-case.ts';
import { quote, showEpisode } from './episode-case.ts';

type Form = (call: ToolCall) => string;

/** The same JSON with `\/`, so that no closing tag stands in it. */
function escapeSlashes({ name, arguments: args }: ToolCall): string {
  return wrapCall(JSON.stringify({ name, arguments: args }).replaceAll('/', '\\/'));
}

/** Other ways to write a call that the parsers read all the same. */
const JSON_FORMS: readonly Form[] = [
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ name, arguments: args }, null, 2)),
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ name, parameters: args })),
  ({ name, arguments: args }) => wrapCall(JSON.stringify({ arguments: args, name })),
  ({ name, arguments: args }) => wrapCall(JSON.stringify([{ name, arguments: args }])),
  escapeSlashes,
];

const XML_FORMS: readonly Form[] = [
  ({ name, arguments: args }) =>
    wrapCall(writeFunction(name, Object.fromEntries(Object.entries(args).toReversed()))),
  ({ name, arguments: args }) => wrapCall(writeFunction(name, args).replaceAll('\n', '')),
];

function markedForms(format: MarkedFormat): Form[] {
  const mark = ({ name }: ToolCall, json: string): string => markCall(name, json, format);
  return [
    (call) => mark(call, JSON.stringify(call.arguments, null, 2)),
    (call) => mark(call, JSON.stringify(call.arguments).replaceAll('/', '\\/')),
    (call) =>
      mark(call, JSON.stringify(Object.fromEntries(Object.entries(call.arguments).toReversed()))),
  ];
}

function formsOf(format: CallFormat, isTagged: boolean): readonly Form[] {
  if (format === 'qwen25') return isTagged ? [escapeSlashes] : JSON_FORMS;
  return format === 'qwen3_coder' ? XML_FORMS : markedForms(format);
}

interface Input extends CallCase {
  /** Index into the forms. */
  form: number;
  /** An argument holds the tag that ends a call. */
  isTagged: boolean;
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
  faults: ['A040', 'A109', 'B132'],
  requires: ['env/survives-calls', 'env/deterministic'],
  share: 0.2,
  needs: needsDeterministic,
  inputs: ({ world }) =>
    fc
      .tuple(callCase(world), fc.nat(JSON_FORMS.length * XML_FORMS.length - 1), fc.nat(2))
      .map(([call, form, tag]): Input => ({ ...call, form, isTagged: tag === 2 })),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    const [drawn] = worded?.calls ?? [];
    if (worded === null || drawn === undefined) return;
    const { before, tools } = worded;
    const call = input.isTagged ? withTag(drawn, tools) : drawn;
    const play = (text: string): Promise<Transcript> =>
      playEpisode(target, trial, {
        start: input.start,
        turns: [...before, { text, truncated: false }],
        throws: 'record',
      });
    const format = callFormatOf(target.world.args);
    const usual = writeCall(call, format);
    const other = writeForm(call, input.form, formsOf(format, input.isTagged));
    if (![usual, other].every((text) => isRead(target, text, call, tools))) return;
    const [one, two] = [await play(usual), await play(other)];
    if (isSame(one, two)) return;
    const fail = (lost: Transcript, kept: Transcript, like: string): void =>
      trial.fail({
        expected: kept.turns.at(-1)?.seen,
        got: `what ${like} gets: ${JSON.stringify(lost.turns.at(-1)?.seen)}`,
        note: `turn ${before.length} said ${quote(lost === one ? usual : other)}, not ${quote(lost === one ? other : usual)}`,
      });
    const silent = await play('');
    if (isSame(two, silent)) fail(two, one, 'a turn without a call');
    if (isSame(one, silent)) fail(one, two, 'a turn without a call');
    if (!takesNothing(call, tools)) return;
    const empty = await play(writeCall({ ...call, arguments: {} }, format));
    if (isSame(two, empty)) fail(two, one, 'the call without arguments');
  },
});

/** The call with the tag that ends one in the first argument that may be any text. */
function withTag(call: ToolCall, tools: readonly ToolSpec[]): ToolCall {
  const tool = tools.find((item) => item.function.name === call.name);
  const properties = tool?.function.parameters?.['properties'];
  if (!isSchema(properties)) return call;
  const key = Object.keys(call.arguments).find((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isSchema(schema) && schema['type'] === 'string' && !isBounded(schema);
  });
  if (key === undefined) return call;
  return { ...call, arguments: { ...call.arguments, [key]: 'the tag </tool_call> ends a call' } };
}

function isBounded(schema: JsonObject): boolean {
  return ['enum', 'const', 'pattern', 'format', 'maxLength'].some((keyword) => keyword in schema);
}

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
