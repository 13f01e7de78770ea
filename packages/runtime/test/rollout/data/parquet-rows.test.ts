import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../../src/rollout/data/dataset.ts';
import { dataFile, messageOf } from './data-file.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

describe('loadDataset of a parquet file', () => {
  it('reads structs, lists, 64-bit integers and pictures', async () => {
    const { rows } = await loadDataset(
      createRolloutArgs({
        prompt_data: `${fixture('rows.parquet')}@[2:3]`,
        input_key: 'messages',
        label_key: 'answer',
        multimodal_keys: { image: 'images' },
      }),
    );
    const uri =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
    expect(rows).toEqual([
      {
        place: { file: fixture('rows.parquet'), row: 2, line: null },
        prompt: [
          {
            role: 'user',
            content: [
              { type: 'image', image: uri },
              { type: 'text', text: 'look at 2' },
            ],
          },
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ name: 'add', arguments: { n: 2 } }],
          },
        ],
        label: '4',
        metadata: { id: '1152921504606846978', score: 1, tags: ['a', 'é'] },
        multimodal_inputs: { images: [uri] },
      },
    ]);
  });

  it.each([
    ['', [0, 1, 2, 3, 4, 5, 6]],
    ['@[2:5]', [2, 3, 4]],
    ['@[-2:]', [5, 6]],
    ['@[:-4]', [0, 1, 2]],
  ])('takes the slice "%s" across row groups', async (slice, expected) => {
    const { rows } = await loadDataset(
      createRolloutArgs({ prompt_data: fixture('rows.parquet') + slice, input_key: 'index' }),
    );
    expect(rows.map((row) => row.prompt)).toEqual(expected);
    expect(rows.map((row) => row.place.row)).toEqual(expected);
  });

  it.each(['none', 'gzip', 'brotli', 'zstd', 'lz4'])('reads %s compression', async (codec) => {
    const { rows } = await loadDataset(
      createRolloutArgs({
        prompt_data: fixture(`${codec}.parquet`),
        input_key: 'index',
        label_key: 'question',
      }),
    );
    expect(rows.map(({ prompt, label }) => [prompt, label])).toEqual(
      Array.from({ length: 7 }, (_, at) => [at, `<image>What is ${at} + ${at}?`]),
    );
  });

  it('gives times in ISO form and decimals as numbers', async () => {
    const label = async (label_key: string): Promise<unknown> => {
      const args = createRolloutArgs({
        prompt_data: fixture('rows.parquet'),
        input_key: 'index',
        label_key,
      });
      return (await loadDataset(args)).rows[0]?.label;
    };
    expect(await label('when')).toBe('2026-01-02T03:04:05.000Z');
    expect(await label('price')).toBe(12.5);
  });

  it('names the column and row of bytes that are no text, and the columns when one is missing', async () => {
    const load = (fields: { input_key: string; label_key: string }): Promise<string> =>
      messageOf(
        loadDataset(createRolloutArgs({ prompt_data: fixture('rows.parquet'), ...fields })),
      );
    expect(await load({ input_key: 'index', label_key: 'blob' })).toContain(
      'rows.parquet: row 0: blob: 2 bytes that are neither UTF-8 nor a PNG, JPEG, GIF or WebP picture',
    );
    expect(await load({ input_key: 'index', label_key: 'gold' })).toContain(
      'rows.parquet: row 0: no column "gold" for the label; the row has "question", "messages", "images", "answer", "index", "metadata", "when", "price", "blob"',
    );
  });

  it('refuses a file whose pages are damaged', async () => {
    const bytes = readFileSync(fixture('zstd.parquet')).fill(0xff, 4, 200);
    const file = await dataFile('rows.parquet', bytes);
    const load = loadDataset(createRolloutArgs({ prompt_data: file, input_key: 'question' }));
    expect(await messageOf(load)).toMatch(/^rows\.parquet: not readable as parquet \(.+\); write/);
  });
});
