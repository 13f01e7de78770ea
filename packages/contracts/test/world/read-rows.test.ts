import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRolloutArgs, type RolloutArgs, type Sample } from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRows } from '../../src/world/read-rows.ts';

async function rowsOf(
  rows: readonly object[] | string,
  args: Partial<RolloutArgs> = {},
): Promise<Sample[]> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-rows-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const text =
    typeof rows === 'string' ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(dir, 'rows.jsonl'), text);
  return readRows(createRolloutArgs({ prompt_data: 'rows.jsonl', ...args }), dir);
}

describe('the user’s rows', () => {
  it('are clean samples with prompt, label and metadata of the named keys', async () => {
    const rows = await rowsOf(
      [
        { q: 'One?', a: '1', m: { level: 1 } },
        { q: 'Two?', a: 2, m: {} },
      ],
      { input_key: 'q', label_key: 'a', metadata_key: 'm', n_samples_per_prompt: 4 },
    );
    expect(rows.map(({ prompt, label, metadata }) => [prompt, label, metadata])).toEqual([
      ['One?', '1', { level: 1 }],
      ['Two?', 2, {}],
    ]);
    expect(rows.map(({ group_index, index }) => [group_index, index])).toEqual([
      [0, 0],
      [1, 4],
    ]);
    expect(rows.map(({ status, tokens, response }) => [status, tokens, response])).toEqual([
      ['pending', [], ''],
      ['pending', [], ''],
    ]);
  });

  it('are those of a slice where one is named', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ input: `Row ${at}` }));
    const some = await rowsOf(rows, { prompt_data: 'rows.jsonl@[2:4]' });
    expect(some.map(({ prompt }) => prompt)).toEqual(['Row 2', 'Row 3']);
  });

  it('are a thousand at most', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => ({ input: `Row ${at}` }));
    expect(await rowsOf(rows)).toHaveLength(1000);
  });

  it('are none without --prompt-data', async () => {
    expect(await readRows(createRolloutArgs({}), '/nowhere')).toEqual([]);
  });

  it('say which row and column cannot be read', async () => {
    await expect(rowsOf([{ input: 'a' }, { other: 'b' }])).rejects.toThrow(
      /rows\.jsonl.*2.*input/s,
    );
    await expect(rowsOf('{"input": ')).rejects.toThrow(/rows\.jsonl:1/);
  });
});
