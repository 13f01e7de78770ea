import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, toFlags } from './run-cli.ts';

const ENV = `export function buildEnv() {
  return { reset: () => ({}), step: () => ({ observation: { text: 'x' }, done: true }),
    formatObservation: (o) => ({ role: 'user', content: o.text }), close() {} };
}\n`;
const RM = 'export default () => 1;\n';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-bad-'));
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'env.ts': ENV,
    'rm.ts': RM,
    'no-export.ts': 'export const something = 1;\n',
    'throws.ts': 'export const buildEnv = null;\nthrow new Error("no license file");\n',
    'syntax.ts': 'export default (\n',
    'group-rm.ts': 'export const batchedCustomRm = () => [1];\n',
    'rows.jsonl': '{"input":"a","label":"1"}\n{"input":"b","label":"2"}\n',
    'broken.jsonl': '{"input":"a"}\n{"input": oops}\n',
    'empty.jsonl': '',
    'picture.jsonl': '{"input":"<image>What?","images":["bad.png"]}\n',
    'bad.png': 'not a picture',
    'config.yaml': 'max_turns: many\n',
    'yaml.yaml': 'a: [1\n',
  };
  await mkdir(join(dir, 'checkpoint'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** A call that is right but for what a case puts in. */
function call(flags: Record<string, string | true | null>): string[] {
  return toFlags({
    'rollout-interaction-env-path': './env.ts',
    'custom-rm-path': './rm.ts',
    'prompt-data': 'rows.jsonl',
    'apply-chat-template': true,
    'rollout-max-response-len': '64',
    ...flags,
  });
}

describe('slime-runtime rollout, called wrongly', () => {
  it('runs when the call is right', { timeout: 60_000 }, async () => {
    const result = await runCli(['rollout', ...call({ output: 'right' })], { cwd: dir });
    expect(result).toMatchObject({ code: 0 });
  });

  it.each<[string, Record<string, string | true | null>, RegExp[]]>([
    ['a file that is not there', { 'prompt-data': 'none.jsonl' }, [/none\.jsonl/]],
    ['an empty file', { 'prompt-data': 'empty.jsonl' }, [/empty\.jsonl/, /no rows/]],
    ['a file of another kind', { 'prompt-data': 'env.ts' }, [/env\.ts/, /\.jsonl/]],
    ['a slice that is none', { 'prompt-data': 'rows.jsonl@[x:2]' }, [/@\[/]],
    [
      'a column that is not there',
      { 'input-key': 'question' },
      [/rows\.jsonl/, /row|line|:1/, /question/, /input/],
    ],
    [
      'a label column that is not there',
      { 'label-key': 'answer' },
      [/rows\.jsonl/, /answer/, /label/],
    ],
    ['bad JSON in the second line', { 'prompt-data': 'broken.jsonl' }, [/broken\.jsonl:2/]],
    [
      'an unreadable picture',
      { 'prompt-data': 'picture.jsonl', 'multimodal-keys': '{"image":"images"}' },
      [/bad\.png/, /row|line/],
    ],
    ['an unknown flag', { 'rollout-sed': '1' }, [/--rollout-sed/, /--rollout-seed/]],
    ['a flag with a wrong value', { 'rollout-seed': '1x' }, [/--rollout-seed/, /1x/]],
    ['a flag with JSON that is none', { 'multimodal-keys': '{image}' }, [/--multimodal-keys/]],
    ['a temperature of 0', { 'rollout-temperature': '0' }, [/--rollout-temperature/]],
    ['an env that is not there', { 'rollout-interaction-env-path': './none.ts' }, [/none\.ts/]],
    [
      'an env package that is not installed',
      { 'rollout-interaction-env-path': 'slime-env-none' },
      [/slime-env-none/, /install/],
    ],
    [
      'a module without the export',
      { 'rollout-interaction-env-path': './no-export.ts' },
      [/no-export\.ts/, /buildEnv/, /something/],
    ],
    [
      'a named export that is not there',
      { 'custom-rm-path': './rm.ts#score' },
      [/rm\.ts/, /score/, /default/],
    ],
    [
      'a plugin that throws on load',
      { 'rollout-interaction-env-path': './throws.ts' },
      [/throws\.ts/, /no license file/],
    ],
    ['a plugin that does not parse', { 'custom-rm-path': './syntax.ts' }, [/syntax\.ts/]],
    [
      'a group reward without --group-rm',
      { 'custom-rm-path': './group-rm.ts' },
      [/group-rm\.ts/, /--group-rm/],
    ],
    ['a single reward under --group-rm', { 'group-rm': true }, [/rm\.ts/, /group/]],
    ['no reward at all', { 'custom-rm-path': null }, [/--custom-rm-path/]],
    ['an unknown reward type', { 'custom-rm-path': null, 'rm-type': 'mth' }, [/mth/, /math/]],
    ['an unknown engine', { engine: 'vllm' }, [/vllm/, /embedded/]],
    ['half a router', { 'sglang-router-ip': '127.0.0.1' }, [/--sglang-router-port/]],
    [
      'a router and the embedded engine',
      { engine: 'embedded', 'sglang-router-ip': '127.0.0.1', 'sglang-router-port': '9' },
      [/router/],
    ],
    ['an unknown parser', { 'sglang-tool-call-parser': 'qwen99' }, [/qwen99/, /hermes/]],
    ['a checkpoint that is not there', { 'hf-checkpoint': 'none' }, [/none/]],
    ['a checkpoint without a tokenizer', { 'hf-checkpoint': 'checkpoint' }, [/tokenizer\.json/]],
    ['no chat template', { 'apply-chat-template': null }, [/--apply-chat-template/]],
    ['steps without their size', { 'num-rollout': '2' }, [/--rollout-batch-size/]],
    ['a config that is not there', { 'custom-config-path': 'none.yaml' }, [/none\.yaml/]],
    [
      'a config with a wrong value',
      { 'custom-config-path': 'config.yaml' },
      [/config\.yaml:1/, /max_turns/],
    ],
    ['a config that is no YAML', { 'custom-config-path': 'yaml.yaml' }, [/yaml\.yaml/]],
    ['a folder that holds a run', { output: 'right' }, [/right/, /--resume/]],
    ['an output that is a file', { output: 'rows.jsonl' }, [/--output .*rows\.jsonl: no folder/]],
    ['an output below a file', { output: 'rows.jsonl/a/b' }, [/--output .*rows\.jsonl\/a\/b/]],
    ['an output where no folder can be', { output: '/dev/null/x' }, [/--output \/dev\/null\/x/]],
    ['a policy that is not there', { policy: './none-policy.ts' }, [/none-policy\.ts/]],
    [
      'a recording that is no file',
      { policy: 'recorded:/dev/null' },
      [/\/dev\/null/, /not a file/],
    ],
    ['a recording that is not there', { policy: 'recorded:none.jsonl' }, [/none\.jsonl/]],
  ])(
    '%s: one clear message and exit code 2',
    { timeout: 60_000 },
    async (_name, flags, patterns) => {
      const output = `out-${Math.abs(hash(JSON.stringify(flags)))}`;
      const result = await runCli(['rollout', ...call({ output, ...flags })], { cwd: dir });
      expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 2 });
      for (const pattern of patterns) expect(result.stderr).toMatch(pattern);
      expect(result.stderr).not.toMatch(/^\s+at /m);
      expect(result.stdout).toBe('');
      expect(existsSync(join(dir, output))).toBe(false);
    },
  );
});

describe('slime-runtime engine, called wrongly', () => {
  it('says that a port is in use', { timeout: 60_000 }, async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const result = await runCli(['engine', '--policy', 'random', '--port', String(port)]);
    server.close();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(new RegExp(`${port}.*in use`));
  });

  it('refuses to be reached from outside without a token', { timeout: 60_000 }, async () => {
    const result = await runCli(['engine', '--policy', 'random', '--host', '0.0.0.0']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/api-key/);
  });
});

describe('slime-runtime grade and check, called wrongly', () => {
  it.each([
    ['grade', '--rm-type', 'math', '--input', 'none.jsonl'],
    ['grade', '--input', 'rows.jsonl'],
    ['check', 'none.jsonl'],
    ['nothing'],
  ])('%s %s %s %s %s: exit code 2', { timeout: 60_000 }, async (...args) => {
    const result = await runCli(
      args.filter((arg) => arg !== undefined),
      { cwd: dir },
    );
    expect(result.code).toBe(2);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });
});

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return value;
}
