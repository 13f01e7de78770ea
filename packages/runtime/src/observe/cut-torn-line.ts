import { open } from 'node:fs/promises';
import { isMissing } from './missing-file.ts';

const BLOCK = 1 << 16;
const NEWLINE = 10;

/**
 * Cuts off what follows the last line end: the line that a killed process was writing.
 *
 * Gives the number of bytes removed; a file that is not there has none.
 */
export async function cutTornLine(path: string): Promise<number> {
  let file;
  try {
    file = await open(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const block = Buffer.alloc(BLOCK);
    let keep = 0;
    for (let end = size; end > 0 && keep === 0; end -= Math.min(end, BLOCK)) {
      const start = Math.max(0, end - BLOCK);
      const { bytesRead } = await file.read(block, 0, end - start, start);
      keep = start + block.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
      if (keep === start) keep = 0;
    }
    if (keep < size) await file.truncate(keep);
    return size - keep;
  } finally {
    await file.close();
  }
}
