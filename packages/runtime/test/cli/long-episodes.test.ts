import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCli, testFiles } from './run-cli.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ENV = `
export const buildEnv = ({ args }) => ({
  reset: () => ({}),
  step: (text, { turn }) => ({ observation: 'o'.repeat(args.observed), done: turn === 3 }),
  formatObservation: (observation) => ({ role: 'user', content: observation }),
  close() {},
});
`;

const sampleSchema = z.looseObject({
  tokens: z.array(z.int()),
  metadata: z.looseObject({ ending: z.string() }),
});

/** How an episode of four turns ended, with observations of so many bytes between them. */
async function play(observed: number, ...flags: string[]) {
  const file = await testFiles({
    'env.ts': ENV,
    'rm.ts': 'export default () => 1;\n',
    'policy.ts': "export const policy = () => 'a scripted turn';\n",
    'rows.jsonl': '{"input":"a"}\n',
    'config.yaml': `observed: ${observed}\n`,
  });
  const output = `${file('rows.jsonl')}.run`;
  const { code, stderr } = await runCli(
    'rollout',
    '--rollout-interaction-env-path',
    file('env.ts'),
    '--custom-rm-path',
    file('rm.ts'),
    '--policy',
    file('policy.ts'),
    '--prompt-data',
    file('rows.jsonl'),
    '--custom-config-path',
    file('config.yaml'),
    '--apply-chat-template',
    '--n-samples-per-prompt',
    '1',
    '--output',
    output,
    ...flags,
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const line = await readFile(`${output}/samples.jsonl`, 'utf8');
  const { tokens, metadata } = sampleSchema.parse(JSON.parse(line));
  return { ending: metadata.ending, tokens: tokens.length };
}

it('the embedded engine holds a long conversation, a token a byte, when nothing bounds it', async () => {
  const { ending, tokens } = await play(20_000);
  expect(ending).toBe('env_done');
  expect(tokens).toBeGreaterThan(60_000);
});

it.each(['--rollout-max-context-len', '--rollout-max-response-len'])(
  '%s ends an episode on the embedded engine, and nothing before it',
  async (budget) => {
    const { ending, tokens } = await play(100_000, budget, '310000');
    expect(ending).toBe('env_done');
    expect(tokens).toBeGreaterThan(300_000);
    const short = await play(100_000, budget, '290000');
    expect(short.ending).toBe(
      budget === '--rollout-max-context-len' ? 'context_budget' : 'response_budget',
    );
  },
);
