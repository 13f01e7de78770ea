import { type JsonObject, type JsonValue, parseExactJson, type ToolSpec } from 'slime-sdk';
import { z } from 'zod';
import { RESPOND } from '../episode/ending-tools.ts';
import { printableText } from './printable-text.ts';

/** What a person who plays the agent typed. */
export type Typed =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: JsonObject }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string }
  /** It was meant for a call and is none; `problem` says why. */
  | { readonly kind: 'fault'; readonly problem: string };

const object = z.record(z.string(), z.json());
const callSchema = z.object({
  name: z.string(),
  arguments: object.optional(),
  kwargs: object.optional(),
});

const MOST_CHARACTERS = 100_000;
const KEY = /^([A-Za-z_]\w*)=/;

function fault(problem: string): Typed {
  return { kind: 'fault', problem };
}

function tryJson(text: string): JsonValue | undefined {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function readJsonCall(text: string): Typed {
  const value = tryJson(text);
  const parsed = callSchema.safeParse(value);
  if (!parsed.success || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fault('a call is {"name": "…", "arguments": {…}}; /say {… speaks to the user');
  }
  // The parsed text's own object: it knows how its numbers were written.
  const args = value['arguments'] ?? value['kwargs'] ?? {};
  return { kind: 'call', name: parsed.data.name, args: asObject(args) };
}

function asObject(value: JsonValue): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Where a value ends that begins `text`: JSON of several words, else the first word. */
function endOfValue(text: string): number {
  const firstWord = text.search(/\s|$/);
  if (!/^["[{]/.test(text)) return firstWord;
  for (let end = firstWord; end <= text.length;) {
    if (tryJson(text.slice(0, end)) !== undefined) return end;
    const next = text.slice(end + 1).search(/\s|$/);
    if (end === text.length) return firstWord;
    end += 1 + next;
  }
  return firstWord;
}

function typeOf(tool: ToolSpec | undefined, key: string): JsonValue | undefined {
  const properties = asObject(tool?.function.parameters?.['properties'] ?? {});
  return Object.hasOwn(properties, key) ? asObject(properties[key] ?? {})['type'] : undefined;
}

/** The JSON text of a value: what is no JSON, and a bare word where a text is wanted, is a text. */
function jsonOf(word: string, type: JsonValue | undefined): string {
  const value = tryJson(word);
  if (value === undefined) return JSON.stringify(word);
  return type === 'string' && typeof value !== 'string' ? JSON.stringify(word) : word;
}

/** Undefined where the words are not all `key=value`: then they are no call. */
function readPairs(text: string, tool: ToolSpec | undefined): JsonObject | undefined {
  const pairs: string[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const [head, key] = KEY.exec(rest) ?? [];
    if (head === undefined || key === undefined) return undefined;
    const value = rest.slice(head.length);
    const end = endOfValue(value);
    pairs.push(`${JSON.stringify(key)}: ${jsonOf(value.slice(0, end), typeOf(tool, key))}`);
    rest = value.slice(end).trimStart();
  }
  return asObject(parseExactJson(`{${pairs.join(', ')}}`));
}

/** Whether a line is in the form of a call: a name before pairs, or a name that no sentence has. */
function isMeantForCall(name: string, pairs: string): boolean {
  if (pairs === '') return /^[a-z]+(?:_[a-z]+)+$/.test(name);
  return /^[A-Za-z_]\w*$/.test(name) && readPairs(pairs, undefined) !== undefined;
}

const MOST_SHOWN = 60;

function noTool(name: string, line: string): string {
  const [shownName, shownLine] = [name, line].map((text) =>
    printableText(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text),
  );
  return `there is no tool ${shownName}; /tools lists them, /say ${shownLine} says it to the user`;
}

/**
 * Reads a line of a person who plays the agent: `/command`, a call as JSON, `tool key=value …`, or
 * words for the user. A tool's name followed by anything but pairs begins a sentence; pairs behind a
 * name of no tool are a slip.
 *
 * Values of pairs are JSON where they can be and the tool does not want a text:
 * `zip=10001 item_ids=["1", "2"] amount=1.0 city="New York"`.
 */
export function readTyped(line: string, tools: readonly ToolSpec[]): Typed {
  const text = line.trim();
  if (text.length > MOST_CHARACTERS)
    return fault(`a line has at most ${MOST_CHARACTERS} characters`);
  const [, command, rest = ''] = /^\/(\w+)\s*(.*)$/s.exec(text) ?? [];
  if (command === 'say') return { kind: 'say', text: rest };
  if (command !== undefined) return { kind: 'command', name: command, rest };
  if (text.startsWith('{')) return readJsonCall(text);
  const [, name = '', pairs = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const tool = tools.find((spec) => spec.function.name === name);
  if (tool === undefined && name !== RESPOND) {
    return isMeantForCall(name, pairs) ? fault(noTool(name, text)) : { kind: 'say', text };
  }
  const args = readPairs(pairs, tool);
  return args === undefined ? { kind: 'say', text } : { kind: 'call', name, args };
}
