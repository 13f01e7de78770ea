import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a README. */
export interface CodeBlock {
  /** `ts`, `json`, `sh`, or empty. */
  language: string;
  code: string;
}

/** Reads every fenced block of a file of the repository, in order. */
export async function readBlocks(file: string): Promise<CodeBlock[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** The one block that holds a text. */
export function blockWith(blocks: readonly CodeBlock[], text: string): string {
  const found = blocks.filter(({ code }) => code.includes(text));
  const [block] = found;
  if (block === undefined || found.length > 1) {
    throw new Error(`${found.length} blocks of the README hold ${JSON.stringify(text)}`);
  }
  return block.code;
}

/** What a command of a README left. */
export interface ShellResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A user's project, outside of the repository. */
export interface ReadmeProject {
  dir: string;
  write(name: string, text: string): Promise<void>;
  /** Writes the TypeScript blocks that begin with a comment of their name, and gives the names. */
  writeNamed(blocks: readonly CodeBlock[]): Promise<string[]>;
  /** Types every TypeScript file there under strict rules, and gives what the compiler says. */
  typecheck(): Promise<string>;
  /** Runs commands as they stand; `npx slime-runtime` is the program of this repository. */
  shell(commands: string): Promise<ShellResult>;
}

/** Makes a project that has installed our packages; it is removed when the test ends. */
export async function createReadmeProject(): Promise<ReadmeProject> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-readme-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await installPackages(join(dir, 'node_modules'));
  const npx = join(dir, 'bin', 'npx');
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  };
  await write('package.json', '{"type":"module"}\n');
  await write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }));
  const program = join(ROOT, 'packages/runtime/bin');
  await write(
    'bin/npx',
    `#!/bin/sh\nname="$1"\nshift\nexec "${process.execPath}" "${program}/$name.js" "$@"\n`,
  );
  await chmod(npx, 0o755);
  return {
    dir,
    write,
    writeNamed: async (blocks) => {
      const names: string[] = [];
      for (const { language, code } of blocks) {
        const name = /^\/\/ ([\w-]+\.ts)\b/.exec(code)?.[1];
        if (language !== 'ts' || name === undefined) continue;
        await write(name, code);
        names.push(name);
      }
      return names;
    },
    typecheck: async () => {
      const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit'], dir);
      return stdout;
    },
    shell: (commands) => run('sh', ['-e', '-c', commands], dir),
  };
}

const STRICT = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
};

async function installPackages(folder: string): Promise<void> {
  await mkdir(folder);
  const installed = join(ROOT, 'tests/node_modules');
  for (const name of await readdir(installed)) {
    if (!name.startsWith('.')) await symlink(join(installed, name), join(folder, name));
  }
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, '@types'));
}

function run(file: string, args: readonly string[], dir: string): Promise<ShellResult> {
  const PATH = `${join(dir, 'bin')}:${process.env['PATH']}`;
  const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', PATH };
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd: dir, env }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
