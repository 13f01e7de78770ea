import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { fallen, runPlugin } from '../run-plugin.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILE = join(import.meta.dirname, 'plugins', 'sources.ts');

it("passes the runtime's own data source over a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slime-contracts-test-'));
  try {
    const rows = Array.from({ length: 7 }, (_, at) => ({ input: `${at}?`, metadata: { at } }));
    const file = join(folder, 'rows.jsonl');
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { results } = await runPlugin('dataSource', `${FILE}#fromFile`, {
      args: { prompt_data: file },
    });
    expect(results.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('asks a source without end for no epochs, and a read-only one for nothing back', async () => {
  const { results } = await runPlugin('dataSource', `${FILE}#endless`);
  expect(fallen(results)).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'not_applicable').map(({ id }) => id)).toEqual(
    ['data-source/epochs', 'data-source/more-than-all', 'data-source/added'],
  );
});
