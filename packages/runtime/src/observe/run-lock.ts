import { readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { ConfigError } from 'slime-sdk';
import { z } from 'zod';
import { hasErrno, isMissing } from './missing-file.ts';
import { runFile } from './run-files.ts';

/** Locks of this process: a pid alone cannot tell its own runs apart. */
const held = new Set<string>();

const ownerSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /** When the process began, in clock ticks since boot; null where the system does not tell. */
  born: z.string().nullable(),
});

type Owner = z.output<typeof ownerSchema>;

/**
 * Takes a run folder for this process. A lock whose process is dead is taken over.
 *
 * Gives the function that frees it.
 *
 * @throws ConfigError when another run holds the folder.
 */
export async function lockRun(dir: string): Promise<() => Promise<void>> {
  const path = runFile(dir, 'lock');
  if (held.has(path)) throw lockedError(path, 'this process');
  held.add(path);
  try {
    if (!(await create(path))) await takeOver(path);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  return async () => {
    held.delete(path);
    await rm(path, { force: true });
  };
}

async function create(path: string): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'wx');
  } catch (error) {
    if (hasErrno(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    const owner: Owner = { pid: process.pid, host: hostname(), born: birthOf(process.pid) };
    await file.writeFile(`${JSON.stringify(owner)}\n`);
  } finally {
    await file.close();
  }
  return true;
}

/** One process at a time may remove a lock: else the second would remove the first one's new lock. */
async function takeOver(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  if (!(await create(guard))) throw lockedError(guard, 'another process that is starting');
  try {
    const owner = await readOwner(path);
    if (owner !== null && isAlive(owner)) {
      throw lockedError(path, `process ${owner.pid} on ${owner.host}`);
    }
    await rm(path, { force: true });
    if (!(await create(path))) throw lockedError(path, 'another process');
  } finally {
    await rm(guard, { force: true });
  }
}

/** Null when the lock has no content: its process was killed while it made it. */
async function readOwner(path: string): Promise<Owner | null> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  if (text.trim() === '') return null;
  return ownerSchema.parse(JSON.parse(text));
}

/** A process of another host cannot be seen, so it counts as alive. */
function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  // `held` knows this process's locks: without a start time, its pid was an earlier process's.
  if (owner.pid === process.pid && owner.born === null) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (hasErrno(error, 'ESRCH')) return false;
  }
  return owner.born === birthOf(owner.pid);
}

/** Start time of a process, which tells it from a later one with the same pid (Linux only). */
function birthOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the start time is the 20th field behind it.
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch (error) {
    if (isMissing(error) || hasErrno(error, 'ESRCH')) return null;
    throw error;
  }
}

function lockedError(path: string, owner: string): ConfigError {
  return new ConfigError(
    `${path}: ${owner} is writing this run; wait for it, name another --output, ` +
      'or remove the file when that process is dead',
    { data: { file: path } },
  );
}
