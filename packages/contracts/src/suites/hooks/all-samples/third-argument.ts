import type { DataSource } from 'slime-sdk';

/** slime's third argument as a plugin sees it, and what the plugin did with it. */
export interface ThirdArgument {
  getSamples: DataSource['getSamples'];
  /** Members of a data source that were looked for on it. */
  readonly members: readonly string[];
  /** Groups that were asked for. */
  readonly drawn: number;
}

const MEMBERS: ReadonlySet<PropertyKey> = new Set<keyof DataSource>([
  'getSamples',
  'addSamples',
  'save',
  'load',
  'length',
]);
const PYTHON_MEMBERS: ReadonlySet<PropertyKey> = new Set(['get_samples', 'add_samples']);

/** Makes the third argument: the method itself, which notes what is looked for on it. */
export function createThirdArgument(): ThirdArgument {
  const members: string[] = [];
  let drawn = 0;
  const method: DataSource['getSamples'] = (count) => {
    drawn += count;
    return [];
  };
  return {
    getSamples: new Proxy(method, {
      get(target, key, receiver): unknown {
        if (MEMBERS.has(key) || PYTHON_MEMBERS.has(key)) members.push(String(key));
        return Reflect.get(target, key, receiver);
      },
    }),
    members,
    get drawn() {
      return drawn;
    },
  };
}
