import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file at once: whoever reads it, also after a crash, finds the old content or the new.
 *
 * `fill` writes into a temporary file beside it.
 */
export async function replaceFile(
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w');
  try {
    await fill((bytes) => file.appendFile(bytes));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Writes a value as readable JSON, in place of what stood there. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await replaceText(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a text in place of what stood there. */
export async function replaceText(path: string, text: string): Promise<void> {
  await replaceFile(path, (write) => write(Buffer.from(text)));
}

/** Makes renames and new files of a folder durable; Windows cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
