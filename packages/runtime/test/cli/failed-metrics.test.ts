import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCli, testFiles } from './run-cli.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ENV = `
const HOW = ['ends', 'throws', 'hangs', 'throws twice', 'fails at reset', 'gives text', 'hangs twice'];
export const buildEnv = ({ sample }) => {
  const how = HOW[sample.index];
  return {
    reset: () => { if (how === 'fails at reset') throw new Error('no seats'); return {}; },
    step: () => {
      if (how === 'ends') return { observation: {}, done: true };
      if (how.startsWith('hangs')) return new Promise(() => {});
      throw new Error('the database is down');
    },
    formatObservation: () => [],
    metrics: () => {
      if (how === 'throws twice') throw new Error('nothing was counted');
      if (how === 'hangs twice') return new Promise(() => {});
      return how === 'gives text' ? { cost: '1' } : { cost: 10 ** sample.index };
    },
    close() {},
  };
};
`;

const groupSchema = z.looseObject({
  episodes: z.array(
    z.looseObject({
      index: z.int(),
      env_metrics: z.record(z.string(), z.number()),
      failure: z.looseObject({ where: z.string(), message: z.string() }).nullable(),
    }),
  ),
});

it.each(['inline', 'process'])(
  'an episode that failed is asked what it measured, under %s isolation, and its failure stays the first',
  async (isolation) => {
    const file = await testFiles({
      'env.ts': ENV,
      'rm.ts': 'export default () => 1;\n',
      'rows.jsonl': '{"input":"a"}\n',
    });
    const output = `${file('rows.jsonl')}.run`;
    const { code, stdout } = await runCli(
      'rollout',
      '--rollout-interaction-env-path',
      file('env.ts'),
      '--custom-rm-path',
      file('rm.ts'),
      '--prompt-data',
      file('rows.jsonl'),
      '--apply-chat-template',
      '--isolation',
      isolation,
      '--rollout-max-response-len',
      '64',
      '--env-step-timeout',
      '0.5',
      '--output',
      output,
      '--n-samples-per-prompt',
      '7',
      '--max-failure-share',
      '1',
    );
    expect(code).toBe(0);
    const { episodes } = groupSchema.parse(
      JSON.parse(await readFile(`${output}/groups.jsonl`, 'utf8')),
    );
    expect(
      episodes
        .toSorted((a, b) => a.index - b.index)
        .map(({ env_metrics: metrics, failure }) => [metrics, failure?.where]),
    ).toEqual([
      [{ cost: 1 }, undefined],
      [{ cost: 10 }, 'step'],
      [{ cost: 100 }, 'step'],
      [{}, 'step'],
      [{ cost: 10_000 }, 'reset'],
      [{}, 'step'],
      [{}, 'step'],
    ]);
    const said = episodes.flatMap(({ failure }) => failure?.message ?? []);
    expect(
      said.filter((message) => /the database is down|did not settle/.test(message)),
    ).toHaveLength(5);
    expect(said.filter((message) => / metrics .*nothing was counted/.test(message))).toHaveLength(
      1,
    );
    expect(stdout).toContain(
      '  cost             1 an episode, 10111 in all, 10110 of it in episodes that failed\n',
    );
  },
);
