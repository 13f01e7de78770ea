import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundlePaths, type PreparedModule } from 'slime-runtime/hosting';
import { type ProcessState, USERS_OWN } from '../world/process-state.ts';

/** Seconds that the module may take to load once more. */
const LOAD_SECONDS = 5;
/** Tells the environment that a module leaves behind. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(() => parentPort.postMessage({ ...process.env }), () => parentPort.close());
`;

/**
 * The state of the process before a plugin was loaded, as a user has it who exports the variables
 * that the plugin sets. One that is filled where it is missing (`??=`, a `.env` file) is no
 * overwritten one, and only a second load with the variables there tells the two apart.
 */
export async function withOverwritten(
  before: ProcessState,
  prepared: PreparedModule,
): Promise<ProcessState> {
  const added = Object.keys(process.env).filter((name) => !(name in before.environment));
  if (added.length === 0) return before;
  const own = Object.fromEntries(added.map((name) => [name, USERS_OWN]));
  const after = await loadAgain(prepared, { ...before.environment, ...own });
  const lost = added.filter((name) => after !== null && after[name] !== USERS_OWN);
  if (lost.length === 0) return before;
  const environment = Object.fromEntries(lost.map((name) => [name, USERS_OWN]));
  return { ...before, environment: { ...before.environment, ...environment } };
}

/** Loads a module in a thread with an environment of its own; null where that cannot be done. */
async function loadAgain(
  { file, code }: PreparedModule,
  env: ProcessState['environment'],
): Promise<ProcessState['environment'] | null> {
  const [path] = code === null ? [file] : bundlePaths(file, randomUUID());
  try {
    if (code !== null) await writeFile(path, code, { flag: 'wx' });
    return await probe(path, env);
  } catch {
    return null;
  } finally {
    if (code !== null) await rm(path, { force: true });
  }
}

async function probe(
  path: string,
  env: ProcessState['environment'],
): Promise<ProcessState['environment'] | null> {
  const worker = new Worker(PROBE, {
    eval: true,
    env: { ...env },
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: pathToFileURL(path).href,
  });
  const limit = AbortSignal.timeout(LOAD_SECONDS * 1000);
  try {
    return await new Promise((resolve) => {
      worker.once('message', resolve);
      for (const event of ['error', 'exit']) worker.once(event, () => resolve(null));
      limit.addEventListener('abort', () => resolve(null));
    });
  } finally {
    await worker.terminate();
  }
}
