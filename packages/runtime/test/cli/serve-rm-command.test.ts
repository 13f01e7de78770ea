import { Command } from 'commander';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveReward } from '../../src/cli/serve-rm-command.ts';
import { addServeRmOptions, readServeRmOptions } from '../../src/cli/serve-rm-options.ts';
import { runCli, testFiles } from './run-cli.ts';
import { type Serving, startServing } from './start-serving.ts';

const DEFINE = 'const mark = Symbol.for("slime-sdk/reward");';

/** A module that declares a reward, without an import that the folder of a test cannot resolve. */
function declared(fields: string, body: string): string {
  return `${DEFINE} export default { [mark]: true, ${fields}, reward: ${body} };\n`;
}

interface Running extends Serving {
  post(body: unknown): Promise<{ status: number; body: unknown }>;
}

/** Serves until the test ends. */
async function run(argv: string[], fields: Partial<RolloutArgs>): Promise<Running> {
  const command = addServeRmOptions(new Command('serve-rm').exitOverride());
  const options = readServeRmOptions(command.parse(argv, { from: 'user' }));
  const args = createRolloutArgs({ isolation: 'process', ...fields });
  const force = new AbortController();
  const serving = await startServing((context, stop) =>
    serveReward(options, args, context, { stop, force: force.signal }),
  );
  // Before what waits for its end: the last one that is added runs first.
  onTestFinished(() => force.abort());
  return {
    ...serving,
    post: async (body) => {
      const reply = await fetch(serving.url, { method: 'POST', body: JSON.stringify(body) });
      return { status: reply.status, body: await reply.json() };
    },
  };
}

const HOSTILE = `export function customRm(args, { response, label, metadata }) {
  if (response === 'hang') while (true);
  if (response === 'wait') return new Promise(() => {});
  if (response === 'exit') process.exit(0);
  if (response === 'throw') throw new Error('cannot grade this');
  if (response === 'nan') return NaN;
  if (response === 'text') return '1';
  if (response === 'true') return true;
  if (response === 'none') return undefined;
  if (response === 'later') setTimeout(() => { throw new Error('later'); });
  console.log('printed');
  return Object.keys(metadata).length + (label ?? 1);
}
`;

