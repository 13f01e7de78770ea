import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { ownFolders } from './own-files.ts';

/** A class's name as people write one: no separator of a metric's name, nothing that a terminal obeys. */
const CLASS_NAME = /^[\p{L}_$][\p{L}\p{N}_$]{0,63}$/u;

/** Of an error's text; a plugin may throw megabytes, and every failed sample would carry them. */
const MOST_CHARACTERS = 4000;

/**
 * Says what was thrown, whatever it is: `threw TypeError: no such file`, `threw the string 'x'`,
 * `threw undefined`. Never throws itself.
 */
export function describeThrown(thrown: unknown): string {
  try {
    if (!isError(thrown)) return `threw ${describeValue(thrown)}`;
    const message = textOf(thrown, 'message');
    return `threw ${textOf(thrown, 'name') || 'Error'}${message === '' ? '' : `: ${message}`}`;
  } catch {
    // A revoked proxy, or one whose traps throw.
    return `threw ${typeof thrown === 'object' ? 'an object' : `a ${typeof thrown}`} that cannot be looked at`;
  }
}

/** A property of an error as text, which need not be the string that it should be; bounded. */
export function textOf(error: Error, key: 'name' | 'message' | 'stack'): string {
  const value = readSafely(error, key);
  return cutText(typeof value === 'string' ? value : brief(value));
}

/** The name of an error's class to count it by; null where its name is no such name. */
export function errorNameOf(error: Error): string | null {
  return classNameIn(readSafely(error, 'name'));
}

/** A value that is the name of a class, else null. */
export function classNameIn(value: unknown): string | null {
  return typeof value === 'string' && CLASS_NAME.test(value) ? value : null;
}

/** Cuts a text that is longer than any message should be, and says how long it was. */
export function cutText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  // Not through the middle of a pair: half of one is no text.
  const start = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length} characters)`;
}

/** Reads a property of an object of the user's, whose getter may throw. */
export function readSafely(value: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(value, key);
  } catch (error) {
    return `(reading ${String(key)} threw ${typeof error})`;
  }
}

/** Names a value of any kind in a few words: `the string 'x'`, `an array of 3`, `null`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `the string ${brief(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'function') {
    return `${isClass(value) ? 'the class' : 'the function'} ${value.name || '(anonymous)'}`;
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object') return `the ${typeof value} ${brief(value)}`;
  const name = classNameOf(value);
  return name === 'Object' ? `the object ${brief(value)}` : `a ${name}`;
}

function brief(value: unknown): string {
  return inspect(value, {
    depth: 0,
    customInspect: false,
    breakLength: Infinity,
    maxArrayLength: 4,
    maxStringLength: 120,
  });
}

/** Whether a function was written as a class. */
export function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function classNameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return 'Object';
  const { constructor } = prototype;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'Object';
}

/** Whether a value is an error, also one of another realm; false for one that throws when asked. */
export function isError(value: unknown): value is Error {
  try {
    // `instanceof` misses the errors of other realms (node:vm).
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
  } catch {
    return false;
  }
}

/**
 * Gives the place in the user's own files from which an error came, as `file:line:column`; null
 * when its stack shows none.
 */
export function originOf(thrown: unknown): string | null {
  const place = placesOf(thrown).find(({ path }) => !isOfPackage(path));
  return place === undefined ? null : `${place.path}:${place.at}`;
}

/** Whether an error went through code of ours; what is no error never does, for we throw errors. */
export function passedThroughUs(thrown: unknown): boolean {
  return placesOf(thrown).some(({ path }) => isOurs(path));
}

interface Place {
  path: string;
  /** `line:column`. */
  at: string;
}

/** Files on an error's stack, the innermost first. */
function placesOf(thrown: unknown): Place[] {
  if (!isError(thrown)) return [];
  const stack = readSafely(thrown, 'stack');
  return (typeof stack === 'string' ? stack.split('\n') : []).flatMap((line) => {
    // A place begins after a parenthesis or a space: `(node:internal/timers:1:2)` is no path.
    const [, place, at] = /[( ]((?:file:\/\/)?\/[^()]*?):(\d+:\d+)\)?$/.exec(line) ?? [];
    if (place === undefined || at === undefined) return [];
    return [{ path: place.startsWith('file:') ? fileURLToPath(place) : place, at }];
  });
}

/** Whether a file is an installed package's, or ours where we are a linked one. */
function isOfPackage(path: string): boolean {
  return path.includes('/node_modules/') || isOurs(path);
}

function isOurs(path: string): boolean {
  return ownFolders().some((folder) => path.startsWith(`${folder}/`));
}
