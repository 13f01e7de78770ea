import {
  formatPath,
  type JsonObject,
  type JsonValue,
  keepExactForm,
  type Message,
  type Part,
} from 'slime-sdk';
import { parseJson } from './parse-json.ts';
import { readImageItem } from './read-image.ts';
import { kindOf, rowError, type RowPlace } from './row-error.ts';

type Path = readonly PropertyKey[];
type ToolCalls = NonNullable<Message['tool_calls']>;

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/**
 * Reads a list of messages in the wire form of OpenAI-compatible endpoints: arguments of tool calls
 * become mappings, null content an empty string, null keys nothing. Keys that are unknown stay,
 * for chat templates that know them.
 *
 * @throws DataError with the place of the row and the path in it.
 */
export function readMessages(value: JsonValue[], path: Path, place: RowPlace): Message[] {
  if (value.length === 0) throw rowError(place, `${formatPath(path)}: no messages`);
  return value.map((item, at) => readMessage(item, [...path, at], place));
}

function readMessage(value: JsonValue, path: Path, place: RowPlace): Message {
  const fields = readObject(value, path, place, 'a message');
  const calls = fields['tool_calls'];
  const role = ROLES.find((name) => name === fields['role']);
  if (role === undefined) {
    const found =
      typeof fields['role'] === 'string' ? `"${fields['role']}"` : kindOf(fields['role']);
    throw rowError(
      place,
      `${formatPath([...path, 'role'])}: ${found}; a role is ${ROLES.join(', ')}`,
    );
  }
  for (const key of ['reasoning_content', 'tool_call_id', 'name']) {
    if (fields[key] !== undefined && typeof fields[key] !== 'string') {
      throw rowError(
        place,
        `${formatPath([...path, key])}: must be a string, not ${kindOf(fields[key])}`,
      );
    }
  }
  const content =
    fields['content'] === undefined && isSilent(value, role)
      ? ''
      : readContent(fields['content'], [...path, 'content'], place);
  const message: Message = { role, content };
  if (calls !== undefined) message.tool_calls = readCalls(calls, [...path, 'tool_calls'], place);
  // The keys in the order of the row: a template may print them.
  return keepExactForm(fields, { ...fields, ...message });
}

/** A null content is empty; an assistant that only calls tools may leave it out. */
function isSilent(message: JsonValue, role: Message['role']): boolean {
  return role === 'assistant' || Object.hasOwn(Object(message), 'content');
}

function readContent(
  value: JsonValue | undefined,
  path: Path,
  place: RowPlace,
): Message['content'] {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return value.map((part, index) => readPart(part, [...path, index], place));
  }
  throw rowError(
    place,
    `${formatPath(path)}: must be a string or a list of parts, not ${kindOf(value)}`,
  );
}

function readPart(value: JsonValue, path: Path, place: RowPlace): Part {
  const fields = readObject(value, path, place, 'a part of content');
  if (fields['type'] === 'text') {
    if (typeof fields['text'] === 'string') return { type: 'text', text: fields['text'] };
    throw rowError(
      place,
      `${formatPath([...path, 'text'])}: must be a string, not ${kindOf(fields['text'])}`,
    );
  }
  if (fields['type'] === 'image_url') {
    const source = fields['image_url'] ?? null;
    return readImageItem(
      typeof source === 'string'
        ? source
        : (readObject(source, path, place, 'image_url')['url'] ?? null),
      path,
      place,
    );
  }
  return readImageItem(fields, path, place);
}

function readCalls(value: JsonValue, path: Path, place: RowPlace): ToolCalls {
  if (!Array.isArray(value)) {
    throw rowError(place, `${formatPath(path)}: must be a list, not ${kindOf(value)}`);
  }
  return value.map((item, index) => {
    const at = [...path, index];
    const fields = readObject(item, at, place, 'a tool call');
    const inner = fields['function'];
    const call =
      inner === undefined ? fields : readObject(inner, [...at, 'function'], place, 'a function');
    if (typeof call['name'] !== 'string') {
      throw rowError(place, `${formatPath(at)}: a tool call needs a name`);
    }
    const args = readArguments(call['arguments'], [...at, 'arguments'], place);
    const named = { name: call['name'], arguments: args };
    return typeof fields['id'] === 'string' ? { id: fields['id'], ...named } : named;
  });
}

/** Arguments are JSON text on the wire and a mapping for templates. */
function readArguments(value: JsonValue | undefined, path: Path, place: RowPlace): JsonObject {
  if (value === undefined || value === null || value === '') return {};
  const parsed = typeof value === 'string' ? parseJson(value) : { ok: true as const, value };
  if (!parsed.ok) {
    throw rowError(place, `${formatPath(path)}: ${parsed.message}; write them as a JSON object`);
  }
  return asObject(parsed.value, path, place, 'arguments of a tool call');
}

/** The object without its null keys, which is how parquet writes keys that are absent. */
function readObject(value: JsonValue, path: Path, place: RowPlace, what: string): JsonObject {
  const object = asObject(value, path, place, what);
  return keepExactForm(
    object,
    Object.fromEntries(Object.entries(object).filter(([, item]) => item !== null)),
  );
}

function asObject(value: JsonValue, path: Path, place: RowPlace, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw rowError(place, `${formatPath(path)}: ${what} must be an object, not ${kindOf(value)}`);
}
