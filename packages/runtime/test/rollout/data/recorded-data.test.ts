import { access } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../../src/rollout/data/dataset.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const shared = process.env['SLIME_SHARED'] ?? resolve(root, '../shared');
const geo3k = join(shared, 'data/geo3k/train.jsonl');

describe('the recorded geometry questions', () => {
  it('load with one picture each, found beside the data file', async (context) => {
    if (!existsSync(geo3k)) context.skip(`no recorded data at ${geo3k}; set SLIME_SHARED`);
    const dataset = await loadDataset(
      createRolloutArgs({
        prompt_data: geo3k,
        input_key: 'problem',
        label_key: 'answer',
        multimodal_keys: { image: 'images' },
      }),
    );
    expect(dataset.rows).toHaveLength(300);
    for (const row of dataset.rows) {
      const images = row.multimodal_inputs?.['images'];
      const image = Array.isArray(images) && images.length === 1 ? images[0] : null;
      if (typeof image !== 'string') throw new Error(`row ${row.place.row} has no picture`);
      await access(join(dataset.baseDir, image));
      expect(row.prompt).toMatchObject([{ role: 'user', content: [{ type: 'image', image }, {}] }]);
    }
  });
});
