import { resolve } from 'node:path';
import { createRowSample, loadDataset } from 'slime-runtime/hosting';
import type { RolloutArgs, Sample } from 'slime-sdk';

/** Most rows that checks draw from. */
const MOST_ROWS = 1000;

/** The user's rows as clean samples, the first thousand; none without `--prompt-data`. */
export async function readRows(args: RolloutArgs, cwd: string): Promise<Sample[]> {
  if (args.prompt_data === null) return [];
  const { rows } = await loadDataset({ ...args, prompt_data: resolve(cwd, args.prompt_data) });
  return rows.slice(0, MOST_ROWS).map((row, at) => ({
    ...createRowSample(row),
    group_index: at,
    index: at * args.n_samples_per_prompt,
  }));
}
