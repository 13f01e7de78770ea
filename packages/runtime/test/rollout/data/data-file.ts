import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { onTestFinished } from 'vitest';
import { type Dataset, loadDataset } from '../../../src/rollout/data/dataset.ts';

/** A file in a folder that is removed when the test ends. */
export async function dataFile(name: string, content: string | Uint8Array): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-data-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, name);
  await writeFile(file, content);
  return file;
}

/** Loads the rows as `rows.jsonl`, one a line. */
export async function loadRows(
  rows: readonly unknown[],
  fields: Partial<RolloutArgs> = {},
): Promise<Dataset> {
  const file = await dataFile('rows.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return loadDataset(createRolloutArgs({ prompt_data: file, ...fields }));
}

/** The message of the error, the folder of the data file left out. */
export async function messageOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (error instanceof Error) return error.message.replaceAll(/\S*\/slime-data-\w+\//g, '');
    throw error;
  }
  throw new Error('nothing was thrown');
}
