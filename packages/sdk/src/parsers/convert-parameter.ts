import { parseExactJson } from '../exact-json.ts';
import type { JsonValue } from '../json.ts';
import { parsePythonLiteral } from './python-literal.ts';
import { pythonFloat, pythonInt } from './python-number.ts';
import { scanJson } from './scan-json.ts';

/**
 * Gives a parameter of `qwen3_coder` the type that its schema asks for, as SGLang does: what
 * cannot be converted stays text, for the tool's own schema to refuse.
 *
 * With a list of types (`["string", "null"]`) SGLang reads a Python literal and so turns `12` into
 * a number; here the first reading that the list allows counts: literal, JSON, text.
 */
export function convertParameter(text: string, schema: JsonValue | undefined): JsonValue {
  if (text.toLowerCase() === 'null') return null;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return text;
  const declared = schema['type'];
  if (Array.isArray(declared)) return convertUnion(text, declared);
  if (typeof declared !== 'string') return text;
  const type = declared.trim().toLowerCase();
  if (/^(?:string|str|text|varchar|char|enum)$/.test(type)) return text;
  if (/^(?:u?int|long|short|unsigned)/.test(type)) return pythonInt(text) ?? text;
  if (/^(?:num|float)/.test(type)) return pythonFloat(text) ?? text;
  if (/^(?:boolean|bool|binary)$/.test(type)) return text.toLowerCase() === 'true';
  if (/^(?:object|array|arr)$|^(?:dict|list)/.test(type)) {
    const json = parseJson(text);
    return json === undefined ? readLiteral(text) : json;
  }
  return readLiteral(text);
}

/** `None` reads as null, so undefined alone means that there is no literal. */
function readLiteral(text: string): JsonValue {
  const literal = parsePythonLiteral(text);
  return literal === undefined ? text : literal;
}

function convertUnion(text: string, types: readonly JsonValue[]): JsonValue {
  const literal = readLiteral(text);
  const json = parseJson(text);
  const readings = json === undefined ? [literal, text] : [literal, json, text];
  const allowed = readings.find((value) => types.some((type) => isOfType(value, type)));
  return allowed === undefined ? literal : allowed;
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
  return typeof value === type;
}

/** Undefined where the text is no JSON, or holds a number that would be changed. */
function parseJson(text: string): JsonValue | undefined {
  const start = text.search(/[^ \t\n\r]/);
  const scan = scanJson(text, Math.max(start, 0));
  if (!scan.ok || scan.lost !== undefined || /[^ \t\n\r]/.test(text.slice(scan.end)))
    return undefined;
  return parseExactJson(text);
}
