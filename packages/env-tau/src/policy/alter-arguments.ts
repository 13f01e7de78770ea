import type { ToolSpec } from 'slime-sdk';
import { copyValue, type PyDict, type PyValue } from '../python/value.ts';

/** Another value of the same kind. */
function alter(value: PyValue, choices: readonly PyValue[]): PyValue {
  if (choices.length > 1) return choices[(choices.indexOf(value) + 1) % choices.length] ?? null;
  if (typeof value === 'string') return `${value}0`;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(0, -1);
  return null;
}

function choicesOf(tool: ToolSpec | undefined, key: string): readonly PyValue[] {
  const properties = tool?.function.parameters?.['properties'];
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return [];
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  const { enum: choices } = schema;
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
}

/** A call's arguments with one of them changed: once for each. */
export function alterArguments(kwargs: PyDict, tool: ToolSpec | undefined): PyDict[] {
  return [...kwargs].map(([key, value]) => {
    const altered = new Map([...kwargs].map(([name, kept]) => [name, copyValue(kept)]));
    return altered.set(key, alter(value, choicesOf(tool, key)));
  });
}
