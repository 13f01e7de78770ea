import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import {
  compare,
  contains,
  equal,
  isCallable,
  isDict,
  isFloat,
  numberOf,
  sequenceItems,
} from './values.ts';

type Test = (value: unknown, ...args: readonly unknown[]) => boolean;

function remainder(value: unknown, divisor: unknown): number {
  const [a, b] = [numberOf(value), numberOf(divisor)];
  if (a === undefined || b === undefined || b === 0) {
    throw new TemplateError('the test needs a number and a divisor that is not zero');
  }
  return a - b * Math.floor(a / b);
}

function isIterable(value: unknown): boolean {
  return (
    value === undefined ||
    typeof value === 'string' ||
    sequenceItems(value) !== undefined ||
    isDict(value)
  );
}

/** Jinja's tests, `value is name(args)`. */
export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => isDict(value)],
  ['number', (value) => numberOf(value) !== undefined],
  ['integer', (value) => typeof value === 'number' && !isFloat(value)],
  ['float', (value) => isFloat(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['iterable', isIterable],
  ['sequence', isIterable],
  ['callable', (value) => isCallable(value)],
  ['sameas', (value, other) => value === other],
  ['odd', (value) => remainder(value, 2) === 1],
  ['even', (value) => remainder(value, 2) === 0],
  ['divisibleby', (value, divisor) => remainder(value, divisor) === 0],
  ['in', (value, container) => contains(value, container)],
  ['lower', (value) => isCased(value) && toText(value) === toText(value).toLowerCase()],
  ['upper', (value) => isCased(value) && toText(value) === toText(value).toUpperCase()],
  ...comparisons(),
]);

function isCased(value: unknown): boolean {
  const text = toText(value);
  return text.toLowerCase() !== text.toUpperCase();
}

function comparisons(): [string, Test][] {
  const equals: Test = (value, other) => equal(value, other);
  const differs: Test = (value, other) => !equal(value, other);
  const above: Test = (value, other) => compare(value, other) > 0;
  const below: Test = (value, other) => compare(value, other) < 0;
  const atLeast: Test = (value, other) => compare(value, other) >= 0;
  const atMost: Test = (value, other) => compare(value, other) <= 0;
  const names: readonly (readonly [Test, readonly string[]])[] = [
    [equals, ['eq', 'equalto', '==']],
    [differs, ['ne', '!=']],
    [above, ['gt', 'greaterthan', '>']],
    [below, ['lt', 'lessthan', '<']],
    [atLeast, ['ge', '>=']],
    [atMost, ['le', '<=']],
  ];
  return names.flatMap(([test, aliases]) => aliases.map((name): [string, Test] => [name, test]));
}

/**
 * Finds a test by name.
 *
 * @throws TemplateError when there is none.
 */
export function findTest(name: string, line?: number): Test {
  const test = tests.get(name);
  if (test === undefined) throw new TemplateError(`the test \`${name}\` is unknown`, line);
  return test;
}
