/** What a process shares between its plugins. */
export interface GlobalState {
  /** Own members of prototypes, global objects and the global object itself, by name. */
  members: ReadonlyMap<string, unknown>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Listeners of the process, by event. */
  listeners: ReadonlyMap<string, number>;
}

/** Objects of the language that a plugin could change for all others. */
const SHARED: readonly (readonly [string, object])[] = [
  ['Object', Object],
  ['Object.prototype', Object.prototype],
  ['Function.prototype', Function.prototype],
  ['Array', Array],
  ['Array.prototype', Array.prototype],
  ['String.prototype', String.prototype],
  ['Number', Number],
  ['Number.prototype', Number.prototype],
  ['Boolean.prototype', Boolean.prototype],
  ['BigInt.prototype', BigInt.prototype],
  ['Symbol.prototype', Symbol.prototype],
  ['RegExp.prototype', RegExp.prototype],
  ['Date', Date],
  ['Date.prototype', Date.prototype],
  ['Map.prototype', Map.prototype],
  ['Set.prototype', Set.prototype],
  ['Promise', Promise],
  ['Promise.prototype', Promise.prototype],
  ['Error', Error],
  ['Error.prototype', Error.prototype],
  ['Uint8Array.prototype', Uint8Array.prototype],
  ['JSON', JSON],
  ['Math', Math],
  ['Reflect', Reflect],
  ['console', console],
];

/** Libraries set them for the time of a call, and Node.js itself does. */
const NOT_WATCHED = new Set(['Error.stackTraceLimit', 'Error.prepareStackTrace']);
/** Stands for a getter: Node.js puts the value in its place when it is first asked for. */
const GETTER = Symbol('getter');

/** Reads the shared state. Getters are not called: some of them load a module. */
export function readGlobals(): GlobalState {
  const members = new Map<string, unknown>();
  for (const [name, object] of [...SHARED, ['globalThis', globalThis] as const]) {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      const path = `${name}.${key}`;
      if (NOT_WATCHED.has(path)) continue;
      members.set(path, descriptor.get === undefined ? descriptor.value : GETTER);
    }
  }
  return {
    members,
    env: { ...process.env },
    cwd: process.cwd(),
    listeners: new Map(
      process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
    ),
  };
}

/** Says what changed between two states, in words; null when nothing did. */
export function describeChange(before: GlobalState, after: GlobalState): string | null {
  return (
    describeMembers(before.members, after.members) ??
    describeEnv(before.env, after.env) ??
    describeListeners(before.listeners, after.listeners) ??
    (before.cwd === after.cwd ? null : 'the working directory was changed')
  );
}

function describeMembers(
  before: GlobalState['members'],
  after: GlobalState['members'],
): string | null {
  for (const [path, value] of after) {
    if (!before.has(path)) return `${path} was added`;
    const old = before.get(path);
    if (!Object.is(old, value) && old !== GETTER) return `${path} was replaced`;
  }
  for (const path of before.keys()) if (!after.has(path)) return `${path} was deleted`;
  return null;
}

function describeEnv(before: GlobalState['env'], after: GlobalState['env']): string | null {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // Never the value: it may be a secret.
    if (before[name] !== after[name]) return `process.env.${name} was changed`;
  }
  return null;
}

/** One listener for the end of the process is how a plugin cleans up; others take events away. */
function describeListeners(
  before: GlobalState['listeners'],
  after: GlobalState['listeners'],
): string | null {
  for (const [event, count] of after) {
    const more = count - (before.get(event) ?? 0);
    const isCleanUp = event === 'exit' || event === 'beforeExit';
    if (more > (isCleanUp ? 2 : 0)) return `${more} listeners of process "${event}" were added`;
  }
  for (const [event, count] of before) {
    if ((after.get(event) ?? 0) < count) return `listeners of process "${event}" were removed`;
  }
  return null;
}
