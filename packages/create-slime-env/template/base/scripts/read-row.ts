import { readFile } from 'node:fs/promises';
import { parseSample, type Sample } from 'slime-sdk';
import manifest from '../package.json' with { type: 'json' };

/**
 * Reads a row of the package's own data as the sample that a rollout would start from. Rows count
 * from 1.
 *
 * @throws RangeError for a row that is not there.
 */
export async function readRow(number: number): Promise<Sample> {
  const { path, input_key, label_key } = manifest.slime.data;
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const line = lines[number - 1];
  if (line === undefined) {
    throw new RangeError(`--row ${number}: ${path} has the rows 1 to ${lines.length}`);
  }
  const row: Record<string, unknown> = JSON.parse(line);
  return parseSample({
    index: number - 1,
    group_index: number - 1,
    prompt: row[input_key],
    label: row[label_key],
    metadata: row['metadata'],
    status: 'pending',
  });
}
