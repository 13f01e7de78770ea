import { parseArgs } from 'node:util';
import { isKind, type Kind, KINDS } from './kinds.ts';
import { UsageError } from './usage-error.ts';

/** What the command line says. */
export interface Flags {
  /** Folder of the new package, as written; undefined when it is not said. */
  folder: string | undefined;
  name: string | undefined;
  kind: Kind | undefined;
  yes: boolean;
  help: boolean;
  version: boolean;
}

/**
 * Reads the command line. `@scope/name` in the place of the folder names the package and puts it
 * into `name`.
 *
 * @throws UsageError for unknown flags, a kind that does not exist and more than one folder.
 */
export function readFlags(argv: readonly string[]): Flags {
  const { positionals, values } = parse(argv);
  const { kind, ...rest } = values;
  if (kind !== undefined && !isKind(kind)) {
    throw new UsageError(`--kind ${kind}: the kinds are ${KINDS.join(', ')}`);
  }
  const [first, second] = positionals;
  if (second !== undefined) {
    throw new UsageError(`one folder at a time: "${first}" and "${second}" were named`);
  }
  if (first === '') throw new UsageError('the folder is an empty text: name one');
  const scoped = first?.startsWith('@') ? /^@[^/]*\/([^/]+)$/.exec(first)?.[1] : undefined;
  return {
    ...rest,
    folder: scoped ?? first,
    name: rest.name ?? (scoped === undefined ? undefined : first),
    kind,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        kind: { type: 'string' },
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.replace(/\. To specify.*$/s, '')}; see --help`);
  }
}
