import { chargeCharacters, chargeItems, chargeText } from './budget.ts';
import { floatOf, indexOf, intOf, PyFloat } from './numbers.ts';
import { equal } from './order.ts';
import { PyDict } from './py-dict.ts';
import { type FieldLookup, strFormat } from './str-format.ts';
import { stringMethods, UNSUPPORTED_STRING_METHODS } from './string-methods.ts';
import { bindArguments, type Signature } from './signature.ts';
import { TemplateError } from './template-error.ts';
import {
  type Callable,
  codePoints,
  type Dict,
  dictEntries,
  dictGet,
  dictHas,
  DictView,
  isDict,
  Markup,
  Namespace,
  PyIterator,
  PyObject,
  Range,
  sequenceItems,
  Tuple,
  typeName,
} from './values.ts';

/** A method, or `'forbidden'`: there, but the sandbox lets no template have it. */
type Member = Callable | 'forbidden' | undefined;

const GET: Signature = { name: 'get', parameters: ['key', 'default'], required: 1, named: 0 };
const NOTHING: Signature = { name: 'the method', parameters: [], required: 0, named: 0 };

function dictMember(dict: Dict, name: string): Member {
  switch (name) {
    case 'items':
    case 'keys':
    case 'values':
      return (args) => {
        bindArguments(NOTHING, args);
        return new DictView(name, dict);
      };
    case 'copy':
      return (args) => {
        bindArguments(NOTHING, args);
        return PyDict.from(dictEntries(dict));
      };
    case 'get':
      return (args) => {
        const given = bindArguments(GET, args);
        const fallback = given.length > 1 ? given[1] : null;
        return dictHas(dict, given[0]) ? dictGet(dict, given[0]) : fallback;
      };
    case 'fromkeys':
      return notImplemented('fromkeys() of a dict');
    case 'clear':
    case 'pop':
    case 'popitem':
    case 'setdefault':
    case 'update':
      return 'forbidden';
    default:
      return undefined;
  }
}

const INDEX: Signature = {
  name: 'index',
  parameters: ['value', 'start', 'stop'],
  required: 1,
  named: 0,
};
const COUNT: Signature = { name: 'count', parameters: ['value'], required: 1, named: 0 };

const LIST_MUTATORS: ReadonlySet<string> = new Set([
  'append',
  'clear',
  'extend',
  'insert',
  'pop',
  'remove',
  'reverse',
  'sort',
]);

function sequenceMember(value: unknown, items: readonly unknown[], name: string): Member {
  if (name === 'count') {
    return (args) => {
      const [wanted] = bindArguments(COUNT, args);
      chargeItems(items.length);
      return items.filter((entry) => entry === wanted || equal(entry, wanted)).length;
    };
  }
  if (name === 'index') {
    return (args) => {
      const [wanted, start, stop] = bindArguments(INDEX, args);
      const { length } = items;
      const limit = (given: unknown, fallback: number) => {
        if (given === undefined) return fallback;
        const at = indexOf(given);
        if (at === undefined) throw new TemplateError('slice indices must be integers');
        return at < 0 ? Math.max(0, at + length) : at;
      };
      const [from, to] = [limit(start, 0), limit(stop, length)];
      chargeItems(items.length);
      const index = items.findIndex(
        (entry, at) => at >= from && at < to && (entry === wanted || equal(entry, wanted)),
      );
      if (index < 0) throw new TemplateError('index(): the value is not in the list');
      return index;
    };
  }
  if (!Array.isArray(value)) return undefined;
  if (name === 'copy') {
    return () => {
      chargeItems(items.length);
      return [...items];
    };
  }
  return LIST_MUTATORS.has(name) ? 'forbidden' : undefined;
}

const INT_METHODS: ReadonlySet<string> = new Set([
  'as_integer_ratio',
  'bit_count',
  'bit_length',
  'conjugate',
  'from_bytes',
  'is_integer',
  'to_bytes',
]);

