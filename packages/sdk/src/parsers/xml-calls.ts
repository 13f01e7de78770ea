import { exactObject } from '../exact-json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ParsedCall, ToolSpec } from '../messages.ts';
import { convertParameter } from './convert-parameter.ts';

const OPEN = '<tool_call>';
const TAG = /<\/?tool_call>|<function=|<\/function>|<parameter=|<\/parameter>/g;
const REST_OF_TAG = /([^<>\n]*)>/y;

/** A tag, and where the text after it starts. */
interface Tag {
  text: string;
  start: number;
  end: number;
}

/**
 * Reads `<tool_call><function=NAME><parameter=KEY>VALUE</parameter></function></tool_call>`:
 * SGLang's `qwen3_coder`.
 *
 * A closing tag inside a value is text unless what follows can follow a parameter. Where a value
 * holds tags and lacks its own closing tag, nobody can tell where it ends: the call is refused, and
 * so is all that follows, which may be the value's own text. A call needs its `</function>`, or
 * a closed last parameter before `</tool_call>`: a cut call is never completed.
 */
export function parseXmlCalls(
  text: string,
  tools: readonly ToolSpec[],
): { content: string; calls: ParsedCall[] } {
  const calls: ParsedCall[] = [];
  let content = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf(OPEN, at);
    if (open === -1) return { content: content + text.slice(at), calls };
    content += text.slice(at, open);
    at = readBlock(text, open + OPEN.length, tools, calls);
  }
}

/** Reads one `<tool_call>` into `calls`; gives where it ends. */
function readBlock(
  text: string,
  start: number,
  tools: readonly ToolSpec[],
  calls: ParsedCall[],
): number {
  const before = calls.length;
  let at = start;
  for (;;) {
    const tag = nextTag(text, at);
    if (tag?.text === '<function=') {
      const { call, next } = readFunction(text, tag, tools);
      calls.push(call);
      at = next;
    } else if (tag === undefined || tag.text === OPEN || tag.text === '</tool_call>') {
      const end = tag?.start ?? text.length;
      const next = tag?.text === '</tool_call>' ? tag.end : end;
      // Text after the last function of a block without its closing tag is content.
      if (calls.length > before) return tag === undefined ? at : next;
      calls.push(malformed(text.slice(start, end), '', 'the call has no <function=NAME>'));
      return next;
    } else {
      at = tag.end;
    }
  }
}

function readFunction(
  text: string,
  opening: Tag,
  tools: readonly ToolSpec[],
): { call: ParsedCall; next: number } {
  const refuse = (name: string, problem: string, next: number) => ({
    call: malformed(text.slice(opening.start, next), name, problem),
    next,
  });
  const named = readRestOfTag(text, opening.end);
  if (named === undefined) return refuse('', '<function=NAME is not closed by >', text.length);
  const { value: name } = named;
  const schemas = parameterSchemas(tools, name);
  const parameters = new Map<string, JsonValue>();
  const floats = new Map<string, number>();
  let at = named.end;
  for (;;) {
    const tag = nextTag(text, at);
    if (tag === undefined) return refuse(name, 'the call has no </function>', text.length);
    if (tag.text === '<tool_call>' || tag.text === '<function=') {
      return refuse(name, 'the call has no </function>', tag.start);
    }
    if (tag.text === '</function>' || tag.text === '</tool_call>') {
      const next = tag.text === '</function>' ? tag.end : tag.start;
      const raw = text.slice(opening.start, next);
      return { call: { name, arguments: exactObject(parameters, floats), raw }, next };
    }
    at = tag.end;
    if (tag.text === '</parameter>') continue;
    const key = readRestOfTag(text, at);
    const value = key === undefined ? undefined : readValue(text, key.end);
    if (key === undefined || value === undefined) {
      const problem =
        key === undefined
          ? '<parameter=KEY is not closed by >'
          : 'where a parameter ends cannot be told, close it with </parameter>';
      return refuse(name, problem, text.length);
    }
    const schema = Object.hasOwn(schemas, key.value) ? schemas[key.value] : undefined;
    const converted = convertParameter(unwrap(value.text), schema);
    parameters.set(key.value, converted);
    // Python has a float where a number was written with a point or an exponent.
    if (Number.isInteger(converted) && typeof converted === 'number' && /[.eE]/.test(value.text)) {
      floats.set(key.value, converted);
    } else floats.delete(key.value);
    at = value.next;
  }
}

/** Undefined where the end of the value cannot be told. */
function readValue(text: string, start: number): { text: string; next: number } | undefined {
  let holdsTags = false;
  let at = start;
  for (;;) {
    const tag = nextTag(text, at);
    if (tag === undefined) return undefined;
    if (
      tag.text === '</parameter>' &&
      isFollowedBy(text, tag.end, ['<parameter=', '</function>', '</tool_call>'])
    ) {
      return { text: text.slice(start, tag.start), next: tag.end };
    }
    if (
      tag.text === '<parameter=' ||
      (tag.text === '</function>' &&
        isFollowedBy(text, tag.end, ['</tool_call>', '<function=', '']))
    ) {
      return holdsTags ? undefined : { text: text.slice(start, tag.start), next: tag.start };
    }
    holdsTags = true;
    at = tag.end;
  }
}

/** Whether one of the tags comes next, white space aside; `''` stands for the end of the text. */
function isFollowedBy(text: string, from: number, tags: readonly string[]): boolean {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return tags.some((tag) => (tag === '' ? at === text.length : text.startsWith(tag, at)));
}

function nextTag(text: string, from: number): Tag | undefined {
  TAG.lastIndex = from;
  const match = TAG.exec(text);
  return match === null
    ? undefined
    : { text: match[0], start: match.index, end: match.index + match[0].length };
}

function readRestOfTag(text: string, from: number): { value: string; end: number } | undefined {
  REST_OF_TAG.lastIndex = from;
  const value = REST_OF_TAG.exec(text)?.[1];
  return value === undefined ? undefined : { value, end: REST_OF_TAG.lastIndex };
}

/** One line break at either end belongs to the tags. */
function unwrap(value: string): string {
  const start = value.startsWith('\n') ? 1 : 0;
  const end = value.endsWith('\n') && value.length > start ? value.length - 1 : value.length;
  return value.slice(start, end);
}

function parameterSchemas(tools: readonly ToolSpec[], name: string): JsonObject {
  const parameters = tools.find((tool) => tool.function.name === name)?.function.parameters ?? {};
  const properties = parameters['properties'] ?? parameters;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? properties
    : {};
}

function malformed(raw: string, name: string, error: string): ParsedCall {
  return { name, arguments: undefined, error, raw };
}
