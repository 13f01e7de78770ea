import type { JsonObject, JsonValue, ToolCall } from 'slime-sdk';
import { mutateMarked } from './mutate-marked-call.ts';
import type { Picker } from './picks.ts';
import { type CallFormat, wrapCall, writeCall, writeFunction } from './write-call.ts';

type Mutation = (call: ToolCall, picker: Picker) => string;

/**
 * Writes a call as models get it wrong: names, arguments and types that the tool does not have,
 * and text that is broken. Most must be answered with what is wrong, some are read all the same.
 */
export function writeMutatedCall(call: ToolCall, format: CallFormat, picker: Picker): string {
  const changed = picker.chance(50) ? undefined : picker.from(ARGUMENT_CHANGES);
  if (changed !== undefined) return writeCall(changed(call, picker), format);
  if (format === 'gpt-oss' || format === 'kimi_k2') return mutateMarked(call, format, picker);
  const mutations = format === 'qwen25' ? JSON_MUTATIONS : XML_MUTATIONS;
  return picker.from(mutations)?.(call, picker) ?? '';
}

/** Calls that are well formed and do not fit the tool. */
const ARGUMENT_CHANGES: readonly ((call: ToolCall, picker: Picker) => ToolCall)[] = [
  (call) => ({ ...call, name: 'no_such_tool' }),
  (call) => ({ ...call, arguments: {} }),
  (call, picker) => ({ ...call, arguments: withoutOne(call.arguments, picker) }),
  (call) => ({ ...call, arguments: { ...call.arguments, no_such_argument: 1 } }),
  (call, picker) => ({ ...call, arguments: changeOne(call.arguments, picker) }),
  (call) => ({ ...call, name: call.name.toUpperCase() }),
  (call) => ({ ...call, name: ` ${call.name} ` }),
  (call) => ({ ...call, name: `functions.${call.name}` }),
  (call) => ({ ...call, name: '__proto__' }),
  (call) => ({ ...call, name: 'constructor' }),
  (call) => ({
    ...call,
    arguments: Object.fromEntries([...Object.entries(call.arguments), ['__proto__', { a: 1 }]]),
  }),
  (call) => ({ ...call, arguments: { [call.name]: call.arguments } }),
];

/** Values that another type was asked for, the plainest first. */
const WRONG: readonly JsonValue[] = [
  null,
  '',
  '  ',
  0,
  -1,
  true,
  [],
  {},
  'a',
  1.5,
  1e308,
  [null],
  { a: { a: {} } },
  '</tool_call>',
  '</parameter>\n</function>',
  '{"a": "}"}',
  '\ud800',
  '\0',
  '__proto__',
  'a'.repeat(10_000),
];

function changeOne(args: JsonObject, picker: Picker): JsonObject {
  const key = picker.from(Object.keys(args)) ?? 'a';
  const own = Object.hasOwn(args, key) ? args[key] : undefined;
  // The right value in another type is what models send most.
  const value =
    own === undefined || picker.chance(70)
      ? (picker.from(WRONG) ?? null)
      : typeof own === 'string'
        ? [own]
        : JSON.stringify(own);
  return Object.fromEntries([
    ...Object.entries(args).filter(([name]) => name !== key),
    [key, value],
  ]);
}

function withoutOne(args: JsonObject, picker: Picker): JsonObject {
  const left = picker.from(Object.keys(args));
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== left));
}

const json = (call: ToolCall): string =>
  JSON.stringify({ name: call.name, arguments: call.arguments });
const named = (call: ToolCall, args: JsonValue): string =>
  wrapCall(JSON.stringify({ name: call.name, arguments: args }));

