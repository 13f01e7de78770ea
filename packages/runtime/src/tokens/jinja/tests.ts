import { isNumeric, floatOf, intOf } from './numbers.ts';
import { binary } from './operators.ts';
import { compare, contains, equal } from './order.ts';
import { toText } from './python-text.ts';
import { bindArguments } from './signature.ts';
import { isLowerText, isUpperText } from './string-case.ts';
import { TemplateError } from './template-error.ts';
import {
  type CallArguments,
  callableOf,
  DictView,
  isDict,
  isIterable,
  Markup,
  sizeOf,
} from './values.ts';

type Test = (value: unknown, ...given: readonly unknown[]) => boolean;

/** A test with what it is told about its arguments. */
interface TestEntry {
  readonly parameters: readonly string[];
  readonly named: number;
  readonly holds: Test;
}

/** Applies a test to evaluated arguments. */
export type BoundTest = (value: unknown, args: CallArguments) => boolean;

function alone(name: string, holds: (value: unknown) => boolean): [string, TestEntry] {
  return [name, { parameters: [], named: 0, holds }];
}

function remainder(value: unknown, divisor: unknown): unknown {
  return binary('%', value, divisor);
}

/** Python has one object for each of these; others may or may not be one. */
function isSame(value: unknown, other: unknown): boolean {
  const isSingle = (one: unknown) => one === null || typeof one === 'boolean';
  if (isSingle(value) || isSingle(other)) return value === other;
  if (value === other && typeof value === 'object') return true;
  if (typeof value === typeof other && !equal(value, other)) return false;
  throw new TemplateError('`sameas` of other values than true, false and none is not implemented');
}

function operands(
  names: readonly string[],
  holds: (value: unknown, other: unknown) => boolean,
): [string, TestEntry][] {
  return names.map((name) => [name, { parameters: ['other'], named: 0, holds }]);
}

const ENTRIES: ReadonlyMap<string, TestEntry> = new Map<string, TestEntry>([
  alone('defined', (value) => value !== undefined),
  alone('undefined', (value) => value === undefined),
  alone('none', (value) => value === null),
  alone('string', (value) => typeof value === 'string' || value instanceof Markup),
  alone('mapping', isDict),
  alone('number', isNumeric),
  alone('integer', (value) => typeof value !== 'boolean' && intOf(value) !== undefined),
  alone('float', (value) => floatOf(value) !== undefined),
  alone('boolean', (value) => typeof value === 'boolean'),
  alone('true', (value) => value === true),
  alone('false', (value) => value === false),
  alone('iterable', isIterable),
  alone('sequence', (value) => sizeOf(value) !== undefined && !(value instanceof DictView)),
  alone('callable', (value) => value === undefined || callableOf(value) !== undefined),
  alone('odd', (value) => equal(remainder(value, 2), 1)),
  alone('even', (value) => equal(remainder(value, 2), 0)),
  alone('lower', (value) => isLowerText(toText(value))),
  alone('upper', (value) => isUpperText(toText(value))),
  alone('escaped', (value) => value instanceof Markup),
  [
    'divisibleby',
    { parameters: ['num'], named: 1, holds: (value, num) => equal(remainder(value, num), 0) },
  ],
  ['sameas', { parameters: ['other'], named: 1, holds: isSame }],
  ['in', { parameters: ['seq'], named: 1, holds: contains }],
  ...operands(['eq', 'equalto', '=='], equal),
  ...operands(['ne', '!='], (value, other) => !equal(value, other)),
  ...operands(['gt', 'greaterthan', '>'], (value, other) => compare(value, other) > 0),
  ...operands(['lt', 'lessthan', '<'], (value, other) => compare(value, other) < 0),
  ...operands(['ge', '>='], (value, other) => compare(value, other) >= 0),
  ...operands(['le', '<='], (value, other) => compare(value, other) <= 0),
]);

/**
 * Finds a test by name.
 *
 * @throws TemplateError when there is none.
 */
export function findTest(name: string, line?: number): BoundTest {
  if (name === 'filter' || name === 'test') {
    throw new TemplateError(`the test \`${name}\` is not implemented`, line);
  }
  const entry = ENTRIES.get(name);
  if (entry === undefined) throw new TemplateError(`the test \`${name}\` is unknown`, line);
  const { parameters, named, holds } = entry;
  const signature = { name, parameters, required: parameters.length, named };
  return (value, args) => holds(value, ...bindArguments(signature, args));
}
