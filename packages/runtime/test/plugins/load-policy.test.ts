import { createRolloutArgs, createSample, PluginError, type PolicyRequest } from 'slime-sdk';
import { expect, test } from 'vitest';
import { loadPolicy } from '../../src/plugins/index.ts';
import { createProject } from './project.ts';

const REQUEST: PolicyRequest = {
  input_ids: [],
  text: 'two and two',
  sampling_params: {},
  images: 0,
  sample: createSample({ label: '4' }),
  random: () => 0.5,
};

test('a policy is built from the arguments of the run', async () => {
  const cwd = await createProject({
    'policy.ts': `
      import { definePolicy } from 'slime-sdk';
      export default definePolicy({
        name: 'counting',
        build: async ({ args }) => ({ sample, text }) => [text, sample?.label, args.max_turns].join(),
      });`,
  });
  const { build, sha256 } = await loadPolicy('./policy.ts', cwd);
  const policy = await build({ args: createRolloutArgs({ max_turns: 3 }) });
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await policy(REQUEST)).toBe('two and two,4,3');
});

test('a bare function is the policy itself', async () => {
  const cwd = await createProject({ 'policy.mjs': `export const policy = () => ({ ids: [1] });` });
  const { build } = await loadPolicy('./policy.mjs', cwd);
  const policy = await build({ args: createRolloutArgs() });
  expect(await policy(REQUEST)).toEqual({ ids: [1] });
});

test('what is no policy is refused', async () => {
  const cwd = await createProject({ 'policy.ts': `export default { name: 'x' };` });
  await expect(loadPolicy('./policy.ts', cwd)).rejects.toThrow(PluginError);
});
