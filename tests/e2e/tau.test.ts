import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkSample, type Sample } from 'slime-sdk';
import { type Domain, DOMAINS, isIdleTask, loadTauData } from 'slime-env-tau';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { judgeRun } from './judge-run.ts';
import { readSamples } from './read-run.ts';
import { runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 240_000;
const ENV = ['--rollout-interaction-env-path', 'slime-env-tau'];
const SPLITS = ['train', 'test'] as const;
const root = dirname(createRequire(import.meta.url).resolve('slime-env-tau/package.json'));

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-tau-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const rowSchema = z.object({ index: z.int(), metadata: z.record(z.string(), z.json()) });

/** All rows that ship, each with its world and split, in one file. */
async function writeAllRows(): Promise<string> {
  const lines: string[] = [];
  for (const env of DOMAINS) {
    for (const split of SPLITS) {
      const text = await readFile(join(root, 'data', `${env}_${split}_tasks.jsonl`), 'utf8');
      for (const line of text.trimEnd().split('\n')) {
        const { index, metadata } = rowSchema.parse(JSON.parse(line));
        lines.push(JSON.stringify({ index, metadata: { ...metadata, env, task_split: split } }));
      }
    }
  }
  const file = join(dir, 'rows.jsonl');
  await writeFile(file, lines.join('\n'));
  return file;
}

async function rollout(name: string, flags: string[], config: string) {
  const output = join(dir, name);
  await writeFile(`${output}.yaml`, config);
  const own = toFlags({ output, 'custom-config-path': `${output}.yaml` });
  const { code, stdout, stderr } = await runCli(['rollout', ...ENV, ...own, ...flags]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const samples = await readSamples(output);
  expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
  expect(samples.filter((sample) => sample.status === 'failed')).toEqual([]);
  return { output, stdout, samples };
}

/** A run over every row that ships, 64 episodes at a time. */
async function rolloutAll(name: string, policy: string, config = '') {
  const rows = await writeAllRows();
  const flags = toFlags({
    'prompt-data': rows,
    policy,
    'n-samples-per-prompt': 1,
    'sglang-server-concurrency': 64,
  });
  const run = await rollout(name, flags, config);
  expect(run.samples.map(({ index }) => index)).toEqual(Array.from({ length: 80 }, (_, at) => at));
  return run;
}

/** Whether anybody is paid for the row of a sample. */
async function isIdle({ prompt, metadata }: Sample): Promise<boolean> {
  const env: Domain = metadata['env'] === 'airline' ? 'airline' : 'retail';
  const { database, tasks } = await loadTauData(env, undefined);
  const split = SPLITS.find((name) => name === metadata['task_split']);
  const task = tasks.get(split ?? '')?.[Number(prompt)];
  if (task === undefined) throw new Error(`no such task ships: ${JSON.stringify(metadata)}`);
  return isIdleTask(database, task);
}

const metricsSchema = z.looseObject({
  pass: z.array(z.looseObject({ k: z.int(), pass_hat_k: z.number(), prompts: z.int() })),
  domains: z.array(
    z.looseObject({
      domain: z.string().nullable(),
      episodes: z.int(),
      mean_reward: z.number(),
      env: z.record(z.string(), z.object({ mean: z.number(), total: z.number() })),
    }),
  ),
});

describe('tau over the tasks that it ships', () => {
  it(
    'runs by its name alone with mixed rewards, and prints pass^k by domain',
    { timeout: TIMEOUT },
    async (context) => {
      const { output, samples, stdout } = await rollout('alone', [], '');
      expect(samples).toHaveLength(80);
      const solved = samples.filter((sample) => sample.reward === 1).length;
      expect(samples.filter((sample) => sample.reward === 0).length).toBe(80 - solved);
      expect(solved / 80).toBeGreaterThan(0.3);
      expect(solved / 80).toBeLessThan(0.9);
      const metrics = metricsSchema.parse(
        JSON.parse(await readFile(join(output, 'metrics.json'), 'utf8')),
      );
      expect(metrics.pass.map(({ k, prompts }) => [k, prompts])).toEqual(
        [1, 2, 3, 4].map((k) => [k, 20]),
      );
      expect(metrics.pass[0]?.pass_hat_k).toBeCloseTo(solved / 80, 12);
      expect(stdout).toMatch(/\n {2}pass\^k +0\.\d+ +0\.\d+ +0\.\d+ +0\.?\d*\n {4}retail +0/);
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it(
    'pays an oracle without errors for every task, and tells what users and calls came to',
    { timeout: TIMEOUT },
    async (context) => {
      const { output, samples } = await rolloutAll(
        'oracle',
        'slime-env-tau/policies#oracle',
        'oracle_error_rate: 0\n',
      );
      expect(samples.filter((sample) => sample.reward !== 1)).toEqual([]);
      const { domains } = metricsSchema.parse(
        JSON.parse(await readFile(join(output, 'metrics.json'), 'utf8')),
      );
      expect(
        domains.map(({ domain, episodes, mean_reward: reward }) => [domain, episodes, reward]),
      ).toEqual([
        ['airline', 40, 1],
        ['retail', 40, 1],
      ]);
      for (const { env } of domains) {
        expect(env['tool_errors']).toEqual({ mean: 0, total: 0 });
        expect(env['user_cost']).toEqual({ mean: 0, total: 0 });
        expect(env['user_replies']?.total).toBeGreaterThan(40);
      }
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it(
    'pays an agent that does nothing only where anybody is paid',
    { timeout: TIMEOUT },
    async (context) => {
      const { output, samples } = await rolloutAll(
        'nothing',
        'slime-env-tau/policies#doNothing',
        'idle_tasks: keep\n',
      );
      const idle = await Promise.all(samples.map(isIdle));
      expect(samples.map((sample) => sample.reward)).toEqual(idle.map(Number));
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it('answers any calls, of every kind', { timeout: TIMEOUT }, async (context) => {
    const { output, samples } = await rolloutAll('random', 'slime-env-tau/policies#randomCalls');
    expect(samples.some((sample) => sample.status === 'completed')).toBe(true);
    expect(await judgeRun(context, output)).toBe('');
  });
});

describe('a configuration that no episode can be played by', () => {
  it.each([
    ['user_strategy: llm', /user_strategy.*user_model is missing/],
    [
      'user_model: m\nuser_api_key_env: TAU_NO_SUCH_KEY',
      /the environment variable TAU_NO_SUCH_KEY is not set/,
    ],
    ['data_dir: /no/such/folder', /data_dir.*\/no\/such\/folder of data_dir is not there/],
  ])('%s ends the run before it begins, in one line', { timeout: TIMEOUT }, async (yaml, fault) => {
    const config = join(dir, 'refused.yaml');
    await writeFile(config, yaml);
    for (const isolation of ['inline', 'process']) {
      const flags = toFlags({
        output: join(dir, 'refused'),
        'custom-config-path': config,
        isolation,
      });
      const { code, stdout, stderr } = await runCli(['rollout', ...ENV, ...flags]);
      expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toMatch(fault);
    }
  });

  it('with a key that is misspelt is warned of', { timeout: TIMEOUT }, async () => {
    const config = join(dir, 'misspelt.yaml');
    await writeFile(config, 'usr_strategy: llm');
    const flags = toFlags({
      output: join(dir, 'misspelt'),
      'custom-config-path': config,
      'num-rollout': 1,
      'rollout-batch-size': 1,
    });
    const { code, stderr } = await runCli(['rollout', ...ENV, ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'no plugin declares the key "usr_strategy"; did you mean user_strategy?',
    );
  });
});

describe('a user that cannot play its part', () => {
  it.each([
    ['###OUT-OF-SCOPE###', 'OutOfScopeUserReplyError', 1],
    [' ', 'EmptyUserReplyError', 3],
  ])(
    'by saying %j fails its episodes under a name of its own, and its cost counts',
    { timeout: TIMEOUT },
    async (content, name, requests) => {
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          const choices = [{ message: { role: 'assistant', content }, finish_reason: 'stop' }];
          const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 };
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ choices, usage }));
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      try {
        for (const isolation of ['inline', 'process']) {
          const output = join(dir, `${name}-${isolation}`);
          const config = `${output}.yaml`;
          await writeFile(
            config,
            `user_model: m\nuser_base_url: http://127.0.0.1:${port}/v1\n` +
              'user_price_prompt: 2\nuser_price_completion: 0\n',
          );
          const flags = toFlags({
            output,
            'custom-config-path': config,
            isolation,
            'num-rollout': 1,
            'rollout-batch-size': 1,
            'n-samples-per-prompt': 2,
            'max-failure-share': 1,
          });
          const { code, stdout, stderr } = await runCli(['rollout', ...ENV, ...flags]);
          expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
          expect(stdout).toMatch(new RegExp(`\\n {2}env_failed/reset/${name} █+ 2\\n`));
          const cost = 4 * requests;
          expect(stdout).toMatch(
            new RegExp(
              `\\n {2}user_cost +${cost} in all, ${cost} of it in episodes that failed\\n`,
            ),
          );
        }
      } finally {
        server.close();
      }
    },
  );
});

describe('slime-env-tau play', () => {
  it('ends readably at Ctrl-C, with 1', async () => {
    const child = spawn(
      process.execPath,
      [join(root, 'bin', 'slime-env-tau.js'), 'play', '--env', 'airline', '--task', '3'],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const closed = once(child, 'close');
    for await (const text of child.stdout) {
      const isNew = !stdout.includes('\nuser: ');
      stdout += String(text);
      if (isNew && stdout.includes('\nuser: ')) child.kill('SIGINT');
    }
    expect(await closed).toEqual([1, null]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\nLeft before the conversation was over, [^]*\nreward 0\n/);
  });
});
