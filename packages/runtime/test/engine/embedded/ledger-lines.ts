import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A line of a ledger. */
export interface LedgerLine {
  rid: string;
  prompt_ids: number[];
  ids: number[];
  logprobs: (number | null)[];
  fault?: string;
}

/** A folder that ends with the test. */
export function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'slime-engine-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

export function readLedger(file: string): LedgerLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): LedgerLine => JSON.parse(line));
}
