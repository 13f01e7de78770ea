import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRolloutArgs, rolloutArgsSchema } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadTauData, parseJson } from '../src/index.ts';

const root = new URL('..', import.meta.url);

const packageSchema = z.object({
  files: z.array(z.string()),
  slime: z.object({
    data: z.strictObject({ path: z.string(), input_key: z.string() }),
    args: z.record(z.string(), z.json()),
  }),
});

const { files, slime } = packageSchema.parse(
  JSON.parse(await readFile(new URL('package.json', root), 'utf8')),
);

describe('the manifest', () => {
  it('names the training tasks of the small shop, which ship with the package', async () => {
    expect(existsSync(new URL(slime.data.path, root))).toBe(true);
    expect(files).toContain('data');
    const lines = (await readFile(new URL(slime.data.path, root), 'utf8')).trimEnd().split('\n');
    const rows = lines.map((line) => parseJson(line, slime.data.path));
    expect(rows.map((row) => (row instanceof Map ? row.get(slime.data.input_key) : null))).toEqual(
      (await loadTauData('retail', undefined)).tasks.get('train')?.map((_, at) => BigInt(at)),
    );
  });

  it('gives arguments that exist', () => {
    expect(Object.keys(slime.args).filter((key) => !(key in rolloutArgsSchema.shape))).toEqual([]);
    expect(createRolloutArgs(slime.args)).toMatchObject(slime.args);
  });
});
