import { dirname, resolve } from 'node:path';
import { ConfigError, DataError, type MaybePromise, type RolloutArgs } from 'slime-sdk';
import { readJsonlRows, type SourceRow } from './jsonl-rows.ts';
import { readParquetRows } from './parquet-rows.ts';
import { parsePromptDataPath, type PromptDataPath } from './prompt-data-path.ts';
import { type DatasetRow, imageColumn, readRow, type RowKeys, wantedColumns } from './read-row.ts';

/** A data set in memory. */
export interface Dataset {
  /** As `--prompt-data` names it, without the slice. */
  readonly file: string;
  /** Folder that paths of pictures are relative to: the data file's own. Absolute. */
  readonly baseDir: string;
  readonly rows: readonly DatasetRow[];
}

/**
 * Loads `--prompt-data`: `.jsonl` (or `.json` with one object a line) and `.parquet`, with an
 * optional slice `@[start:end]`. Prompts are not put through the chat template.
 *
 * @throws ConfigError when the flag is missing, or names another kind of file.
 * @throws DataError when the file or a row cannot be used, or there is no row.
 */
export async function loadDataset(
  args: RowKeys & Pick<RolloutArgs, 'prompt_data'>,
): Promise<Dataset> {
  if (args.prompt_data === null) {
    throw new ConfigError('no data: name a .jsonl or .parquet file with --prompt-data');
  }
  const path = parsePromptDataPath(args.prompt_data);
  imageColumn(args);
  const rows: DatasetRow[] = [];
  for await (const row of readRows(path, args)) rows.push(readRow(row, args));
  if (rows.length === 0) {
    throw new DataError(
      `--prompt-data ${args.prompt_data}: no rows; the file is empty or the slice leaves none`,
      { data: { file: path.file } },
    );
  }
  return { file: path.file, baseDir: dirname(resolve(path.file)), rows };
}

function readRows(path: PromptDataPath, keys: RowKeys): AsyncGenerator<SourceRow, void> {
  if (/\.jsonl?$/i.test(path.file)) return readJsonlRows(path);
  if (/\.parquet$/i.test(path.file)) return readParquetRows(path, wantedColumns(keys));
  throw new ConfigError(
    `--prompt-data ${path.file}: not a kind of data file that can be read; ` +
      'use .jsonl (one JSON object a line) or .parquet',
  );
}

/**
 * Longest prompt that is kept, in tokens: `--rollout-max-prompt-len`, or one less than
 * `--rollout-max-context-len`, as slime has it; null keeps all.
 */
export function maxPromptLength(
  args: Pick<RolloutArgs, 'rollout_max_prompt_len' | 'rollout_max_context_len'>,
): number | null {
  if (args.rollout_max_prompt_len !== null) return args.rollout_max_prompt_len;
  return args.rollout_max_context_len === null ? null : args.rollout_max_context_len - 1;
}

/**
 * Leaves out the rows whose prompt has more than `max` tokens; order stays. slime counts string
 * prompts only; here every row is counted.
 *
 * @throws DataError when no row is left.
 */
export async function filterByPromptLength(
  dataset: Dataset,
  countTokens: (row: DatasetRow) => MaybePromise<number>,
  max: number,
): Promise<{ dataset: Dataset; dropped: number }> {
  const rows: DatasetRow[] = [];
  let shortest = Number.POSITIVE_INFINITY;
  for (const row of dataset.rows) {
    const count = await countTokens(row);
    shortest = Math.min(shortest, count);
    if (count <= max) rows.push(row);
  }
  if (rows.length === 0) {
    throw new DataError(
      `${dataset.file}: no prompt has ${max} tokens or fewer, the shortest has ${shortest}; ` +
        'raise --rollout-max-prompt-len (or --rollout-max-context-len)',
      { data: { file: dataset.file } },
    );
  }
  return { dataset: { ...dataset, rows }, dropped: dataset.rows.length - rows.length };
}
