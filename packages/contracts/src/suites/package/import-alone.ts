import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { prepareModule } from 'slime-runtime/hosting';
import { PluginError } from 'slime-sdk';
import { z } from 'zod';

const IMPORT_MS = 30_000;
const MOST_ERROR = 4000;

/** Imports the module that is named behind it, and tells its exports. */
const PROGRAM = `
const tell = (message) => process.send(message, () => process.exit());
import(process.argv[1]).then(
  (module) => tell({ exports: Object.keys(module) }),
  (error) => tell({ error: String(error?.stack ?? error) }),
);`;

const messageSchema = z.union([
  z.object({ exports: z.array(z.string()) }),
  z.object({ error: z.string() }),
]);

/**
 * Imports a module in a process of its own and gives the names of its exports. TypeScript is
 * bundled first, as plugins are.
 *
 * @throws PluginError when it cannot be loaded, or does not end loading in time
 */
export async function importAlone(file: string): Promise<string[]> {
  const url = pathToFileURL(await runnable(file)).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, url], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: IMPORT_MS,
    killSignal: 'SIGKILL',
  });
  let message: z.output<typeof messageSchema> | null = null;
  let errors = '';
  child.on('message', (value) => (message = messageSchema.parse(value)));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, MOST_ERROR);
  });
  await once(child, 'close');
  return readMessage(file, message, errors);
}

function readMessage(
  file: string,
  message: z.output<typeof messageSchema> | null,
  errors: string,
): string[] {
  if (message !== null && 'exports' in message) return message.exports;
  const reason =
    message?.error ?? (errors === '' ? `it did not load in ${IMPORT_MS / 1000} s` : errors);
  throw new PluginError(`${file}: ${reason.split('\n')[0]}`, { data: { file, reason } });
}

/** A file that Node.js imports as it stands. */
async function runnable(file: string): Promise<string> {
  if (/\.[cm]?js$/.test(file)) return file;
  const { code } = await prepareModule({ spec: file, file, exportName: null, built: false });
  if (code === null) return file;
  const bundle = `${file}.mjs`;
  await writeFile(bundle, code);
  return bundle;
}
