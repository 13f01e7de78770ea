import { open } from 'node:fs/promises';
import type { DiscardedTry } from 'slime-sdk';
import { z } from 'zod';
import { parseLine, readLines } from './read-lines.ts';
import { runFile } from './run-files.ts';
import { turnLineSchema } from './turn-line.ts';

const ridSchema = z.object({ rid: z.string() });

/**
 * Writes down what became of replies that no turn tells of: episodes in flight when a run was
 * killed or stopped. Afterwards each entry of the ledger is used by a turn or discarded.
 *
 * Call it when no engine writes the ledger any more. Gives the number of entries settled.
 */
export async function settleLedger(dir: string, cause: string): Promise<number> {
  const known = await readDiscarded(dir);
  const turns = runFile(dir, 'turns');
  for await (const line of readLines(turns)) {
    const turn = turnLineSchema.parse(parseLine(turns, line));
    if (turn.rid !== null) known.add(turn.rid);
    for (const { rid } of turn.discarded) known.add(rid);
  }
  const ledger = runFile(dir, 'ledger');
  const lost: DiscardedTry[] = [];
  for await (const line of readLines(ledger)) {
    const { rid } = ridSchema.parse(parseLine(ledger, line));
    if (!known.has(rid)) lost.push({ rid, cause });
  }
  await appendDiscarded(dir, lost);
  return lost.length;
}

/** Request ids in `discarded.jsonl`. */
export async function readDiscarded(dir: string): Promise<Set<string>> {
  const path = runFile(dir, 'discarded');
  const rids = new Set<string>();
  for await (const line of readLines(path)) rids.add(ridSchema.parse(parseLine(path, line)).rid);
  return rids;
}

/** Adds to `discarded.jsonl`, which a run has only when there is something to say. */
export async function appendDiscarded(dir: string, lost: readonly DiscardedTry[]): Promise<void> {
  if (lost.length === 0) return;
  const file = await open(runFile(dir, 'discarded'), 'a');
  try {
    await file.appendFile(lost.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}
