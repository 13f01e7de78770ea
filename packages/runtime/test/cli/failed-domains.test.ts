import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCli, testFiles } from './run-cli.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ENV = `
const HOW = ['build', 'reset', 'ends'];
export const buildEnv = ({ sample, args }) => {
  const how = HOW[sample.index];
  if (how === 'build') throw new Error('no house');
  return {
    reset: () => {
      if (how === 'reset') throw new Error('no seats');
      return { info: { area: args.area } };
    },
    step: () => ({ observation: {}, done: true }),
    formatObservation: () => [],
    metrics: () => ({ cost: 1 }),
    close() {},
  };
};
`;

const metricsSchema = z.looseObject({
  domains: z.array(
    z.looseObject({ domain: z.string().nullable(), episodes: z.int(), failed: z.int() }),
  ),
});

it('an episode that fails before its reset is counted where the custom configuration says', async () => {
  const file = await testFiles({
    'env.ts': ENV,
    'rm.ts': 'export default () => 1;\n',
    'rows.jsonl': '{"input":"a"}\n{"input":"b"}\n{"input":"c"}\n',
    'config.yaml': 'area: north\n',
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
    '--rollout-max-response-len',
    '64',
    '--output',
    output,
    '--max-failure-share',
    '1',
    '--domain-key',
    'area',
    '--custom-config-path',
    file('config.yaml'),
  );
  expect(code).toBe(0);
  expect(stdout).not.toContain('(none)');
  const { domains } = metricsSchema.parse(
    JSON.parse(await readFile(`${output}/metrics.json`, 'utf8')),
  );
  expect(domains.map(({ domain, episodes, failed }) => [domain, episodes, failed])).toEqual([
    ['north', 3, 2],
  ]);
});
