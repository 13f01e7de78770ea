import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEncoder, openTemplates } from '../../src/world/encoders.ts';
import { TEMPLATE_FAMILIES } from '../../src/world/template-families.ts';

const SQUARE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=',
  'base64',
);

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encoders-'));
  await writeFile(join(folder, 'square.png'), SQUARE);
});

afterAll(() => rm(folder, { recursive: true }));

describe('encoders of the world', () => {
  it('find pictures beside the data file, as a run does', async () => {
    const args = createRolloutArgs({ prompt_data: `${folder}/rows.jsonl@[0:2]` });
    const encoder = await openEncoder(args, '/');
    const picture = { type: 'image', image: 'square.png' } as const;
    const { images } = await encoder.encodePrompt([{ role: 'user', content: [picture] }], {});
    expect(images.map(({ grid_thw }) => grid_thw)).toEqual([[1, 4, 4]]);
  });

  it('are the checkpoint alone where one is named', async () => {
    const own = await openEncoder(createRolloutArgs(), '/');
    expect(openTemplates(own, createRolloutArgs({ hf_checkpoint: '/models/a' }), '/')).toEqual([
      own,
    ]);
  });

  it('are the built-in template and one of each family without a checkpoint', async () => {
    const args = createRolloutArgs();
    const own = await openEncoder(args, '/');
    const encoders = openTemplates(own, args, '/');
    expect(encoders[0]).toBe(own);
    expect(encoders.map(({ template }) => template.name)).toEqual([
      'built-in ChatML',
      ...TEMPLATE_FAMILIES.map(({ name }) => name),
    ]);
  });
});
