import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from 'slime-sdk';
import { makeFolder } from '../../observe/make-folder.ts';
import type { FaultKind } from './fault-plan.ts';

/** One sampled reply. */
export interface LedgerEntry {
  rid: string;
  promptIds: ArrayLike<number> & { join(separator: string): string };
  ids: readonly number[];
  /** As JSON text, one an id. */
  logprobs: readonly string[];
  /** What became of the reply, when a fault struck it. */
  fault: FaultKind | null;
}

/**
 * The engine's own record of what it sampled: a file of JSON lines
 * `{ rid, prompt_ids, ids, logprobs, fault? }`. Each is on its way to disk before the first byte of
 * its reply (of a stream: before the last record, when it is known what was sampled).
 */
export class Ledger {
  readonly #file: string;
  #descriptor: number | undefined;
  entries = 0;

  /** Opens the file to append. @throws ConfigError when it cannot be written. */
  constructor(file: string) {
    this.#file = file;
    try {
      makeFolder(dirname(file));
      this.#descriptor = openSync(file, 'a');
    } catch (cause) {
      throw new ConfigError(`ledger ${file}: cannot be written (${String(cause)})`, { cause });
    }
  }

  write(entry: LedgerEntry): void {
    if (this.#descriptor === undefined) throw new Error(`ledger ${this.#file} is closed`);
    const fault = entry.fault === null ? '' : `,"fault":"${entry.fault}"`;
    let rest = Buffer.from(
      `{"rid":${JSON.stringify(entry.rid)},"prompt_ids":[${entry.promptIds.join(',')}],` +
        `"ids":[${entry.ids.join(',')}],"logprobs":[${entry.logprobs.join(',')}]${fault}}\n`,
    );
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#descriptor, rest));
    this.entries++;
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
