import type { JsonObject, JsonValue, ToolCall } from 'slime-sdk';

/** Formats of tool calls, by the names of SGLang's parsers. */
export type CallFormat = 'qwen25' | 'qwen3_coder';

/** Writes a call as models of a format do, which the parser of that name reads. */
export function writeCall(call: ToolCall, format: CallFormat): string {
  return format === 'qwen25'
    ? wrapCall(JSON.stringify({ name: call.name, arguments: call.arguments }))
    : wrapCall(writeFunction(call.name, call.arguments));
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
