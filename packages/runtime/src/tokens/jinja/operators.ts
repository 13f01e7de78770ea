import { toRepr, toText } from './python-text.ts';
import { stringMethods } from './string-methods.ts';
import type { BinaryOperator } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import {
  type Callable,
  type Dict,
  dictEntries,
  dictGet,
  dictHas,
  equal,
  isDict,
  isFloat,
  LoopContext,
  Namespace,
  numberOf,
  PyFloat,
  sequenceItems,
  Tuple,
  typeName,
} from './values.ts';

const DICT_METHODS: ReadonlySet<string> = new Set(['items', 'keys', 'values', 'get', 'copy']);

/** Methods of Python's dict and list that would change them: the sandbox forbids them. */
const MUTATORS: ReadonlySet<string> = new Set([
  'append',
  'clear',
  'extend',
  'insert',
  'pop',
  'popitem',
  'remove',
  'reverse',
  'setdefault',
  'sort',
  'update',
]);

function dictMethod(dict: Dict, name: string): Callable {
  return (args) => {
    const entries = dictEntries(dict);
    if (name === 'items') return entries.map((entry) => new Tuple(entry));
    if (name === 'keys') return entries.map(([key]) => key);
    if (name === 'values') return entries.map(([, value]) => value);
    if (name === 'copy') return new Map(entries);
    const [key, fallback = args.keyword.get('default') ?? null] = args.positional;
    return dictHas(dict, key) ? dictGet(dict, key) : fallback;
  };
}

function forbidden(name: string): Callable {
  return () => {
    throw new TemplateError(`${name}() would change its object, which a template may not`);
  };
}

function listMethod(items: readonly unknown[], name: string): Callable | undefined {
  if (name === 'count') {
    return (args) => items.filter((entry) => equal(entry, args.positional[0])).length;
  }
  if (name !== 'index') return undefined;
  return (args) => {
    const index = items.findIndex((entry) => equal(entry, args.positional[0]));
    if (index < 0) throw new TemplateError('index(): the value is not in the list');
    return index;
  };
}

/** `object.name`: methods before keys, as Jinja looks them up. */
export function attribute(object: unknown, name: string): unknown {
  if (isDict(object)) {
    if (DICT_METHODS.has(name)) return dictMethod(object, name);
    return MUTATORS.has(name) ? forbidden(name) : dictGet(object, name);
  }
  if (typeof object === 'string') {
    const method = stringMethods.get(name);
    return method === undefined
      ? undefined
      : (args: Parameters<Callable>[0]) => method(object, args);
  }
  if (object === undefined) {
    throw new TemplateError(`an undefined value has no attribute '${name}'`);
  }
  if (object instanceof Namespace) return object.values.get(name);
  if (object instanceof LoopContext) return object.attribute(name);
  const items = sequenceItems(object);
  if (items === undefined) return undefined;
  if (Array.isArray(object) && MUTATORS.has(name)) return forbidden(name);
  return listMethod(items, name);
}

/** `object[key]`: keys before methods. */
export function item(object: unknown, key: unknown): unknown {
  if (object === undefined) throw new TemplateError('an undefined value cannot be indexed');
  const index = numberOf(key);
  if (typeof object === 'string') {
    if (index !== undefined) return characters(object).at(index);
  } else {
    const items = sequenceItems(object);
    if (items !== undefined && index !== undefined) return items.at(index);
    if (isDict(object)) {
      const value = dictGet(object, key);
      if (value !== undefined) return value;
    }
  }
  return typeof key === 'string' && object !== null ? attribute(object, key) : undefined;
}

/** The code points of a string, as Python indexes it. */
function characters(text: string): readonly string[] {
  return Array.from(text);
}

/** `object[start:stop:step]`. */
export function slice(object: unknown, start: unknown, stop: unknown, step: unknown): unknown {
  if (object === undefined) throw new TemplateError('an undefined value cannot be sliced');
  const isText = typeof object === 'string';
  const items = isText ? characters(object) : sequenceItems(object);
  if (items === undefined) throw new TemplateError(`'${typeName(object)}' cannot be sliced`);
  const picked = sliceItems(items, bound(start), bound(stop), bound(step) ?? 1);
  if (isText) return picked.join('');
  return object instanceof Tuple ? new Tuple(picked) : picked;
}