function numberAttribute(value: unknown, name: string): unknown {
  const float = floatOf(value);
  if (float !== undefined) {
    if (name === 'is_integer') return () => Number.isInteger(float);
    if (name === 'real') return value;
    if (name === 'imag') return new PyFloat(0);
    if (['as_integer_ratio', 'conjugate', 'fromhex', 'hex'].includes(name)) {
      return notImplemented(`${name}() of a float`);
    }
    return undefined;
  }
  const int = intOf(value);
  if (name === 'real' || name === 'numerator') return int;
  if (name === 'imag') return 0;
  if (name === 'denominator') return 1;
  return INT_METHODS.has(name) ? notImplemented(`${name}() of an int`) : undefined;
}

function notImplemented(what: string): Callable {
  return () => {
    throw new TemplateError(`${what} is not implemented`);
  };
}

const LOOKUP: FieldLookup = { attribute, item };

function formatting(format: string, name: 'format' | 'format_map'): Callable {
  if (name === 'format') return (args) => strFormat(format, args, LOOKUP);
  return ({ positional, keyword }) => {
    const [mapping] = positional;
    if (positional.length !== 1 || keyword.size > 0 || !isDict(mapping)) {
      throw new TemplateError('format_map() takes one mapping');
    }
    const named = new Map(dictEntries(mapping).map(([key, value]) => [String(key), value]));
    return strFormat(format, { positional: [], keyword: named }, LOOKUP);
  };
}

function unsupportedMarkup(markup: Markup): TemplateError {
  return new TemplateError(`an attribute of ${typeName(markup)}`);
}

/** What Python's `getattr` finds; undefined when there is none, `'forbidden'` when unsafe. */
function member(object: unknown, name: string): unknown {
  if (object instanceof Namespace) return object.values.get(name);
  if (object instanceof Markup) throw unsupportedMarkup(object);
  if (name.startsWith('_')) return PRIVATE.has(name) ? 'forbidden' : undefined;
  if (typeof object === 'string') {
    if (name === 'format' || name === 'format_map') return formatting(object, name);
    const method = stringMethods.get(name);
    if (method !== undefined) return (args: Parameters<Callable>[0]) => method(object, args);
    return UNSUPPORTED_STRING_METHODS.has(name) ? notImplemented(`${name}() of a str`) : undefined;
  }
  if (object instanceof PyObject) return object.attribute(name);
  if (isDict(object)) return dictMember(object, name);
  const items = sequenceItems(object);
  if (items !== undefined) {
    const at = object instanceof Tuple ? object.names.indexOf(name) : -1;
    return at >= 0 ? items[at] : sequenceMember(object, items, name);
  }
  if (object instanceof Range) return rangeAttribute(object, name);
  if (object instanceof PyIterator || object instanceof DictView) {
    if (['close', 'send', 'throw', 'isdisjoint', 'mapping'].includes(name)) {
      return notImplemented(`${name} of a ${typeName(object)}`);
    }
    return undefined;
  }
  return object === null || typeof object === 'function'
    ? undefined
    : numberAttribute(object, name);
}

function rangeAttribute(range: Range, name: string): unknown {
  if (name === 'start' || name === 'stop' || name === 'step') return range[name];
  const found = sequenceMember(range, range.items(), name);
  if (name !== 'index' || typeof found !== 'function') return found;
  return (args: Parameters<Callable>[0]) => {
    bindArguments({ name: 'index', parameters: ['value'], required: 1, named: 0 }, args);
    return found(args);
  };
}

/** Attributes that every object has, or dicts, lists and strings: never handed out. */
const PRIVATE: ReadonlySet<string> = new Set(
  (
    'add and class class_getitem contains delattr delitem dict dir doc eq format ge getattribute ' +
    'getitem getnewargs getstate gt hash iadd imul init init_subclass ior iter le len lt mod mul ' +
    'ne new or reduce reduce_ex repr reversed rmod rmul ror setattr setitem sizeof str subclasshook'
  )
    .split(' ')
    .map((name) => `__${name}__`),
);

/**
 * `object.name`: attributes before keys. What the sandbox forbids is undefined.
 *
 * @param orKey whether a key counts when there is no such attribute
 */
