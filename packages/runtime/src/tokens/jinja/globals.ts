import type { LocalTime } from './local-time.ts';
import { indexOf } from './numbers.ts';
import { PyDict } from './py-dict.ts';
import { bindArguments } from './signature.ts';
import { strftime } from './strftime.ts';
import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import {
  type CallArguments,
  type Callable,
  dictEntries,
  isDict,
  iterate,
  Namespace,
  PyCallable,
  PyObject,
  Range,
} from './values.ts';

const LONGEST_RANGE = 100_000;

function range(args: CallArguments): Range {
  const given = bindArguments(
    { name: 'range', parameters: ['start', 'stop', 'step'], required: 1, named: 0 },
    args,
  );
  const [first = 0, second, step = 1] = given.map((value) => {
    const index = indexOf(value);
    if (index === undefined) throw new TemplateError('range() takes integers');
    return index;
  });
  if (step === 0) throw new TemplateError('range() arg 3 must not be zero');
  const made = second === undefined ? new Range(0, first, 1) : new Range(first, second, step);
  if (made.length > LONGEST_RANGE) {
    throw new TemplateError(`range() of ${made.length} items; the sandbox allows ${LONGEST_RANGE}`);
  }
  return made;
}

class Joiner extends PyCallable {
  readonly #separator: unknown;
  #isUsed = false;

  constructor(separator: unknown) {
    super();
    this.#separator = separator;
  }

  attribute(name: string): unknown {
    if (name === 'sep') return this.#separator;
    return name === 'used' ? this.#isUsed : undefined;
  }

  call(args: CallArguments): unknown {
    bindArguments({ name: 'joiner', parameters: [], required: 0, named: 0 }, args);
    if (this.#isUsed) return this.#separator;
    this.#isUsed = true;
    return '';
  }
}

class Cycler extends PyObject {
  readonly #items: readonly unknown[];
  #at = 0;

  constructor(items: readonly unknown[]) {
    super();
    this.#items = items;
  }

  attribute(name: string): unknown {
    switch (name) {
      case 'current':
        return this.#items[this.#at];
      case 'pos':
        return this.#at;
      case 'next':
        return () => {
          const current = this.#items[this.#at];
          this.#at = (this.#at + 1) % this.#items.length;
          return current;
        };
      case 'reset':
        return () => {
          this.#at = 0;
          return null;
        };
      default:
        return undefined;
    }
  }
}

/** Python's `dict(...)`. */
function dictOf({ positional, keyword }: CallArguments): PyDict {
  if (positional.length > 1) throw new TemplateError('dict expected at most 1 argument');
  const dict = new PyDict();
  const [given] = positional;
  if (positional.length > 0 && given === undefined) {
    // It is asked for its keys, which an undefined value does not allow.
    throw new TemplateError('dict() takes a mapping or pairs, not Undefined');
  }
  if (isDict(given)) {
    for (const [key, value] of dictEntries(given)) dict.set(key, value);
  } else if (positional.length > 0) {
    for (const pair of iterate(given)) {
      const [key, value, ...more] = iterate(pair);
      if (iterate(pair).length !== 2 || more.length > 0) {
        throw new TemplateError('dict() takes pairs');
      }
      dict.set(key, value);
    }
  }
  for (const [key, value] of keyword) dict.set(key, value);
  return dict;
}

/** What `dict` is in a template: a function with one method. */
class DictType extends PyCallable {
  attribute(name: string): unknown {
    if (name !== 'fromkeys') return undefined;
    return ({ positional: [keys, value = null] }: CallArguments) =>
      PyDict.from(iterate(keys).map((key) => [key, value] as const));
  }

  call(args: CallArguments): PyDict {
    return dictOf(args);
  }
}

function namespace(args: CallArguments): Namespace {
  const values = dictOf(args);
  for (const [name] of values.entries()) checkNamespaceName(name);
  return new Namespace(values);
}

/**
 * transformers keeps names with an underscore out of namespaces.
 *
 * @throws TemplateError
 */
export function checkNamespaceName(name: unknown): void {
  if (typeof name === 'string' && name.startsWith('_')) {
    throw new TemplateError(
      `a namespace cannot hold '${name}': its name begins with an underscore`,
    );
  }
}

/** Names that every template has, as transformers sets them up. */
export function templateGlobals(now: () => LocalTime): ReadonlyMap<string, Callable | PyObject> {
  const text = (name: string, parameter: string, apply: (value: unknown) => unknown): Callable => {
    const signature = { name, parameters: [parameter], required: 1, named: 1 };
    return (args) => apply(bindArguments(signature, args)[0]);
  };
  return new Map<string, Callable | PyObject>([
    ['range', range],
    [
      'joiner',
      (args) => {
        const signature = { name: 'joiner', parameters: ['sep'], required: 0, named: 1 };
        const [separator = ', '] = bindArguments(signature, args);
        return new Joiner(separator);
      },
    ],
    [
      'cycler',
      ({ positional }) => {
        if (positional.length === 0) throw new TemplateError('at least one item to cycle through');
        return new Cycler(positional);
      },
    ],
    ['namespace', namespace],
    ['dict', new DictType()],
    ['strftime_now', text('strftime_now', 'format', (format) => strftime(now(), format))],
    [
      'raise_exception',
      text('raise_exception', 'message', (message) => {
        throw new TemplateError(`the template refused it: ${toText(message)}`);
      }),
    ],
  ]);
}

/** Globals of Jinja that no template here may use, with the reason. */
export const REFUSED_GLOBALS: ReadonlyMap<string, string> = new Map([
  ['lipsum', 'its text is random'],
  ['self', 'blocks are not implemented'],
  ['super', 'blocks are not implemented'],
]);
