import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message, Sample } from 'slime-sdk';
import { loadEncoder } from 'slime-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { createProject, type Project } from './project.ts';
import { readSamples } from './read-run.ts';
import { QWEN3 } from './recorded-data.ts';
import { runCli } from './run-cli.ts';

const TURNS = 3;
const TIMEOUT = 120_000;

const POLICY = `export const policy = ({ input_ids }) => ({
  text: '<think>\\nsecret ' + input_ids.length + '\\n</think>\\n\\nWord ' + input_ids.length,
});\n`;

/** Asks again, as a user or through a tool, and pays by the length of the last answer. */
const ENV = `import { defineEnv } from 'slime-sdk';
const ROLES = { user: ['user', 'user'], tool: ['tool', 'tool'], mixed: ['tool', 'user'] };
export default defineEnv({
  name: 'again', apiVersion: 1, reward: { reduction: 'last', range: [0, 1] },
  build: ({ sample }) => ({
    reset: () => ({}),
    step: (text, { turn, content }) => ({
      observation: { text: 'Again ' + turn }, done: turn === ${TURNS - 1}, reward: content.length % 2,
    }),
    formatObservation: ({ text }) => ({
      role: ROLES[sample.metadata.role][Number(text.at(-1)) % 2], content: text,
    }),
    close() {},
  }),
});\n`;

/** Sees one sample of an episode, the one that ends it. */
const RM = `export const customRm = (args, sample, view) => view.turns.length / 8;
export const batchedCustomRm = (args, samples) => samples.map(() => samples.length / 8);\n`;

let project: Project;

beforeAll(async () => {
  const rows = (role: string) =>
    ['One?', 'Two?'].map((input) => ({
      input: [{ role: 'user', content: input }],
      metadata: { role },
    }));
  project = await createProject({
    'policy.mjs': POLICY,
    'plain.mjs': `export const policy = () => ({ text: 'A word' });\n`,
    'env.mjs': ENV,
    'plain-env.mjs': ENV.replace(/ reward: \{[^}]*\},/, '').replace(/, reward: [^,]*,/, ','),
    'rm.mjs': RM,
    'users.jsonl': rows('user'),
    'tools.jsonl': rows('tool'),
    'mixed.jsonl': rows('mixed'),
  });
});

afterAll(async () => {
  await project.remove();
});

async function rollout(output: string, ...flags: string[]): Promise<Sample[]> {
  const path = join(project.dir, output);
  const pairs = [
    ['--rollout-interaction-env-path', join(project.dir, 'env.mjs'), '--output', path],
    ['--policy', join(project.dir, 'policy.mjs'), '--n-samples-per-prompt', '2'],
    ['--prompt-data', join(project.dir, 'users.jsonl'), '--apply-chat-template'],
    ['--sglang-reasoning-parser', 'qwen3', '--hf-checkpoint', QWEN3, ...flags],
  ];
  const ran = await runCli(['rollout', ...pairs.flat()]);
  expect({ code: ran.code, stderr: ran.code === 0 ? '' : ran.stderr }).toEqual({
    code: 0,
    stderr: '',
  });
  return await readSamples(path);
}

const bySample = (samples: readonly Sample[]): Sample[][] =>
  [0, 1, 2, 3].map((index) => samples.filter((sample) => sample.index === index));

const promptOf = ({ tokens, response_length: length }: Sample): number[] =>
  tokens.slice(0, tokens.length - length);

it(
  'a forked episode is one sample a user message, each behind the conversation as the template writes it then',
  { timeout: TIMEOUT },
  async (context) => {
    const samples = await rollout('forked', '--template-history', 'fork');
    const encoder = await loadEncoder({ checkpoint: QWEN3 });
    expect(samples).toHaveLength(4 * TURNS);
    for (const segments of bySample(samples)) {
      expect(segments.map(({ metadata }) => metadata['template_segment'])).toEqual([0, 1, 2]);
      expect(new Set(segments.map(({ rollout_id: id }) => id))).toEqual(
        new Set([segments[0]?.index]),
      );
      expect(new Set(segments.map(({ reward }) => reward)).size).toBe(1);
      // What the template writes of the conversation, from the words alone.
      const messages: Message[] = [{ role: 'user', content: textOf(segments[0]) }];
      for (const [turn, segment] of segments.entries()) {
        const prompt = await encoder.encodePrompt(messages, { kwargs: {} });
        expect(promptOf(segment)).toEqual(Array.from(prompt.ids));
        expect(segment.loss_mask?.every((bit) => bit === 1)).toBe(true);
        const words = /Word \d+/.exec(segment.response)?.[0] ?? '';
        messages.push({ role: 'assistant', content: words });
        messages.push({ role: 'user', content: `Again ${turn}` });
      }
    }
    expect(await judgeRun(context, join(project.dir, 'forked'))).toBe('');
    const turns = (await readFile(join(project.dir, 'forked', 'turns.jsonl'), 'utf8'))
      .trim()
      .split('\n');
    expect(turns).toHaveLength(4 * TURNS);
  },
);

