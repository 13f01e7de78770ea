import {
  findJsonFault,
  type JsonObject,
  type Message,
  type Part,
  type ToolCall,
  type ToolSpec,
} from 'slime-sdk';
import { copyPlain } from './plugin-inputs.ts';
import { isObject, mustBe, readObject, ResultFault } from './result-fault.ts';

type Path = readonly PropertyKey[];

const MESSAGE_KEYS = new Set([
  'role',
  'content',
  'reasoning_content',
  'tool_calls',
  'tool_call_id',
  'name',
]);
const TEXT_KEYS = new Set(['type', 'text']);
const IMAGE_KEYS = new Set(['type', 'image', 'min_pixels', 'max_pixels']);
const CALL_KEYS = new Set(['id', 'name', 'arguments']);
const TOOL_KEYS = new Set(['type', 'function']);
const FUNCTION_KEYS = new Set(['name', 'description', 'parameters']);
const NOT_YET = new Set(['video', 'audio', 'video_url', 'input_audio']);

/**
 * Reads an observation's messages: a copy that the env holds no reference to.
 *
 * @throws ResultFault for anything that is no message, and for messages of the assistant.
 */
export function readObservation(value: unknown, allowEmpty: boolean): Message[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const messages = Array.from(list, (item: unknown, at) => {
    const path = Array.isArray(value) ? [at] : [];
    const message = readMessage(item, path);
    if (message.role === 'assistant') {
      throw new ResultFault(
        [...path, 'role'],
        'an observation cannot speak for the assistant; use user or tool',
      );
    }
    return message;
  });
  if (!allowEmpty && messages.every(isEmpty)) {
    throw new ResultFault(
      [],
      'the observation is empty; declare observation: { empty: true } in defineEnv where that is meant',
    );
  }
  return messages;
}

function isEmpty({ content }: Message): boolean {
  return typeof content === 'string'
    ? content === ''
    : content.every((part) => part.type === 'text' && part.text === '');
}

/**
 * Reads the messages that replace a row's prompt: a copy.
 *
 * @throws ResultFault
 */
export function readPrompt(value: unknown, path: Path): Message[] {
  if (!Array.isArray(value)) throw mustBe('a list of messages', value, path);
  if (value.length === 0) {
    throw new ResultFault(path, 'is empty; leave it out to keep the prompt of the row');
  }
  return Array.from(value, (item: unknown, at) => readMessage(item, [...path, at]));
}

function readMessage(value: unknown, path: Path): Message {
  const message = readObject(value, MESSAGE_KEYS, path);
  const { role } = message;
  if (role !== 'user' && role !== 'tool' && role !== 'system' && role !== 'assistant') {
    throw mustBe('"system", "user", "assistant" or "tool"', role, [...path, 'role']);
  }
  const read: Message = { role, content: readContent(message['content'], [...path, 'content']) };
  for (const key of ['reasoning_content', 'tool_call_id', 'name'] as const) {
    const text = message[key];
    if (text === undefined) continue;
    if (typeof text !== 'string') throw mustBe('a string', text, [...path, key]);
    read[key] = text;
  }
  const calls = message['tool_calls'];
  if (calls !== undefined) read.tool_calls = readCalls(calls, [...path, 'tool_calls']);
  return read;
}

function readContent(value: unknown, path: Path): string | Part[] {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) throw mustBe('a string or a list of parts', value, path);
  return Array.from(value, (part: unknown, at) => readPart(part, [...path, at]));
}

function readPart(value: unknown, path: Path): Part {
  if (!isObject(value)) throw mustBe('a part { type, text } or { type, image }', value, path);
  const { type } = value;
  if (type === 'text') {
    const { text } = readObject(value, TEXT_KEYS, path);
    if (typeof text !== 'string') throw mustBe('a string', text, [...path, 'text']);
    return { type, text };
  }
  if (type === 'image') {
    const { image, min_pixels, max_pixels } = readObject(value, IMAGE_KEYS, path);
    return {
      type,
      image: readImage(image, [...path, 'image']),
      ...readPixels('min_pixels', min_pixels, path),
      ...readPixels('max_pixels', max_pixels, path),
    };
  }
  if (typeof type === 'string' && NOT_YET.has(type)) {
    throw new ResultFault(
      [...path, 'type'],
      `"${type}" is not supported; parts are text and image`,
    );
  }
  throw mustBe('"text" or "image"', type, [...path, 'type']);
}

function readImage(value: unknown, path: Path): string | Uint8Array {
  if (typeof value === 'string' && value !== '') return value;
  if (value instanceof Uint8Array && value.length > 0) return new Uint8Array(value);
  throw mustBe('a path, a data: URI or the bytes of a picture file', value, path);
}

function readPixels<Key extends 'min_pixels' | 'max_pixels'>(
  key: Key,
  value: unknown,
  path: Path,
): { [K in Key]?: number } {
  if (value === undefined) return {};
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) {
    throw mustBe('a positive integer', value, [...path, key]);
  }
  return { [key]: value } as { [K in Key]: number };
}

function readCalls(value: unknown, path: Path): ToolCall[] {
  if (!Array.isArray(value)) throw mustBe('a list of tool calls', value, path);
  return Array.from(value, (item: unknown, at) => {
    const here = [...path, at];
    if (isObject(item) && 'function' in item) {
      throw new ResultFault(
        here,
        'is in wire form; give { id, name, arguments } with arguments as an object',
      );
    }
    const { id, name, arguments: given } = readObject(item, CALL_KEYS, here);
    if (typeof name !== 'string') throw mustBe('a string', name, [...here, 'name']);
    if (id !== undefined && typeof id !== 'string') throw mustBe('a string', id, [...here, 'id']);
    const call = { name, arguments: readJsonObject(given, [...here, 'arguments']) };
    return id === undefined ? call : { id, ...call };
  });
}

/**
 * Reads tool specs for the chat template: a copy.
 *
 * @throws ResultFault
 */
export function readTools(value: unknown, path: Path): ToolSpec[] {
  if (!Array.isArray(value)) throw mustBe('a list of tool specs', value, path);
  return Array.from(value, (item: unknown, at) => {
    const here = [...path, at];
    const { type, function: inner } = readObject(item, TOOL_KEYS, here);
    if (type !== 'function') throw mustBe('"function"', type, [...here, 'type']);
    const { name, description, parameters } = readObject(inner, FUNCTION_KEYS, [
      ...here,
      'function',
    ]);
    if (typeof name !== 'string' || name === '') {
      throw mustBe('a name', name, [...here, 'function', 'name']);
    }
    if (description !== undefined && typeof description !== 'string') {
      throw mustBe('a string', description, [...here, 'function', 'description']);
    }
    return {
      type,
      function: {
        name,
        ...(description === undefined ? {} : { description }),
        ...(parameters === undefined
          ? {}
          : { parameters: readJsonObject(parameters, [...here, 'function', 'parameters']) }),
      },
    };
  });
}

/**
 * Reads a plain JSON object: a copy.
 *
 * @throws ResultFault that names the first value in it that JSON cannot carry.
 */
export function readJsonObject(value: unknown, path: Path): JsonObject {
  if (!isObject(value)) throw mustBe('a JSON object', value, path);
  const fault = findJsonFault(value, path);
  if (fault !== undefined) throw new ResultFault(fault.path, fault.message);
  return copyPlain(value) as JsonObject;
}
