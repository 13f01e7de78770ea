import { relative } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Asking, Cancelled, completeAnswers, DEFAULT_FOLDER } from './ask.ts';
import { codeOf } from './error-code.ts';
import { DEFAULT_KIND, KIND_TITLES, KINDS } from './kinds.ts';
import { readOwnPackage } from './own-package.ts';
import { readFlags } from './read-flags.ts';
import { readTemplate } from './read-template.ts';
import { UsageError } from './usage-error.ts';
import { writeFolder } from './write-folder.ts';

const HELP = `Usage: npm create slime-env [folder] -- [options]

Makes a package with a plugin for slime: source, contract tests, data, workflows that publish it.

  folder          where to; absent or empty. @scope/name names the package, too
  --name NAME     name of the package; default: the folder's
  --kind KIND     ${KINDS.map((kind) => `${kind}: ${KIND_TITLES[kind]}`).join('\n                  ')}
  -y, --yes       asks nothing: ${DEFAULT_FOLDER} and ${DEFAULT_KIND} where nothing is said
  -v, --version   prints the version
  -h, --help      prints this

Exit code: 0 done, 2 wrong call, 3 a fault of ours, 130 left with Ctrl-C. Nothing is ever
overwritten, and unless the code is 0 nothing is written.
`;

/** What the program is given. */
export interface MainOptions {
  argv: readonly string[];
  cwd: string;
  /** Questions are asked where both are terminals. */
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
  errors: Writable;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Runs the program and gives its exit code. */
export async function main(options: MainOptions): Promise<number> {
  try {
    await run(options);
    return 0;
  } catch (error) {
    if (error instanceof Cancelled || options.signal.aborted) {
      options.errors.write('create-slime-env: left, nothing was written\n');
      return 130;
    }
    const message = error instanceof Error ? error.message : String(error);
    const isTheirs = error instanceof UsageError || CALL_FAULTS.has(codeOf(error) ?? '');
    options.errors.write(`create-slime-env: ${message}\n`);
    return isTheirs ? 2 : 3;
  }
}

/** Codes of the file system that tell of a folder that cannot be written. */
const CALL_FAULTS = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENOSPC',
  'EDQUOT',
]);

async function run({ argv, cwd, input, output, signal }: MainOptions): Promise<void> {
  const flags = readFlags(argv);
  if (flags.help) return void output.write(HELP);
  const own = await readOwnPackage();
  if (flags.version) return void output.write(`${own.version}\n`);
  const asking: Asking = input.isTTY === true && output.isTTY === true ? { input, output } : null;
  const dependencies = [...own.versions.keys()];
  const answers = await completeAnswers(flags, { cwd, asking, dependencies });
  const files = await readTemplate({ ...answers, versions: own.versions });
  await writeFolder(answers.folder, files, signal);
  const path = relative(cwd, answers.folder);
  const enter =
    path === '' ? '' : `  cd ${/^[\w./@-]+$/.test(path) ? path : JSON.stringify(path)}\n`;
  output.write(
    `Made ${answers.name}, ${KIND_TITLES[answers.kind]}, of ${files.length} files. Next:\n\n` +
      `${enter}  npm install\n  npm test\n  npm run play\n`,
  );
}
