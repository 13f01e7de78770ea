import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'slime-sdk';
import { FORMAT_EXAMPLES } from './format-examples.ts';
import type { Hints } from './hints.ts';
import { numberOf } from './keyword.ts';
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

const MOST_TEXTS = 64;
const LONGEST_TESTED = 500;
const madeTexts = new Map<string, readonly string[]>();

/**
 * A string that the keywords of the schema allow, as far as one can be made. `key`: what it is for.
 */
export function drawString(schema: JsonObject, hints: Hints, picker: Picker, key?: string): string {
  const test = stringTest(schema);
  const fits = test ?? isAny;
  if (picker.chance(50)) {
    const hint = hints.pickString({ fits, key }, picker);
    if (hint !== undefined) return hint;
  }
  if (test === undefined) return picker.from(WORDS) ?? '';
  return (
    picker.from(textsOf(schema, fits)) ??
    hints.pickString({ fits, key }, picker) ??
    resize(picker.from(WORDS) ?? '', schema)
  );
}

const isAny = (): boolean => true;

/** Texts that fit a schema, the plainest first; the same at every call. */
function textsOf(schema: JsonObject, fits: (text: string) => boolean): readonly string[] {
  const { pattern, minLength, maxLength, format } = schema;
  const key = JSON.stringify([pattern, minLength, maxLength, format]);
  const known = madeTexts.get(key);
  if (known !== undefined) return known;
  const examples = formatExamples(format).filter(fits);
  const matching = typeof pattern === 'string' && examples.length === 0 ? match(pattern, fits) : [];
  const made = [...new Set([...examples, ...matching, ...WORDS.filter(fits)])];
  madeTexts.set(key, made);
  return made;
}

function match(pattern: string, fits: (text: string) => boolean): string[] {
  const found = new Set<string>();
  for (const size of ['small', 'medium'] as const) {
    const texts = matchingText({ source: pattern, flags: '' }, size);
    if (texts === undefined) break;
    for (const text of fc.sample(texts, { seed: 1, numRuns: 200 })) {
      if (found.size < MOST_TEXTS && fits(text)) found.add(text);
    }
  }
  return [...found].sort((left, right) => left.length - right.length);
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

/** Undefined where every string fits. */
function stringTest(schema: JsonObject): ((text: string) => boolean) | undefined {
  const least = numberOf(schema, 'minLength') ?? 0;
  const most = numberOf(schema, 'maxLength') ?? Infinity;
  const { pattern } = schema;
  const regex = typeof pattern === 'string' ? compile(pattern) : undefined;
  // What is of a format without a pattern can only be told by example.
  const examples = regex === undefined ? formatExamples(schema['format']) : [];
  const isBounded = least > 0 || most < Infinity;
  if (!isBounded && regex === undefined && examples.length === 0) return undefined;
  return (text) => {
    if (isBounded) {
      const length = Array.from(text).length;
      if (length < least || length > most) return false;
    }
    // A pattern may take time that grows fast with the text.
    if (regex !== undefined) return text.length <= LONGEST_TESTED && regex.test(text);
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
