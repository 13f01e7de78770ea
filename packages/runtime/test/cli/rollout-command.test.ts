import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkpointWith } from '../tokens/checkpoint-folder.ts';
import { QWEN25_SHAPE } from '../tokens/templates/qwen2.5-shape.ts';
import { QWEN2_5_VL } from '../vision/processor-files.ts';
import { picture } from '../vision/pictures.ts';
import { runCli, testFiles } from './run-cli.ts';

const PROJECT = {
  'env.ts': `export const buildEnv = () => ({
    reset: () => ({}),
    step: (text, { turn }) => { throw new Error('the database is down'); },
    formatObservation: () => [],
    close() {},
  });\n`,
  'tools.ts': `export const buildEnv = () => ({
    reset: () => ({ tools: [{ type: 'function', function: { name: 'look' } }] }),
    step: () => ({ observation: {}, done: true }),
    formatObservation: () => [],
    close() {},
  });\n`,
  'rm.ts': 'export default () => 1;\n',
  'rows.jsonl': '{"input":"a"}\n{"input":"b"}\n',
  'areas.jsonl': '{"input":"a","metadata":{"area":"sky"}}\n{"input":"b"}\n',
  'count.ts': `export const buildEnv = ({ sample }) => ({
    reset: () => ({ info: { area: 'sea' } }),
    step: () => {
      if (sample.index === 5) throw new Error('the database is down');
      return { observation: {}, done: true };
    },
    formatObservation: () => [],
    metrics: () => ({ calls: sample.index }),
    close() {},
  });\n`,
  'late.ts': `export const buildEnv = () => ({
    reset: () => ({}),
    step: (text, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    formatObservation: () => [],
    close() {},
  });\n`,
  'keyed.ts': `import { defineEnv } from 'slime-sdk';
    import { z } from 'zod';
    export default defineEnv({
      name: 'keyed', apiVersion: 1, config: z.object({ user_strategy: z.string().optional() }),
      build: () => ({
        reset: () => ({}),
        step: () => ({ observation: {}, done: true }),
        formatObservation: () => [],
        close() {},
      }),
    });\n`,
  'keyed-rm.ts': `import { defineReward } from 'slime-sdk';
    import { z } from 'zod';
    export default defineReward({ mode: 'single', config: z.object({}), reward: () => 1 });\n`,
  'keys.yaml': 'usr_strategy: llm\ntone: 1\n',
  'third.ts': 'export default (args, sample) => (sample.index % 3 === 0 ? 0.5 : 0);\n',
};

const DEAD_ROUTER = ['--sglang-router-ip', '127.0.0.1', '--sglang-router-port', '1'];

function isFile(name: string): name is keyof typeof PROJECT {
  return Object.hasOwn(PROJECT, name);
}

/** A call in a project of its own, for the flags and files given. */
async function rollout(...flags: string[]) {
  const file = await testFiles(PROJECT);
  const call = [
    ['--rollout-interaction-env-path', file('env.ts'), '--custom-rm-path', file('rm.ts')],
    ['--prompt-data', file('rows.jsonl'), '--apply-chat-template'],
    ['--rollout-max-response-len', '64', '--output', `${file('rows.jsonl')}.run`],
  ];
  return runCli(
    'rollout',
    ...call.flat(),
    ...flags.map((flag) => (isFile(flag) ? file(flag) : flag)),
  );
}

it('ends with 1 when too many episodes failed, and shows what they said', async () => {
  const { code, stdout, stderr } = await rollout();
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\nFailures\n {2}env_failed\/step\/EnvError █+ 2\n {4}.*the database is down \(env\.ts:3:\d+\)\n/,
  );
  expect(stderr).toMatch(
    /\nslime-runtime: 2 of 2 episodes ended as env_failed, more than --max-failure-share 0\.9\n$/,
  );
});

it('ends with 0 when as many may fail', async () => {
  expect(await rollout('--max-failure-share', '1')).toMatchObject({ code: 0 });
});