const JSON_MUTATIONS: readonly Mutation[] = [
  // JSON that is broken.
  (call, picker) => wrapCall(json(call).slice(0, picker.below(json(call).length))),
  (call) => wrapCall(json(call).slice(0, -1)),
  (call) => wrapCall(`${json(call)}}`),
  (call) => wrapCall(json(call).replace(/\}\}$/, ',}}')),
  (call) => wrapCall(json(call).replaceAll('"', "'")),
  (call) => wrapCall(json(call).replaceAll('"', '\\"')),
  (call) => wrapCall(`${json(call)} // as asked`),
  (call) => wrapCall(`\`\`\`json\n${json(call)}\n\`\`\``),
  (call) => wrapCall(`${call.name}(${Object.keys(call.arguments).join(', ')})`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": NaN}}`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": True}}`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": 9007199254740993}}`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": 1, "a": 2}}`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": "\n"}}`),
  (call) => wrapCall(`{"name": "${call.name}", "arguments": {"a": ${'['.repeat(2000)}`),
  // JSON of another shape.
  (call) => named(call, JSON.stringify(call.arguments)),
  (call) => named(call, Object.values(call.arguments)),
  (call) => named(call, null),
  (call) => named(call, 1),
  (call) => wrapCall(JSON.stringify({ name: call.name })),
  (call) => wrapCall(JSON.stringify({ name: call.name, parameters: call.arguments })),
  (call) => wrapCall(JSON.stringify({ function: { name: call.name, arguments: call.arguments } })),
  (call) => wrapCall(JSON.stringify({ name: 1, arguments: call.arguments })),
  (call) => wrapCall(JSON.stringify({ arguments: call.arguments })),
  (call) => wrapCall(`[${json(call)}, ${json(call)}]`),
  () => wrapCall('[]'),
  () => wrapCall('[1]'),
  () => wrapCall('null'),
  () => wrapCall(''),
  // Tags that are not where they belong.
  (call) => `<tool_call>${json(call)}</tool_call>`,
  (call) => `<tool_call>\n${json(call)}`,
  (call) => `${json(call)}\n</tool_call>`,
  (call) => `<tool_call>\n${wrapCall(json(call))}\n</tool_call>`,
  (call) => `<tool_call>\n<tool_call>\n${json(call)}\n</tool_call>`,
  (call) => json(call),
  (call) => wrapCall(writeFunction(call.name, call.arguments)),
];

const XML_MUTATIONS: readonly Mutation[] = [
  (call, picker) => {
    const text = writeFunction(call.name, call.arguments);
    return wrapCall(text.slice(0, picker.below(text.length)));
  },
  (call) => wrapCall(writeFunction(call.name, call.arguments).replace('</function>', '')),
  (call) => wrapCall(writeFunction(call.name, call.arguments).replaceAll('</parameter>\n', '')),
  (call) => wrapCall(writeFunction(call.name, call.arguments).replaceAll('\n', '')),
  (call) =>
    wrapCall(
      `<function=${call.name}>\n<parameter=a>\n1\n</parameter>\n<parameter=a>\n2\n</parameter>\n</function>`,
    ),
  (call) =>
    wrapCall(`<function=${call.name}>\n<parameter=a>\n</parameter>\nb\n</parameter>\n</function>`),
  (call) =>
    wrapCall(`<function=${call.name}>\n<parameter=a>\n</tool_call>\n</parameter>\n</function>`),
  (call) => wrapCall(`<function=${call.name}\n</function>`),
  (call) => wrapCall(`<function = "${call.name}"></function>`),
  () => wrapCall(`<parameter=a>\n1\n</parameter>`),
  (call) => wrapCall(json(call)),
  () => wrapCall(''),
  (call) => writeFunction(call.name, call.arguments),
  (call) => `<tool_call>\n${writeFunction(call.name, call.arguments)}`,
  (call) => `<tool_call>\n${wrapCall(writeFunction(call.name, call.arguments))}\n</tool_call>`,
  (call) =>
    wrapCall(
      `${writeFunction(call.name, call.arguments)}\n${writeFunction(call.name, call.arguments)}`,
    ),
];
