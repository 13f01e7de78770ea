import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const PACK_MS = 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

const packSchema = z.object({ files: z.array(z.object({ path: z.string() })) });
/** npm 6 to 11 write a list; a record by name is what others write. */
const outputSchema = z.union([
  z.array(packSchema).min(1),
  z.record(z.string(), packSchema).transform(Object.values<z.output<typeof packSchema>>),
]);

/** Paths inside a package that its tarball holds, with forward slashes. */
export type PackedFiles = ReadonlySet<string>;

/** `npm pack` did not tell what it would pack. */
export class PackError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'PackError';
  }
}

/**
 * What `npm pack` would put into the tarball of a package. No script of the package runs.
 *
 * @throws PackError
 */
export async function listPackedFiles(folder: string): Promise<PackedFiles> {
  const [command, ...first] = npmCommand();
  const flags = ['pack', '--dry-run', '--json', '--ignore-scripts', '--no-update-notifier'];
  try {
    const { stdout } = await run(command, [...first, ...flags, '--loglevel=error'], {
      cwd: folder,
      timeout: PACK_MS,
      maxBuffer: MOST_OUTPUT,
    });
    const packs = outputSchema.parse(JSON.parse(stdout));
    return new Set(packs.flatMap(({ files }) => files.map(({ path }) => path)));
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new PackError(`npm pack --dry-run in ${folder}: ${text.slice(0, 1000)}`, cause);
  }
}

/** npm's own program beside Node.js, which needs no shell on any system; else what is on the PATH. */
function npmCommand(): [string, ...string[]] {
  const bin = dirname(process.execPath);
  const program = [
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => existsSync(file));
  return program === undefined ? ['npm'] : [process.execPath, program];
}