it('refuses a policy that nothing would sample from', async () => {
  const { code, stderr } = await rollout('--policy', 'random', ...DEAD_ROUTER);
  expect([code, stderr]).toEqual([
    2,
    'slime-runtime: --policy is what the embedded engine samples from, and this run samples from sglang: leave it out\n',
  ]);
});

it('says where it sought a router that does not answer', async () => {
  const { code, stderr } = await rollout(...DEAD_ROUTER);
  expect([code, stderr]).toEqual([
    1,
    'slime-runtime: http://127.0.0.1:1/workers: no answer; is the router up there, and the address that of --sglang-router-ip and --sglang-router-port?\n',
  ]);
});

describe('an environment with tools', () => {
  const flags = ['--max-failure-share', '1', '--n-samples-per-prompt', '3'];
  const tools = ['--rollout-interaction-env-path', 'tools.ts'];

  it('is warned of once when nothing reads its calls', async () => {
    const { code, stderr } = await rollout(...flags, ...tools);
    expect(code).toBe(0);
    expect(stderr.match(/^warning: .*$/gm)).toEqual([
      'warning: the environment "tools.ts" gives tools and no parser reads their calls, so that context.calls is always empty: add --sglang-tool-call-parser, qwen25 for Qwen',
    ]);
  });

  it('is left alone when a parser is named', async () => {
    const { code, stderr } = await rollout(
      ...flags,
      ...tools,
      '--sglang-tool-call-parser',
      'qwen25',
    );
    expect([code, stderr.match(/warning/g)]).toEqual([0, null]);
  });
});

it('says how often prompts pass, by domain, with what the environment measured', async () => {
  const flags = [
    ['--n-samples-per-prompt', '3', '--rollout-interaction-env-path', 'count.ts'],
    ['--custom-rm-path', 'third.ts', '--prompt-data', 'areas.jsonl'],
    ['--pass-reward', '0.5', '--domain-key', 'area', '--policy', 'random'],
  ];
  const { code, stdout } = await rollout(...flags.flat());
  expect(code).toBe(0);
  const [shown] = /Passes\n[^]*(?=\n\nFiles)/.exec(stdout) ?? [];
  expect(shown).toBe(`Passes
  an episode passes with a reward of 0.5 or more
  k                      1       2       3
  pass^k             0.417       0       0
    sea                0.5       0       -
    sky              0.333       0       0
  pass@k             0.417   0.833       1
  prompts                2       2       1

Environment
  calls            2 an episode, 15 in all, 5 of it in episodes that failed

Domains
  sea              3 episodes for 1 prompt, 1 failed
    reward         0.25
    turns          1
    calls          3.5 an episode, 12 in all, 5 of it in episodes that failed
  sky              3 episodes for 1 prompt
    reward         0.167
    turns          1
    calls          1 an episode, 3 in all`);
});

