import { parseExactJson } from '../exact-json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ParsedCall } from '../messages.ts';
import { describe, isObject, readArguments } from './json-arguments.ts';
import { skipPythonSpace } from './python-strip.ts';
import { scanJson } from './scan-json.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const TAG = /<\/?tool_call>/g;

/** A call between the tags, and where reading goes on. */
interface Block {
  calls: ParsedCall[];
  next: number;
}

/**
 * Reads `<tool_call>JSON</tool_call>` blocks: SGLang's `hermes`, and with `ownLines` its `qwen25`,
 * whose tags stand on lines of their own. A closing tag inside a JSON string does not end a call.
 */
export function parseJsonCalls(
  text: string,
  { ownLines }: { ownLines: boolean },
): { content: string; calls: ParsedCall[] } {
  const calls: ParsedCall[] = [];
  let content = '';
  let at = 0;
  for (;;) {
    const open = findOpen(text, at, ownLines);
    if (open === -1) return { content: content + text.slice(at), calls };
    content += text.slice(at, open);
    const block = readBlock(text, open + OPEN.length, ownLines);
    // No spread: a list may hold more calls than a function takes arguments.
    for (const call of block.calls) calls.push(call);
    at = block.next;
  }
}

/** SGLang's `qwen25` takes a tag within a line for text; one that JSON follows was meant. */
function findOpen(text: string, from: number, ownLines: boolean): number {
  if (!ownLines) return text.indexOf(OPEN, from);
  for (let open = text.indexOf(OPEN, from); open !== -1; open = text.indexOf(OPEN, open + 1)) {
    const inside = open + OPEN.length;
    const first = text.charAt(skipPythonSpace(text, inside));
    if (text[inside] === '\n' || first === '{' || first === '[') return open;
  }
  return -1;
}

function readBlock(text: string, start: number, ownLines: boolean): Block {
  const valueStart = skipPythonSpace(text, start);
  const scan = scanJson(text, valueStart);
  if (!scan.ok) {
    const problem = `not valid JSON at character ${scan.at - start}: ${scan.problem}`;
    return refuse(text, start, scan.sure, problem);
  }
  const after = skipPythonSpace(text, scan.end);
  const closed = text.startsWith(CLOSE, after);
  // `hermes` reads a last call whose tag is missing: its JSON is whole.
  if (!closed && (ownLines || after < text.length)) {
    const problem =
      after === text.length || text.startsWith(OPEN, after)
        ? 'the call has no closing tag'
        : 'text follows the JSON: one object, or one list of objects, a call';
    return refuse(text, start, scan.end, problem);
  }
  if (ownLines && (text[start] !== '\n' || text[after - 1] !== '\n')) {
    return refuse(text, start, scan.end, 'the tags of a call must stand on lines of their own');
  }
  const json = text.slice(valueStart, scan.end);
  return {
    calls: readCalls(json, text.slice(start, after), scan.lost),
    next: closed ? after + CLOSE.length : after,
  };
}

function readCalls(json: string, raw: string, lost: string | undefined): ParsedCall[] {
  const value = parseExactJson(json);
  if (!Array.isArray(value)) return [toCall(value, raw, lost)];
  if (value.length === 0) return [malformed(raw, 'the list of calls is empty')];
  // Each with its own text, since the list may be long.
  const texts = itemTexts(json);
  return value.map((action, at) => toCall(action, texts[at] ?? raw, lost));
}

/** The texts of the items of a JSON list. */
function itemTexts(json: string): string[] {
  const texts: string[] = [];
  for (let at = 1; ;) {
    const start = skipPythonSpace(json, at);
    const scan = scanJson(json, start);
    if (!scan.ok) return texts;
    texts.push(json.slice(start, scan.end));
    // Past the comma, or the closing bracket: then nothing follows.
    at = skipPythonSpace(json, scan.end) + 1;
  }
}

/** A call that cannot be read ends at the next tag after what was read for certain. */
function refuse(text: string, start: number, sure: number, problem: string): Block {
  TAG.lastIndex = sure;
  const tag = TAG.exec(text);
  const end = tag?.index ?? text.length;
  return {
    calls: [malformed(text.slice(start, end), problem)],
    next: tag?.[0] === CLOSE ? end + CLOSE.length : end,
  };
}

/** SGLang's `parse_base_json`, without its filter of names. */
function toCall(action: JsonValue, raw: string, lost: string | undefined): ParsedCall {
  if (!isObject(action)) {
    return malformed(raw, `a call must be a JSON object, not ${describe(action)}`);
  }
  const name = own(action, 'name');
  if (typeof name !== 'string' || name === '') {
    return malformed(raw, 'a call must have a "name" that is a string');
  }
  const parameters = own(action, 'parameters');
  const given = isTruthy(parameters) ? parameters : (own(action, 'arguments') ?? missing(action));
  return { name, raw, ...readArguments(given, lost) };
}

/** `null` that was written is no object; arguments that were left out are empty. */
function missing(action: JsonObject): JsonValue {
  return Object.hasOwn(action, 'arguments') ? null : {};
}

function malformed(raw: string, error: string): ParsedCall {
  return { name: '', arguments: undefined, error, raw };
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Python's truth of a JSON value. */
function isTruthy(value: JsonValue | undefined): value is JsonValue {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}
