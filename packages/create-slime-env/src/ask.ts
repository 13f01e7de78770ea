import { basename, resolve } from 'node:path';
import { select, text } from '@clack/prompts';
import type { Readable, Writable } from 'node:stream';
import { DEFAULT_KIND, KIND_TITLES, type Kind, KINDS } from './kinds.ts';
import { nameProblem, suggestName } from './package-name.ts';
import type { Flags } from './read-flags.ts';
import { inspectTarget } from './target-folder.ts';
import { UsageError } from './usage-error.ts';

/** Where a package goes when nobody says where. */
export const DEFAULT_FOLDER = 'my-slime-env';

/** Everything that a new package needs to be told. */
export interface Answers {
  /** Absolute. */
  folder: string;
  name: string;
  kind: Kind;
}

/** What was asked and left open with Ctrl-C. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Where questions are put; null where nobody can be asked. */
export type Asking = { input: Readable; output: Writable } | null;

/** How to complete what the command line says. */
export interface AskOptions {
  cwd: string;
  asking: Asking;
  /** Names that a package must not have. */
  dependencies: readonly string[];
}

/**
 * Completes what the command line says: by questions, or by the defaults under `--yes`.
 *
 * @throws UsageError when a name is not one that npm takes, the folder holds anything, or something is open that
 * nobody can be asked.
 * @throws Cancelled
 */
export async function completeAnswers(flags: Flags, options: AskOptions): Promise<Answers> {
  const asking = flags.yes ? null : options.asking;
  if (asking === null && !flags.yes) assertComplete(flags);
  const folder = resolve(
    options.cwd,
    flags.folder ?? (asking === null ? DEFAULT_FOLDER : await askFolder(asking)),
  );
  // Before more is asked.
  await inspectTarget(folder);
  const name = await chooseName(flags.name, folder, { ...options, asking });
  const kind = flags.kind ?? (asking === null ? DEFAULT_KIND : await askKind(asking));
  return { folder, name, kind };
}

function assertComplete({ folder, kind }: Flags): void {
  const missing = [
    ...(folder === undefined ? ['the folder'] : []),
    ...(kind === undefined ? ['--kind'] : []),
  ];
  if (missing.length === 0) return;
  throw new UsageError(
    `${missing.join(' and ')} must be said where nobody can be asked; ` +
      `--yes takes the defaults (${DEFAULT_FOLDER}, ${DEFAULT_KIND})`,
  );
}

async function chooseName(
  said: string | undefined,
  folder: string,
  { asking, dependencies }: AskOptions,
): Promise<string> {
  const name = said ?? basename(folder);
  const problem = nameProblem(name, dependencies);
  if (problem === null) return name;
  const suggested = suggestName(name, dependencies) ?? DEFAULT_FOLDER;
  if (said === undefined && asking !== null) {
    const chosen = await text({
      ...asking,
      message: `Name of the package ("${name}" cannot be one: ${problem})`,
      defaultValue: suggested,
      placeholder: suggested,
      validate: (value) => nameProblem(value || suggested, dependencies) ?? undefined,
    });
    assertAnswered(chosen);
    return chosen;
  }
  const where =
    said === undefined ? `the folder's name "${name}" is no package name` : `--name ${name}`;
  throw new UsageError(`${where}: ${problem}; try --name ${suggested}`);
}

async function askFolder(asking: NonNullable<Asking>): Promise<string> {
  const folder = await text({
    ...asking,
    message: 'Folder of the new package',
    defaultValue: DEFAULT_FOLDER,
    placeholder: DEFAULT_FOLDER,
  });
  assertAnswered(folder);
  return folder;
}

async function askKind(asking: NonNullable<Asking>): Promise<Kind> {
  const kind = await select<Kind>({
    ...asking,
    message: 'What it holds',
    initialValue: DEFAULT_KIND,
    options: KINDS.map((value) => ({ value, label: value, hint: KIND_TITLES[value] })),
  });
  assertAnswered(kind);
  return kind;
}

/** What is no answer is a symbol: the question was left with Ctrl-C. */
function assertAnswered(answer: string | symbol): asserts answer is string {
  if (typeof answer === 'symbol') throw new Cancelled('nothing was written');
}
