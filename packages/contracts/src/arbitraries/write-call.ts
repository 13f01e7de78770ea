import type { JsonObject, JsonValue, ToolCall } from 'slime-sdk';

/** Formats of tool calls, by the names of SGLang's parsers. */
export type CallFormat = 'qwen25' | 'qwen3_coder' | MarkedFormat;

/** Those that have the JSON of the arguments between special tokens. */
export type MarkedFormat = 'gpt-oss' | 'kimi_k2';

const FORMATS = new Map<string | null, CallFormat>([
  ['qwen3_coder', 'qwen3_coder'],
  ['step3p5', 'qwen3_coder'],
  ['gpt-oss', 'gpt-oss'],
  ['kimi_k2', 'kimi_k2'],
]);

/** The format that a parser reads; without a parser, that of the Qwen models. */
export function callFormat(parser: string | null): CallFormat {
  return FORMATS.get(parser) ?? 'qwen25';
}

/** Writes a call as models of a format do, which the parser of that name reads. */
export function writeCall(call: ToolCall, format: CallFormat): string {
  if (format === 'qwen25') {
    return wrapCall(JSON.stringify({ name: call.name, arguments: call.arguments }));
  }
  return format === 'qwen3_coder'
    ? wrapCall(writeFunction(call.name, call.arguments))
    : markCall(call.name, JSON.stringify(call.arguments), format);
}

/** Puts the tokens of a format around a name and the text of the arguments. */
export function markCall(name: string, args: string, format: MarkedFormat): string {
  return format === 'gpt-oss'
    ? `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${args}<|call|>`
    : `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`;
}

/** Puts the tags around the text of a call, on lines of their own. */
export function wrapCall(body: string): string {
  return `<tool_call>\n${body}\n</tool_call>`;
}

/** `<function=NAME>` with one `<parameter=KEY>` for each argument. */
export function writeFunction(name: string, args: JsonObject): string {
  const parameters = Object.entries(args).map(
    ([key, value]) => `<parameter=${key}>\n${writeParameter(value)}\n</parameter>\n`,
  );
  return `<function=${name}>\n${parameters.join('')}</function>`;
}

function writeParameter(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
