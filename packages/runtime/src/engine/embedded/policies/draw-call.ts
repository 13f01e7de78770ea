import type { JsonObject, JsonValue } from 'slime-sdk';
import type { Dice } from './dice.ts';
import { isObject, type OfferedTool } from './prompt-tools.ts';

/** Schemas may nest without end. */
const DEEPEST = 4;
/** Characters at the prompt's end whose words strings are made of: what the environment told of. */
const TAIL = 4000;

/**
 * Draws a call of one of these tools, its arguments from the tool's schema, and writes it as the
 * prompt asks for: JSON within `<tool_call>`, or tags where the prompt shows `<function=`.
 */
export function drawCall(tools: readonly OfferedTool[], prompt: string, dice: Dice): string {
  const tool = dice.pick(tools);
  if (tool === undefined) return '';
  const told = prompt.slice(-TAIL).split('</tools>').at(-1) ?? '';
  const words = told.match(/[#\w][\w@.-]{2,}/g) ?? ['word'];
  const ids = words.filter((word) => /\d/.test(word));
  const call = drawObject(tool.parameters, { dice, words, ids, depth: 0 });
  return prompt.includes('<function=') ? asTags(tool.name, call) : asJson(tool.name, call);
}

function asJson(name: string, call: JsonObject): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: call })}\n</tool_call>`;
}

function asTags(name: string, call: JsonObject): string {
  const parameters = Object.entries(call).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `<parameter=${key}>\n${text}\n</parameter>\n`;
  });
  return `<tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</tool_call>`;
}

interface Draw {
  dice: Dice;
  words: readonly string[];
  /** Those that hold a digit. */
  ids: readonly string[];
  depth: number;
}

/** What is required, and each other property now and then. */
function drawObject(schema: JsonObject, draw: Draw): JsonObject {
  const { properties, required } = schema;
  if (!isObject(properties)) return {};
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const keys = Object.keys(properties).filter(
    (key) => needed.has(key) || (draw.depth < DEEPEST && draw.dice.chance(0.5)),
  );
  return Object.fromEntries(keys.map((key) => [key, drawValue(properties[key], draw)]));
}

function drawValue(schema: JsonValue | undefined, draw: Draw): JsonValue {
  const { dice } = draw;
  if (!isObject(schema)) return drawWord(draw);
  if (schema['const'] !== undefined) return schema['const'];
  const options = schema['enum'] ?? schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options) && options.length > 0) {
    const option = dice.pick(options) ?? null;
    return schema['enum'] === undefined ? drawValue(option, draw) : option;
  }
  const type = Array.isArray(schema['type']) ? dice.pick(schema['type']) : schema['type'];
  if (type === 'integer' || type === 'number') return drawInteger(schema, dice);
  if (type === 'boolean') return dice.chance(0.5);
  if (type === 'null') return null;
  if (type === 'array') return drawArray(schema, draw);
  if (type === 'object') return drawObject(schema, { ...draw, depth: draw.depth + 1 });
  return drawWord(draw);
}

function drawInteger(schema: JsonObject, dice: Dice): number {
  const low = Math.ceil(boundOf(schema, 'minimum', 'exclusiveMinimum', 1) ?? 0);
  const high = Math.floor(boundOf(schema, 'maximum', 'exclusiveMaximum', -1) ?? low + 9);
  return low + dice.below(Math.max(1, high - low + 1));
}

function boundOf(schema: JsonObject, key: string, exclusive: string, step: number): number | null {
  const { [key]: bound, [exclusive]: beyond } = schema;
  if (typeof bound === 'number') return bound;
  return typeof beyond === 'number' ? beyond + step : null;
}

function drawArray(schema: JsonObject, draw: Draw): JsonValue[] {
  const { minItems, maxItems, items } = schema;
  const least = typeof minItems === 'number' ? minItems : 0;
  const most = typeof maxItems === 'number' ? maxItems : least + 2;
  const inner = { ...draw, depth: draw.depth + 1 };
  const length = inner.depth > DEEPEST ? least : least + draw.dice.below(most - least + 1);
  return Array.from({ length }, () => drawValue(items, inner));
}

function drawWord({ dice, words, ids }: Draw): string {
  return dice.pick(ids.length > 0 && dice.chance(0.5) ? ids : words) ?? 'word';
}