function bound(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = numberOf(value);
  if (number === undefined || isFloat(value)) {
    throw new TemplateError('slice indices must be integers or None');
  }
  return number;
}

function sliceItems(
  items: readonly unknown[],
  start: number | undefined,
  stop: number | undefined,
  step: number,
): unknown[] {
  if (step === 0) throw new TemplateError('slice step cannot be zero');
  const { length } = items;
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clamp = (index: number) =>
    Math.min(high, Math.max(low, index < 0 ? index + length : index));
  const from = start === undefined ? (step > 0 ? low : high) : clamp(start);
  const to = stop === undefined ? (step > 0 ? high : low) : clamp(stop);
  const picked: unknown[] = [];
  for (let index = from; step > 0 ? index < to : index > to; index += step) {
    picked.push(items[index]);
  }
  return picked;
}

/** `left + right`. */
export function add(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== undefined && b !== undefined) return numeric(left, right, a + b);
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  if (left instanceof Tuple && right instanceof Tuple) {
    return new Tuple([...left.items, ...right.items]);
  }
  throw unsupported('+', left, right);
}

function unsupported(operator: string, left: unknown, right: unknown): TemplateError {
  return new TemplateError(
    `\`${operator}\` cannot take '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function numeric(left: unknown, right: unknown, value: number): number | PyFloat {
  return isFloat(left) || isFloat(right) ? new PyFloat(value) : value;
}

/** `left <operator> right`. */
export function binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  if (operator === '+') return add(left, right);
  if (operator === '%' && typeof left === 'string') return percentFormat(left, right);
  if (operator === '*') {
    const repeated = repeat(left, right) ?? repeat(right, left);
    if (repeated !== undefined) return repeated;
  }
  const a = numberOf(left);
  const b = numberOf(right);
  if (a === undefined || b === undefined) throw unsupported(operator, left, right);
  if (operator === '-') return numeric(left, right, a - b);
  if (operator === '*') return numeric(left, right, a * b);
  if (operator === '**') return b < 0 ? new PyFloat(a ** b) : numeric(left, right, a ** b);
  if (b === 0) throw new TemplateError('division by zero');
  if (operator === '/') return new PyFloat(a / b);
  return numeric(left, right, operator === '//' ? Math.floor(a / b) : a - b * Math.floor(a / b));
}

function repeat(subject: unknown, times: unknown): unknown {
  const count = numberOf(times);
  if (count === undefined || isFloat(times)) return undefined;
  if (typeof subject === 'string') return subject.repeat(Math.max(0, count));
  if (!Array.isArray(subject)) return undefined;
  return Array.from({ length: Math.max(0, count) }, () => subject).flat(1);
}

/** The `%s`, `%d`, `%r` and `%.2f` of Python's string formatting. */
function percentFormat(format: string, value: unknown): string {
  const values = value instanceof Tuple ? value.items : [value];
  let next = 0;
  const text = format.replace(
    /%(?:(\.\d+)f|([sdr%])|([\s\S]?))/g,
    (field: string, ...groups: string[]) => {
      const [precision, kind] = groups;
      if (kind === '%') return '%';
      if (next >= values.length) throw new TemplateError('not enough arguments for format string');
      const argument = values[next];
      next += 1;
      const number = numberOf(argument);
      if (precision !== undefined && number !== undefined) {
        return number.toFixed(Number(precision.slice(1)));
      }
      if (kind === 's') return toText(argument);
      if (kind === 'r') return toRepr(argument);
      if (kind === 'd' && number !== undefined) return String(Math.trunc(number));
      throw new TemplateError(`the format ${JSON.stringify(field)} is not implemented`);
    },
  );
  if (next < values.length) {
    throw new TemplateError('not all arguments converted during string formatting');
  }
  return text;
}
