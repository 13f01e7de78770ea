import { type JsonValue, parseExactJson } from 'slime-sdk';
import type { TextLine } from './read-lines.ts';

/** A JSON text's value, or where and why it is none. */
export type ParsedJson =
  | { ok: true; value: JsonValue }
  | {
      ok: false;
      /** Of the first character that is wrong, counted from 1. */
      column: number;
      message: string;
    };

/**
 * Parses one JSON text without loss. An integer that a JavaScript number cannot hold exactly becomes
 * its decimal string: an id keeps its digits, and a chat template still prints a number.
 */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = findSyntaxError(text);
    const before = text.slice(Math.max(0, at - 20), at);
    const near = before + text.slice(at, at + 20);
    return {
      ok: false,
      column: at + 1,
      message:
        at >= text.length
          ? `the JSON ends too early, after ${quote(before)}`
          : `not JSON near ${quote(near)}`,
    };
  }
}

/** The same of a line of a file, which must be UTF-8. */
export function parseJsonLine({ text, badByte }: TextLine): ParsedJson {
  if (badByte === null) return parseJson(text);
  const message = `byte ${badByte} of the line is not UTF-8; convert the file to UTF-8`;
  return { ok: false, column: badByte, message };
}

function quote(excerpt: string): string {
  return `\`${excerpt.replaceAll(/\p{Cc}/gu, ' ')}\``;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters must be escaped in JSON, so their range is meant here.
// eslint-disable-next-line no-control-regex
const STRING_PIECE = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Index of the first character at which a text stops being the beginning of any JSON text. V8
 * names a position in some of its messages only.
 */
function findSyntaxError(text: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found !== '';
  };
  const take = (char: string): boolean => {
    skip(SPACE);
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };
  const string = (): boolean => {
    if (!take('"')) return false;
    while (skip(STRING_PIECE));
    return text[at] === '"' && take('"');
  };
  const key = (): boolean => string() && take(':');
  for (;;) {
    // A value is due.
    skip(SPACE);
    if (take('{')) {
      if (!take('}')) {
        open.push('{');
        if (!key()) return at;
        continue;
      }
    } else if (take('[')) {
      if (!take(']')) {
        open.push('[');
        continue;
      }
    } else if (text[at] === '"' ? !string() : !skip(SCALAR)) return at;
    // A value has ended.
    for (let inside = open.at(-1); ; inside = open.at(-1)) {
      if (inside === undefined) {
        skip(SPACE);
        return at;
      }
      if (take(',')) {
        if (inside === '{' && !key()) return at;
        break;
      }
      if (!take(inside === '{' ? '}' : ']')) return at;
      open.pop();
    }
  }
}
