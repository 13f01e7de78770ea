import { describe, expect, it } from 'vitest';
import { runFiles } from './run-files.ts';

const RM = { custom_rm_path: './rm.ts' } as const;
const IMAGES = { multimodal_keys: { image: 'images' } } as const;
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

describe('B135: rows with pictures pass the filter of long prompts', () => {
  it('by the tokens of their pictures, too', async () => {
    const { samples, log } = await runFiles({
      rows: [
        { input: '<image>What is it?', images: [DOT] },
        { input: `<image>${'word '.repeat(200)}`, images: [DOT] },
      ],
      args: { ...RM, ...IMAGES, rollout_max_prompt_len: 200 },
    });
    expect(samples.length).toBe(1);
    expect(log.join('\n')).toMatch(/1 rows left out: their prompts have more than 200 tokens/);
  });
});

it('B136: text stays whole where the row has no pictures', async () => {
  const { samples } = await runFiles({
    rows: [{ input: 'What is it?' }],
    args: { ...RM, ...IMAGES },
  });
  expect(samples[0]?.prompt).toEqual([
    expect.objectContaining({ role: 'user', content: expect.anything() }),
  ]);
  expect(JSON.stringify(samples[0]?.prompt)).toContain('What is it?');
});

it('B137: a placeholder that the text merely mentions is reported with its row', async () => {
  const run = runFiles({
    rows: [
      { input: '<image>Good.', images: [DOT] },
      { input: '<image>What does <image> mean?', images: [DOT] },
    ],
    args: { ...RM, ...IMAGES },
  });
  await expect(run).rejects.toThrow(/rows\.jsonl.*2.*<image>/s);
});

it('B138: a picture that cannot be read fails the row, never as text alone', async () => {
  const run = runFiles({
    rows: [{ input: '<image>What?', images: ['data:image/png;base64,AAAA'] }],
    args: { ...RM, ...IMAGES },
  });
  await expect(run).rejects.toMatchObject({ code: 'SLIME_DATA' });
});

it('B082: samples of a failed episode carry no reward into the file, and are removed', async () => {
  const { samples } = await runFiles({
    rows: [{ input: 'a' }, { input: 'b' }],
    args: { ...RM, rollout_interaction_env_path: './failing.ts', max_failure_share: 1 },
    files: {
      'failing.ts': `export const buildEnv = ({ sample }) => ({
        reset: () => { if (sample.index === 0) throw new Error('no'); return {}; },
        step: () => ({ observation: { text: 'OBS' }, done: true }),
        formatObservation: ({ text }) => ({ role: 'user', content: text }),
        close() {},
      });\n`,
    },
  });
  expect(samples.map(({ reward, remove_sample: removed }) => [reward, removed])).toEqual([
    [null, true],
    [1, false],
  ]);
});

describe('A044: calls in a row’s history are mappings inside', () => {
  it('whether the row writes their arguments as text or not', async () => {
    const history = (args: unknown): Record<string, unknown> => ({
      input: [
        { role: 'user', content: 'weather?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ type: 'function', function: { name: 'f', arguments: args } }],
        },
        { role: 'tool', content: 'sunny' },
        { role: 'user', content: 'and now?' },
      ],
    });
    const { samples } = await runFiles({
      rows: [history('{"city":"P"}'), history({ city: 'P' })],
      args: RM,
    });
    expect(samples[0]?.tokens).toEqual(samples[1]?.tokens);
  });
});
