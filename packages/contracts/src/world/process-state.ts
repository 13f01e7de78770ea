/** What all code of a process shares and a plugin has no business to change. */
export interface ProcessState {
  /** Properties of built-in objects, by name: `Array.prototype.map`. */
  builtins: ReadonlyMap<string, SharedProperty>;
  /** `process.env`. */
  environment: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

interface SharedProperty {
  /** The value; a getter where there is one. */
  value: unknown;
  /** A getter that Node.js replaces by its value when it is first used. */
  isLazy: boolean;
  isEnumerable: boolean;
  isGlobal: boolean;
}

/** Objects whose own properties are watched. */
const WATCHED: ReadonlyMap<string, object> = new Map<string, object>([
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    BigInt,
    Symbol,
    Date,
    RegExp,
    Promise,
    Map,
    Set,
    WeakMap,
    Error,
    Uint8Array,
    ArrayBuffer,
  ].map(({ name, prototype }): [string, object] => [`${name}.prototype`, prototype]),
  ['Object', Object],
  ['JSON', JSON],
  ['Math', Math],
  ['Reflect', Reflect],
  ['Date', Date],
  ['globalThis', globalThis],
]);

/** Takes down the state of the process; keeps references, copies nothing large. */
export function readProcessState(): ProcessState {
  const builtins = new Map<string, SharedProperty>();
  for (const [name, object] of WATCHED) {
    for (const key of Reflect.ownKeys(object)) {
      const property = Reflect.getOwnPropertyDescriptor(object, key);
      if (property === undefined) continue;
      // `get` may stand on Object.prototype by now.
      const getter = Object.hasOwn(property, 'get') ? property.get : undefined;
      builtins.set(`${name}.${String(key)}`, {
        value: getter ?? property.value,
        isLazy: getter !== undefined,
        isEnumerable: property.enumerable === true,
        isGlobal: object === globalThis,
      });
    }
  }
  return { builtins, environment: { ...process.env }, cwd: process.cwd() };
}

/** Stands for the value of a variable that nobody has here, and a user may have. */
export const USERS_OWN = 'what the user exported';

/** What libraries may do when they are loaded. */
export interface Allowed {
  /** Polyfills, and globals of their own. */
  globals: boolean;
  /** Variables of a `.env` file. */
  variables: boolean;
}

/** What was changed, in words; null where nothing was that is not allowed. */
export function findStateChange(
  before: ProcessState,
  after: ProcessState,
  allowed: Allowed,
): string | null {
  if (before.cwd !== after.cwd) return `process.cwd() is ${after.cwd} and was ${before.cwd}`;
  return (
    findVariableChange(before.environment, after.environment, allowed.variables) ??
    findBuiltinChange(before.builtins, after.builtins, allowed.globals)
  );
}

function findVariableChange(
  before: ProcessState['environment'],
  after: ProcessState['environment'],
  mayAdd: boolean,
): string | null {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[name] === after[name]) continue;
    if (before[name] === USERS_OWN)
      return `process.env.${name} is overwritten where the user has it`;
    if (after[name] === undefined) return `process.env.${name} was deleted`;
    // Values may be secrets: they are not shown.
    if (before[name] !== undefined) return `process.env.${name} was overwritten`;
    if (!mayAdd) return `process.env.${name} was set`;
  }
  return null;
}

function findBuiltinChange(
  before: ProcessState['builtins'],
  after: ProcessState['builtins'],
  mayAdd: boolean,
): string | null {
  for (const [name, { value, isLazy }] of before) {
    const now = after.get(name);
    if (now === undefined) return `${name} was deleted`;
    if (!Object.is(now.value, value) && !isLazy) return `${name} was replaced`;
  }
  for (const [name, { isEnumerable, isGlobal }] of after) {
    if (before.has(name)) continue;
    if (isGlobal ? !mayAdd && isOwnName(name) : !mayAdd || isEnumerable) {
      return `${name} was added`;
    }
  }
  return null;
}

/** Libraries keep what they share between copies under symbols and names with an underscore. */
function isOwnName(name: string): boolean {
  return !/^globalThis\.(Symbol\(|_)/.test(name);
}
