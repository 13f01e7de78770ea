import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Domain, importData } from 'slime-env-tau';
import { expect, it } from 'vitest';
import { readSamples } from '../e2e/read-run.ts';
import { isFullTier } from '../e2e/recorded-data.ts';
import { runCli, toFlags } from '../e2e/run-cli.ts';
import { recordedFolder } from './tau-rows.ts';

/** Splits, and the tasks whose gold actions make conversations of more than 32,768 bytes. */
const SPLITS: readonly [Domain, string, number, readonly number[]][] = [
  ['retail', 'train', 500, []],
  ['retail', 'test', 115, [20, 23]],
  ['retail', 'dev', 20, []],
  ['airline', 'test', 50, [33]],
];

// The second tier plays every task, the first the longest.
const PLAYED = SPLITS.filter(([, , , longest]) => isFullTier || longest.length > 0);

it.for(PLAYED)(
  'the gold actions of %s %s are worth 1 through the whole rollout',
  { timeout: 300_000 },
  async ([domain, split, tasks, longest], context) => {
    const recorded = recordedFolder(context);
    const dir = await mkdtemp(join(tmpdir(), 'slime-tau-'));
    context.onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const data = join(dir, 'data');
    await importData(recorded, data);
    const name = `${domain}_${split}_tasks.jsonl`;
    const rows = (await readFile(join(data, name), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(tasks);
    const played = isFullTier ? rows : rows.filter((_, index) => longest.includes(index));
    const file = (base: string): string => join(dir, base);
    await writeFile(file('rows.jsonl'), played.join('\n'));
    await writeFile(
      file('config.yaml'),
      `env: ${domain}\ntask_split: ${split}\ndata_dir: ${data}\noracle_error_rate: 0\n`,
    );

    const flags = toFlags({
      'rollout-interaction-env-path': 'slime-env-tau',
      'custom-config-path': file('config.yaml'),
      'prompt-data': file('rows.jsonl'),
      'n-samples-per-prompt': 1,
      output: file('run'),
    });
    const { code, stderr } = await runCli(['rollout', ...flags]);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const samples = await readSamples(file('run'));
    expect(samples).toHaveLength(played.length);
    expect(
      samples
        .filter(({ reward, status }) => reward !== 1 || status !== 'completed')
        .map(({ prompt, reward, metadata }) => [prompt, reward, metadata['ending']]),
    ).toEqual([]);
    for (const { prompt, tokens } of samples) {
      if (longest.includes(Number(prompt))) expect(tokens.length).toBeGreaterThan(32_768);
    }
  },
);
