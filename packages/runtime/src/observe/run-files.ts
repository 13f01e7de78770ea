import { join } from 'node:path';

/** The files of a run folder. */
export const RUN_FILES = {
  /** One sample a line, ordered by index. */
  samples: 'samples.jsonl',
  /** One turn a line, ordered by index, attempt and turn. */
  turns: 'turns.jsonl',
  /** One finished group a line, with its episodes; its last write: what is named here is whole. */
  groups: 'groups.jsonl',
  /** What our engine sampled, written by the engine. */
  ledger: 'ledger.jsonl',
  /** Replies of the engine that no turn tells of, and why. */
  discarded: 'discarded.jsonl',
  /** A folder: the trainer's tensors of each group with pictures, `<group_index>.safetensors`. */
  tensors: 'tensors',
  metrics: 'metrics.json',
  run: 'run.json',
  lock: 'run.lock',
} as const;

/** Path of one of a run's files. */
export function runFile(dir: string, name: keyof typeof RUN_FILES): string {
  return join(dir, RUN_FILES[name]);
}