describe('pictures for a checkpoint', () => {
  const shown = async () =>
    `data:image/png;base64,${(await picture(56, 56).png().toBuffer()).toString('base64')}`;

  async function warnings(checkpoint: string, ...rows: object[]): Promise<string[]> {
    const file = await testFiles({
      'env.ts': `export const buildEnv = () => ({
        reset: () => ({}),
        step: (text, { turn }) => ({ observation: {}, done: turn === 1 }),
        formatObservation: () => ({ role: 'user', content: [{ type: 'image', image: '${await shown()}' }] }),
        close() {},
      });\n`,
      'rm.ts': PROJECT['rm.ts'],
      'rows.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
    const call = [
      ['--rollout-interaction-env-path', file('env.ts'), '--custom-rm-path', file('rm.ts')],
      ['--prompt-data', file('rows.jsonl'), '--apply-chat-template', '--hf-checkpoint', checkpoint],
      ['--multimodal-keys', '{"image": "images"}', '--output', `${file('rows.jsonl')}.run`],
    ];
    const { code, stderr } = await runCli('rollout', ...call.flat());
    expect(code).toBe(0);
    return stderr.match(/^warning: .*$/gm) ?? [];
  }

  it('without a processor’s file are warned of once, with the file and what follows', async () => {
    const checkpoint = await checkpointWith(QWEN25_SHAPE);
    const row = { input: 'What is <image>?', images: [await shown()] };
    const warning = `warning: ${checkpoint} has no preprocessor_config.json (nor image_processor in a processor_config.json), and there are pictures: their tokens are counted as Qwen2.5-VL counts them, which another engine may not do, and no pixel_values and image_grid_thw are written, so that a trainer sees no picture. Download the file with the checkpoint`;
    expect(await warnings(checkpoint, row, row)).toEqual([warning]);
    // The first one may be the environment's.
    const wordsOnly = Array.from({ length: 6 }, () => ({ input: 'What is this?' }));
    expect(await warnings(checkpoint, ...wordsOnly)).toEqual([warning]);
  });

  it('with one are as they should be', async () => {
    const files = { 'preprocessor_config.json': QWEN2_5_VL };
    const checkpoint = await checkpointWith(QWEN25_SHAPE, files);
    const row = { input: 'What is <image>?', images: [await shown()] };
    expect(await warnings(checkpoint, row)).toEqual([]);
  });
});

it.each([
  ['math', { label: '1 +' }, 'math: the label "1 +" is broken (a formula that breaks off)'],
  ['dapo', { label: 'forty' }, 'dapo: the label "forty" is not a number'],
  ['f1', { label: null }, 'f1: the label null is missing'],
  ['random', { label: '1/0', metadata: { rm_type: 'math' } }, 'math: the label "1/0" has no value'],
])('refuses a row that %s cannot grade before anything is generated', async (type, row, fault) => {
  const good = { input: 'a', label: '5', metadata: {} };
  const file = await testFiles({
    ...PROJECT,
    'labels.jsonl': [good, good, { input: 'b', metadata: {}, ...row }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
  const output = `${file('labels.jsonl')}.run`;
  const flags = [
    ['--rollout-interaction-env-path', file('count.ts'), '--rm-type', type],
    ['--prompt-data', file('labels.jsonl'), '--label-key', 'label', '--apply-chat-template'],
    ['--rollout-max-response-len', '64', '--output', output],
  ];
  const { code, stderr } = await runCli('rollout', ...flags.flat());
  expect(code).toBe(2);
  expect(stderr).toContain(`labels.jsonl:3 (row 2): ${fault}`);
  expect(existsSync(output)).toBe(false);
});

it.each(['inline', 'process'])(
  'warns of keys of the configuration that no plugin declares, under %s isolation',
  async (isolation) => {
    const flags = ['--rollout-interaction-env-path', 'keyed.ts', '--custom-rm-path', 'keyed-rm.ts'];
    const { code, stderr } = await rollout(
      ...flags,
      '--custom-config-path',
      'keys.yaml',
      '--isolation',
      isolation,
    );
    expect(code).toBe(0);
    expect(stderr.match(/^warning: .*$/gm)).toEqual([
      'warning: keys.yaml: no plugin declares the key "usr_strategy"; did you mean user_strategy?',
      'warning: keys.yaml: nothing reads the key "tone"',
    ]);
  },
);

it('prints warnings that repeat themselves once, with their number', async () => {
  const { stderr } = await rollout(
    '--rollout-interaction-env-path',
    'late.ts',
    '--env-step-timeout',
    '0.3',
    '--n-samples-per-prompt',
    '3',
  );
  expect(stderr.match(/^warning: .* nobody waited for it$/gm)).toEqual([
    'warning: env "late.ts": step threw Error: late after nobody waited for it',
    'warning: 5 times more: env "late.ts": step threw Error: late after nobody waited for it',
  ]);
});