describe('slime-runtime serve-rm', () => {
  it('serves a reward function, says what slime sends, and tells its counts at the end', async () => {
    const path = await testFiles({ 'rm.mjs': HOSTILE });
    const server = await run(['--single-turn'], { custom_rm_path: path('rm.mjs') });
    expect(await server.post({ response: 'x', label: 0.5 })).toEqual({ status: 200, body: 0.5 });
    const { stdout, stderr } = await server.stop();
    expect(JSON.parse(stdout)).toEqual({ stats: { requests: 1, rewards: 1, failures: {} } });
    expect(stderr).toContain('slime sends the whole response, unsegmented');
    expect(stderr).toContain('sample.metadata is empty here');
    expect(stderr).toContain('printed');
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('pays for what a reward does with its own request alone', async () => {
    const path = await testFiles({ 'rm.mjs': HOSTILE });
    const server = await run(['--single-turn'], {
      custom_rm_path: path('rm.mjs'),
      reward_timeout: 1,
    });
    const bad = ['hang', 'wait', 'exit', 'throw', 'nan', 'text', 'true', 'none'];
    const [answers, good] = await Promise.all([
      Promise.all(bad.map((response) => server.post({ response }))),
      Promise.all(Array.from({ length: 20 }, (_, label) => server.post({ response: 'x', label }))),
    ]);
    const messages = answers.map(({ status, body }) => {
      expect([status, body]).toMatchObject([500, { error: { type: 'reward_failed' } }]);
      return JSON.stringify(body);
    });
    expect(messages.map((message, at) => [bad[at], message])).toEqual([
      ['hang', expect.stringContaining('held the event loop for 1 s')],
      ['wait', expect.stringContaining('did not settle in 1 s')],
      ['exit', expect.stringContaining('exited with code 0')],
      ['throw', expect.stringContaining('cannot grade this')],
      ['nan', expect.stringContaining('finite')],
      ['text', expect.stringContaining('must be a number')],
      ['true', expect.stringContaining('must be a number')],
      ['none', expect.stringContaining('must be a number')],
    ]);
    expect(good).toEqual(good.map((_, label) => ({ status: 200, body: label })));
    expect(await server.post({ response: 'x' })).toEqual({ status: 200, body: 1 });
  });

  it('serves a group reward in batches', async () => {
    const path = await testFiles({
      'rm.mjs':
        'export const batchedCustomRm = (args, samples) => samples.map(() => samples.length);',
    });
    const argv = ['--single-turn', '--batch-size', '4', '--batch-wait-ms', '30000'];
    const server = await run(argv, { custom_rm_path: path('rm.mjs'), group_rm: true });
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.post({ response: 'x' })));
    expect(answers.map(({ body }) => body)).toEqual([4, 4, 4, 4]);
    expect((await server.stop()).stderr).toContain('a batch is what waits at the time, 4 samples');
  });

  it('serves a reward that reads observations without --single-turn', async () => {
    const path = await testFiles({
      'rm.mjs': declared(
        "mode: 'single', reads: ['observation']",
        '(args, { response }) => response.length',
      ),
    });
    for (const isolation of ['inline', 'process'] as const) {
      const server = await run([], { custom_rm_path: path('rm.mjs'), isolation });
      expect((await server.post({ response: 'abc' })).body).toBe(3);
      const { stderr } = await server.stop();
      expect(stderr).toContain('with what the environment said in it');
      expect(stderr).not.toContain('metadata');
    }
  });

  it('serves a built-in reward', async () => {
    const server = await run(['--single-turn'], { rm_type: 'math' });
    expect(await server.post({ response: '\\boxed{7}', label: '7' })).toEqual({
      status: 200,
      body: 1,
    });
    expect(await server.post({ response: '\\boxed{7}', label: null })).toMatchObject({
      status: 422,
      body: { error: { type: 'label_unreadable' } },
    });
  });

  it('takes the token out of the environment, and says it nowhere', async () => {
    vi.stubEnv('SLIME_TEST_TOKEN', 's3cret-t0ken');
    const argv = ['--single-turn', '--host', '0.0.0.0', '--token-env', 'SLIME_TEST_TOKEN'];
    const server = await run(argv, { rm_type: 'math' });
    expect((await server.post({ response: 'x', label: 1 })).status).toBe(401);
    const reply = await fetch(server.url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('slime:s3cret-t0ken')}` },
      body: '{"response":"x","label":1}',
    });
    expect(await reply.json()).toBe(0);
    const { stdout, stderr } = await server.stop();
    expect(server.url + stdout + stderr).not.toContain('s3cret');
  });

  it('refuses calls that cannot work with exit code 2', async () => {
    vi.stubEnv('SLIME_EMPTY', '');
    vi.stubEnv('SLIME_SPACED', 'a b');
    const path = await testFiles({
      'bare.mjs': 'export const customRm = () => 1;',
      'words.mjs': declared("mode: 'single', reads: ['policy', 'label']", '() => 1'),
      'meta.mjs': declared("mode: 'single', reads: ['observation', 'metadata']", '() => 1'),
      'group.mjs': declared("mode: 'group', reads: ['observation']", '() => [1]'),
      'broken.mjs': 'throw new Error("broken at load");',
    });
    const refused = async (...argv: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runCli('serve-rm', ...argv);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    const custom = (name: Parameters<typeof path>[0], ...argv: string[]): Promise<string> =>
      refused('--custom-rm-path', path(name), ...argv);
    expect(await refused()).toContain('nothing to serve: name --custom-rm-path');
    expect(await custom('bare.mjs')).toMatch(
      /declares no `reads`, and slime sends the whole response/,
    );
    expect(await custom('words.mjs')).toMatch(
      /reads policy, label, and slime sends the whole .*--single-turn/,
    );
    for (const more of [[], ['--single-turn']]) {
      expect(await custom('meta.mjs', ...more)).toMatch(
        /meta\.mjs reads 'metadata', and slime's remote_rm sends none/,
      );
    }
    expect(await custom('group.mjs')).toContain('add --group-rm');
    expect(await custom('bare.mjs', '--single-turn', '--group-rm')).toContain(
      'takes a single sample',
    );
    expect(await custom('broken.mjs', '--single-turn')).toContain('broken at load');
    expect(await custom('bare.mjs', '--rm-type', 'math')).toContain('leave out one');
    expect(await refused('--custom-rm-path', '/nowhere/rm.ts')).toContain('/nowhere/rm.ts');
    expect(await refused('--rm-type', 'mth')).toContain('--rm-type mth: unknown');
    expect(await refused('--rm-type', 'math')).toContain('--single-turn');
    expect(await refused('--rm-type', 'remote_rm')).toContain('only pass requests on');
    for (const type of ['gpqa', 'boxed_ifbench']) {
      expect(await refused('--rm-type', type, '--single-turn')).toContain(
        `${type} reads 'metadata'`,
      );
    }
    const math = (...argv: string[]): Promise<string> =>
      refused('--rm-type', 'math', '--single-turn', ...argv);
    expect(await math('--host', '0.0.0.0')).toMatch(
      /0\.0\.0\.0 can be reached by others; give --token-env NAME/,
    );
    expect(await math('--token-env', 'SLIME_NOT_THERE')).toContain('no such environment variable');
    expect(await math('--token-env', 'SLIME_EMPTY')).toContain('no such environment variable');
    expect(await math('--token-env', 'SLIME_SPACED')).toContain('without spaces');
    expect(await math('--token', 'x')).toContain("unknown option '--token'");
    expect(await math('--port', '70000')).toContain('--port: Too big');
    expect(await math('--max-queue', '-1')).toContain('--max-queue');
    expect(await math('--batch-size', '0')).toContain('--batch-size: Too small');
    expect(await math('--request-timeout', '0')).toContain('--request-timeout');
    expect(await math('--reward-timeout', '200')).toContain('must be below --request-timeout 110');
    expect(await math('--sglang-reasoning-parser', 'nope')).toContain('nope');
    expect(await custom('bare.mjs', '--single-turn', '--concurrency', '99')).toContain(
      '--isolation inline',
    );
  });

  it('says in its help where a reward runs, and what it is bounded by', async () => {
    const { code, stdout } = await runCli('serve-rm', '--help');
    expect(code).toBe(0);
    const flat = stdout.replaceAll(/\s+/g, ' ');
    expect(flat).toContain('--isolation <text> Where the reward runs (default: "process")');
    expect(flat).toContain('slime gives up after 120 (default: 110)');
  });
});
