import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type Project } from './project.ts';
import { QWEN3 } from './recorded-data.ts';
import { type CliResult, runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 60_000;

/** Each says what it is, so that another text of it makes other samples. */
const FILES = {
  'env.js': `import './words.js';
export const buildEnv = () => ({
  reset: () => ({}), step: () => ({ observation: null, done: true }),
  formatObservation: () => [], close() {},
});\n`,
  'words.js': 'export const words = 1;\n',
  'rm.js': 'export default () => 1;\n',
  'policy.js': "export const policy = () => 'one';\n",
  'replies.jsonl': [{ text: 'one' }],
  'rows.jsonl': [{ input: 'a' }],
};

let project: Project;

beforeAll(async () => {
  project = await createProject(FILES);
  await cp(QWEN3, join(project.dir, 'model'), { recursive: true, dereference: true });
});

afterAll(() => project.remove());

function run(output: string, policy: string, resume: boolean): Promise<CliResult> {
  return runCli(
    [
      'rollout',
      ...toFlags({
        'rollout-interaction-env-path': './env.js',
        'custom-rm-path': './rm.js',
        'prompt-data': 'rows.jsonl',
        'hf-checkpoint': output.endsWith('the checkpoint') ? './model' : null,
        'apply-chat-template': true,
        'rollout-max-response-len': 64,
        'max-failure-share': 1,
        policy,
        output,
      }),
      ...(resume ? ['--resume'] : []),
    ],
    { cwd: project.dir },
  );
}

describe('a run goes on with the very files that it began with', () => {
  it.each([
    ['the environment', './policy.js', 'env.js', 'plugin ./env.js'],
    ['a file that the environment imports', './policy.js', 'words.js', 'plugin ./env.js'],
    ['the reward', './policy.js', 'rm.js', 'plugin ./rm.js'],
    ['the policy', './policy.js', 'policy.js', 'settings.policy'],
    ['recorded replies', 'recorded:replies.jsonl', 'replies.jsonl', 'settings.policy'],
    ['the data', './policy.js', 'rows.jsonl', 'data.sha256'],
    ['the checkpoint', './policy.js', 'model/tokenizer_config.json', 'settings.checkpoint'],
  ])('%s', { timeout: TIMEOUT }, async (name, policy, file, named) => {
    const output = `run-${name}`;
    expect((await run(output, policy, false)).code).toBe(0);
    expect((await run(output, policy, true)).code).toBe(0);
    await appendFile(join(project.dir, file), file.endsWith('.js') ? '// changed\n' : '\n');
    const { code, stderr } = await run(output, policy, true);
    expect(code).toBe(2);
    expect(stderr).toContain(`${named}: `);
  });

  it('however their paths are spelled', { timeout: TIMEOUT }, async () => {
    expect((await run('run-spelled', './policy.js', false)).code).toBe(0);
    const again = await run('run-spelled', join(project.dir, 'policy.js'), true);
    expect(again).toMatchObject({ code: 0 });
  });
});