export function attribute(object: unknown, name: string, orKey = true): unknown {
  if (object === undefined) {
    if (PRIVATE.has(name)) return undefined;
    throw new TemplateError(`an undefined value has no attribute '${name}'`);
  }
  const found = member(object, name);
  if (found === 'forbidden') return undefined;
  if (found !== undefined) return found;
  return orKey && isDict(object) ? dictGet(object, name) : undefined;
}

/** `object[key]`: keys before attributes. */
export function item(object: unknown, key: unknown): unknown {
  if (object === undefined) throw new TemplateError('an undefined value cannot be indexed');
  if (isDict(object)) {
    const isHashable = !Array.isArray(key) && !isDict(key);
    if (isHashable && dictHas(object, key)) return dictGet(object, key);
  } else {
    if (object instanceof Markup) throw unsupportedMarkup(object);
    const index = intOf(key);
    if (typeof index === 'number') return elementAt(object, index);
    // Python raises an error that Jinja takes for a missing item.
    if (typeof index === 'bigint') return undefined;
  }
  if (typeof key !== 'string') return undefined;
  const found = member(object, key);
  return found === 'forbidden' ? undefined : found;
}

function elementAt(object: unknown, index: number): unknown {
  if (typeof object === 'string') return characterAt(object, index);
  if (object instanceof Range) return object.at(index);
  return sequenceItems(object)?.at(index);
}

/** Whether code points and UTF-16 units are the same. */
function isBasic(text: string): boolean {
  chargeCharacters(text.length >> 2);
  return !/[\ud800-\udfff]/.test(text);
}

function characterAt(text: string, index: number): string | undefined {
  if (isBasic(text)) return text.at(index);
  return codePoints(text).at(index);
}

/** `object[start:stop:step]`. */
export function slice(object: unknown, start: unknown, stop: unknown, step: unknown): unknown {
  if (object === undefined) throw new TemplateError('an undefined value cannot be sliced');
  const bounds = [bound(start), bound(stop), bound(step)] as const;
  if (bounds[2] === 0) throw new TemplateError('slice step cannot be zero');
  if (typeof object === 'string') return sliceText(object, ...bounds);
  if (object instanceof Range) return sliceRange(object, ...bounds);
  const items = sequenceItems(object);
  if (items === undefined) throw new TemplateError(`'${typeName(object)}' cannot be sliced`);
  const { from, count, by } = spread(items.length, ...bounds);
  chargeItems(count);
  const picked = by === 1 ? items.slice(from, from + count) : [];
  if (by !== 1) for (let at = 0; at < count; at += 1) picked.push(items[from + at * by]);
  return object instanceof Tuple ? new Tuple(picked) : picked;
}

type Bound = number | undefined;

function sliceText(text: string, start: Bound, stop: Bound, step: Bound): string {
  const items = isBasic(text) ? text : codePoints(text);
  const { from, count, by } = spread(items.length, start, stop, step);
  chargeText(count);
  if (typeof items === 'string' && by === 1) return items.slice(from, from + count);
  chargeItems(count);
  return Array.from({ length: count }, (_, at) => items[from + at * by]).join('');
}

function sliceRange(range: Range, start: Bound, stop: Bound, step: Bound): Range {
  const { from, to, by } = spread(range.length, start, stop, step);
  const at = (index: number) => range.start + index * range.step;
  return new Range(at(from), at(to), range.step * by);
}

/** Where a slice starts, how many it takes, and how far apart. */
function spread(length: number, start: Bound, stop: Bound, step: Bound) {
  const by = step ?? 1;
  const [low, high] = by > 0 ? [0, length] : [-1, length - 1];
  const clamp = (index: number) =>
    Math.min(high, Math.max(low, index < 0 ? index + length : index));
  const from = start === undefined ? (by > 0 ? low : high) : clamp(start);
  const to = stop === undefined ? (by > 0 ? high : low) : clamp(stop);
  return { from, to, count: Math.max(0, Math.ceil((to - from) / by)), by };
}

function bound(value: unknown): Bound {
  if (value === null) return undefined;
  const int = intOf(value);
  if (int === undefined) throw new TemplateError('slice indices must be integers or None');
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(int)));
}
