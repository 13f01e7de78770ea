import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { createProject, type Project } from './project.ts';
import { readSamples } from './read-run.ts';
import { type CliResult, runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 60_000;

const TAPE = `
import { defineGenerate } from 'slime-sdk';
export default defineGenerate({
  name: 'two-looks',
  apiVersion: 1,
  generate: async (args, sample, params, context) => {
    const tape = context.tape();
    await tape.generate();
    await tape.observe({ role: 'user', content: 'Look again <|im_end|>.' });
    await tape.generate();
    await tape.observe({ role: 'user', content: 'Nothing follows this.' });
    return tape.finish({ metadata: { looks: 2 } });
  },
});
`;
const FAN_OUT = `
export const customGenerate = async (args, sample, params, context) => {
  const segments = [];
  for (const reward of [1, 2]) {
    const tape = context.tape();
    await tape.generate();
    segments.push(await tape.finish({ reward }));
  }
  return context.fanOut(segments, { reward: 'split' });
};
`;
const OWN_REWARD = `
export const customGenerate = async (args, sample, params, context) => {
  const tape = context.tape();
  await tape.generate();
  return { ...(await tape.finish()), custom_rm_path: sample.index === 0 ? './own.ts' : null };
};
`;
const BROKEN = `
export const customGenerate = (args, sample) => ({
  ...sample, tokens: [1], response_length: 99, rollout_log_probs: [NaN], status: 'completed', reward: 1,
});
`;

let project: Project;

beforeAll(async () => {
  project = await createProject({
    'tape.ts': TAPE,
    'fan-out.ts': FAN_OUT,
    'own-reward.ts': OWN_REWARD,
    'own.ts': 'export default () => 7;\n',
    'typed.jsonl': [
      { input: 'a', label: '2', metadata: { rm_type: 'math' } },
      { input: 'b', label: '3', metadata: { rm_type: 'math' } },
    ],
    'boxed.ts': "export const policy = () => '\\\\boxed{2}';\n",
    'broken.ts': BROKEN,
    'policy.ts': `export const policy = ({ input_ids }) => 'I see ' + input_ids.length;\n`,
    'rm.ts': 'export default (args, sample, view) => view.turns.length;\n',
    'rows.jsonl': [{ input: 'a' }, { input: 'b' }],
  });
});

afterAll(() => project.remove());

async function generate(
  module: string,
  flags: Record<string, string | true | null> = {},
): Promise<CliResult & { output: string }> {
  const output = join(project.dir, `run-${module}`);
  const result = await runCli(
    [
      'rollout',
      ...toFlags({
        'custom-generate-function-path': `./${module}.ts`,
        'custom-rm-path': './rm.ts',
        policy: './policy.ts',
        'prompt-data': 'rows.jsonl',
        'apply-chat-template': true,
        'rollout-max-response-len': 256,
        output,
        ...flags,
      }),
    ],
    { cwd: project.dir },
  );
  return { ...result, output };
}

describe('a custom generate function', () => {
  it(
    'that goes through the tape has provenance, and no observation at its end',
    { timeout: TIMEOUT },
    async (context) => {
      const { code, output } = await generate('tape');
      expect(code).toBe(0);
      const samples = await readSamples(output);
      expect(
        samples.map(({ reward, status, metadata }) => [reward, status, metadata['looks']]),
      ).toEqual([
        [2, 'completed', 2],
        [2, 'completed', 2],
      ]);
      for (const { loss_mask: mask, response } of samples) {
        expect(mask?.at(-1)).toBe(1);
        expect(response).toContain('Look again <|im_end|>.');
        expect(response).not.toContain('Nothing follows');
      }
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it(
    'may fan out: siblings share the rollout id and the reward',
    { timeout: TIMEOUT },
    async () => {
      const { code, output } = await generate('fan-out');
      expect(code).toBe(0);
      const samples = await readSamples(output);
      expect(samples.map(({ index, rollout_id: id, reward }) => [index, id, reward])).toEqual([
        [0, 0, 0.5],
        [0, 0, 1],
        [1, 1, 0.5],
        [1, 1, 1],
      ]);
    },
  );

  it(
    'may name a sample’s own reward function, which goes before that of the run',
    { timeout: TIMEOUT },
    async () => {
      const { code, output } = await generate('own-reward');
      expect(code).toBe(0);
      expect((await readSamples(output)).map(({ reward }) => reward)).toEqual([7, 1]);
    },
  );

  it('leaves the reward to what its rows name', { timeout: TIMEOUT }, async () => {
    const { code } = await generate('tape', {
      'custom-rm-path': null,
      'prompt-data': 'typed.jsonl',
      'label-key': 'label',
      policy: './boxed.ts',
      output: join(project.dir, 'run-typed'),
    });
    expect(code).toBe(0);
    const rewards = (await readSamples(join(project.dir, 'run-typed'))).map(({ reward }) => reward);
    expect(rewards).toEqual([1, 0]);
  });

  it('that breaks a sample fails its episode, with the path', { timeout: TIMEOUT }, async () => {
    const { code, output } = await generate('broken');
    expect(code).toBe(1);
    const [sample] = await readSamples(output);
    expect(sample).toMatchObject({ status: 'failed', reward: null, remove_sample: true });
    expect(JSON.stringify(sample?.metadata['failure'])).toContain(
      'response_length: 99 must be less',
    );
  });

  it(
    'is refused under process isolation, which cannot hand it the engine',
    { timeout: TIMEOUT },
    async () => {
      const { code, stderr } = await generate('tape', { isolation: 'process', output: 'refused' });
      expect(code).toBe(2);
      expect(stderr).toMatch(/isolation/);
    },
  );
});
