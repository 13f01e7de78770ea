import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'slime-sdk';
import { FORMAT_EXAMPLES } from './format-examples.ts';
import { type Hints, pickRecent } from './hints.ts';
import { matchingText } from './matching-text.ts';
import type { Picker } from './picks.ts';

/** Texts for parameters that take any, the plainest first. */
const WORDS: readonly string[] = [
  'a',
  '1',
  '0',
  'A',
  'abc',
  'two words',
  '42',
  '-1.5',
  '1/2',
  '\\boxed{1}',
  'yes',
  'user@example.org',
  '2024-02-29',
  '#1',
  '',
  ' ',
  '"',
  "it's",
  '\\',
  'a\nb',
  '{"a": 1}',
  '[1]',
  '{',
  'null',
  'true',
  'é',
  '答',
  '😀',
  '</tool_call>',
  '</parameter>',
  '<|im_end|>',
  '__proto__',
  'x'.repeat(300),
];

const MOST_PATTERN_TRIES = 8;
const patterns = new Map<string, fc.Arbitrary<string> | null>();

/** A string that the keywords of the schema allow, as far as one can be made. */
export function drawString(schema: JsonObject, hints: Hints, picker: Picker): string {
  const fits = stringTest(schema);
  if (picker.chance(50)) {
    const hint = pickRecent(hints.strings.filter(fits), picker);
    if (hint !== undefined) return hint;
  }
  const { format, pattern } = schema;
  if (typeof format === 'string' || typeof pattern === 'string') {
    const example = picker.from(formatExamples(format).filter(fits));
    if (example !== undefined) return example;
    const made = typeof pattern === 'string' ? drawPattern(pattern, fits, picker) : undefined;
    const found = made ?? hints.strings.find(fits);
    if (found !== undefined) return found;
  }
  const word = picker.from(WORDS) ?? '';
  return fits(word) ? word : resize(word, schema);
}

function formatExamples(format: JsonValue | undefined): readonly string[] {
  return typeof format === 'string' ? (FORMAT_EXAMPLES.get(format) ?? []) : [];
}

/** Cuts or pads to what `minLength` and `maxLength` ask, which count code points. */
function resize(text: string, schema: JsonObject): string {
  const least = numberOf(schema, 'minLength') ?? 0;
  const most = numberOf(schema, 'maxLength') ?? Infinity;
  const points = Array.from(text).slice(0, Math.min(most, Math.max(least, text.length)));
  while (points.length < least) points.push('a');
  return points.join('');
}

function stringTest(schema: JsonObject): (text: string) => boolean {
  const least = numberOf(schema, 'minLength') ?? 0;
  const most = numberOf(schema, 'maxLength') ?? Infinity;
  const pattern = schema['pattern'];
  const regex = typeof pattern === 'string' ? compile(pattern) : undefined;
  const examples = formatExamples(schema['format']);
  return (text) => {
    const length = Array.from(text).length;
    if (length < least || length > most) return false;
    if (regex !== undefined) return regex.test(text);
    // What is of a format without a pattern can only be told by example.
    return examples.length === 0 || examples.includes(text);
  };
}

/** JSON Schema reads patterns as Unicode; those that are no such expressions are read as they are. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

function drawPattern(
  pattern: string,
  fits: (text: string) => boolean,
  picker: Picker,
): string | undefined {
  let texts = patterns.get(pattern);
  if (texts === undefined) {
    texts = matchingText({ source: pattern, flags: '' }) ?? null;
    patterns.set(pattern, texts);
  }
  if (texts === null) return undefined;
  return fc.sample(texts, { seed: picker.next(), numRuns: MOST_PATTERN_TRIES }).find(fits);
}

/** A number that the keywords of the schema allow. */
export function drawNumber(schema: JsonObject, hints: Hints, picker: Picker): number {
  const isInteger = schema['type'] === 'integer';
  const step = numberOf(schema, 'multipleOf') ?? (isInteger ? 1 : 0);
  const fits = numberTest(schema, isInteger, step);
  if (picker.chance(50)) {
    const hint = pickRecent(hints.numbers.filter(fits), picker);
    if (hint !== undefined) return hint;
  }
  const { least, most } = bounds(schema, isInteger);
  const grain = step === 0 ? 1 : step;
  const first = Number.isFinite(least)
    ? Math.ceil(least / grain) * grain
    : Math.min(0, Math.floor(most / grain) * grain);
  const candidates = [
    0,
    1,
    first,
    2,
    -1,
    3,
    10,
    first + grain,
    first + 2 * grain,
    7,
    100,
    -5,
    most,
  ];
  if (step === 0) candidates.push(0.5, -0.25, 1.75, (first + Math.min(most, first + 1)) / 2);
  const spread = Math.min(most - first, 1000) / grain;
  candidates.push(first + grain * picker.below(Math.max(1, Math.floor(spread) + 1)));
  const possible = candidates.filter(fits);
  return picker.from(possible) ?? first;
}

function bounds(schema: JsonObject, isInteger: boolean): { least: number; most: number } {
  const gap = isInteger ? 1 : 1 / 1024;
  const above = numberOf(schema, 'exclusiveMinimum');
  const below = numberOf(schema, 'exclusiveMaximum');
  return {
    least: Math.max(
      numberOf(schema, 'minimum') ?? -Infinity,
      above === undefined ? -Infinity : above + gap,
    ),
    most: Math.min(
      numberOf(schema, 'maximum') ?? Infinity,
      below === undefined ? Infinity : below - gap,
    ),
  };
}

function numberTest(
  schema: JsonObject,
  isInteger: boolean,
  step: number,
): (value: number) => boolean {
  const least = numberOf(schema, 'minimum') ?? -Infinity;
  const most = numberOf(schema, 'maximum') ?? Infinity;
  const above = numberOf(schema, 'exclusiveMinimum') ?? -Infinity;
  const below = numberOf(schema, 'exclusiveMaximum') ?? Infinity;
  return (value) =>
    Number.isFinite(value) &&
    (!isInteger || Number.isSafeInteger(value)) &&
    value >= least &&
    value <= most &&
    value > above &&
    value < below &&
    (step === 0 || Number.isInteger(value / step));
}

/** A keyword's value where it is a number. */
export function numberOf(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