function textOf(sample: Sample | undefined): string {
  const prompt = sample?.prompt;
  const [first] = Array.isArray(prompt) ? prompt : [];
  return typeof first?.content === 'string' ? first.content : '';
}

it(
  'is one sample where the sampled history is kept, where only tools answer, and where the template changes nothing',
  { timeout: TIMEOUT },
  async (context) => {
    const kept = await rollout('kept');
    expect(kept.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(kept[0]?.response.match(/secret/g)).toHaveLength(TURNS);
    const tools = ['--prompt-data', join(project.dir, 'tools.jsonl'), '--template-history', 'fork'];
    const answered = await rollout('tools', ...tools);
    expect(answered.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    const plain = ['--policy', join(project.dir, 'plain.mjs'), '--template-history', 'fork'];
    const unchanged = await rollout('plain', ...plain);
    expect(unchanged.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    for (const name of ['kept', 'tools', 'plain']) {
      expect(await judgeRun(context, join(project.dir, name))).toBe('');
    }
  },
);

it(
  'is shown by inspect sample by sample, with its own turns and no difference that is none',
  { timeout: TIMEOUT },
  async (context) => {
    const mixed = ['--prompt-data', join(project.dir, 'mixed.jsonl'), '--template-history', 'fork'];
    const samples = await rollout('mixed', ...mixed);
    // A tool answers the first turn and a user the second.
    expect(bySample(samples).map((segments) => segments.length)).toEqual([2, 2, 2, 2]);
    const path = join(project.dir, 'mixed');
    expect(await judgeRun(context, path)).toBe('');
    const { code, stdout } = await runCli(['inspect', path, '--index', '0']);
    expect(code).toBe(0);
    expect(stdout.match(/^== turn \d+/gm)).toEqual(['== turn 0', '== turn 1', '== turn 2']);
    expect(stdout).toContain('as the template wrote it when the episode forked');
    expect(stdout.match(/the same ids/g)).toHaveLength(2);
    const { stdout: shown } = await runCli(['inspect', path, '--index', '0', '--turn', '2']);
    expect(shown).toContain('== turn 2');
  },
);

it(
  'is scored once by a reward function, for all of its samples, also in a group',
  { timeout: TIMEOUT },
  async () => {
    const env = ['--rollout-interaction-env-path', join(project.dir, 'plain-env.mjs')];
    const reward = ['--custom-rm-path', join(project.dir, 'rm.mjs'), '--template-history', 'fork'];
    const samples = await rollout('scored', ...env, ...reward);
    expect(samples.map(({ reward: value }) => value)).toEqual(
      Array.from({ length: 4 * TURNS }, () => 1 / 8),
    );
    const grouped = await rollout('grouped', ...env, ...reward, '--group-rm');
    expect(grouped.map(({ reward: value }) => value)).toEqual(
      Array.from({ length: 4 * TURNS }, () => 2 / 8),
    );
  },
);

it(
  'ends where the response limit of the whole episode is used up',
  { timeout: TIMEOUT },
  async () => {
    const limit = ['--rollout-max-response-len', '35', '--template-history', 'fork'];
    for (const segments of bySample(await rollout('short', ...limit))) {
      const length = segments.reduce((sum, { response_length: own }) => sum + own, 0);
      expect(segments.length).toBeGreaterThan(1);
      expect(length).toBeLessThanOrEqual(35);
      expect(new Set(segments.map(({ status }) => status))).toEqual(new Set(['truncated']));
    }
  },
);
