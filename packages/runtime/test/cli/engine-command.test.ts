import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { runEngine } from '../../src/cli/engine-command.ts';
import { addEngineOptions, readEngineOptions } from '../../src/cli/engine-options.ts';
import { runCli, testFiles } from './run-cli.ts';
import { type Serving, startServing } from './start-serving.ts';

/** Runs an engine until the test stops it. */
function run(argv: string[], fields: Partial<RolloutArgs> = {}): Promise<Serving> {
  const command = addEngineOptions(new Command('engine').exitOverride());
  const options = readEngineOptions(command.parse(argv, { from: 'user' }));
  return startServing((context, signal) =>
    runEngine(options, createRolloutArgs(fields), context, signal),
  );
}

async function generate(url: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
}

describe('slime-runtime engine', () => {
  it('says where it listens, serves, and tells its counts when it is stopped', async () => {
    const path = await testFiles({ 'ledger.jsonl': '' });
    const engine = await run(['--ledger', path('ledger.jsonl'), '--seed', '4']);
    expect(engine.pid).toBe(process.pid);
    expect((await generate(engine.url, { text: 'a' })).status).toBe(200);
    const { stdout, stderr } = await engine.stop();
    expect(JSON.parse(stdout)).toMatchObject({
      stats: { requests: 1, replies: 1, ledgerEntries: 1 },
    });
    expect(stderr).toBe('');
    expect(readFileSync(path('ledger.jsonl'), 'utf8').split('\n')).toHaveLength(2);
  });

  it('gives a policy the row that a routing key of a run names', async () => {
    const path = await testFiles({
      'rows.jsonl': '{"input":"one","label":"1"}\n{"input":"two","label":"2"}\n',
      'policy.mjs': 'export const policy = ({ sample }) => `label ${sample?.label}`;\n',
    });
    const engine = await run(['--policy', path('policy.mjs')], {
      prompt_data: path('rows.jsonl'),
      label_key: 'label',
      n_samples_per_prompt: 2,
    });
    const say = async (key: string) => {
      const reply = await generate(engine.url, { text: 'a' }, { 'x-smg-routing-key': key });
      const body: { text: string } = JSON.parse(reply.text);
      return body.text;
    };
    expect(await say('0a0b0c0d-00-0000000003')).toBe('label 2');
    expect(await say('0a0b0c0d-00-0000000000')).toBe('label 1');
    expect(await say('someone')).toBe('label undefined');
  });

  it('follows a fault plan, written out or in a file', async () => {
    const plan = '{"at":[{"kind":"status_503","request":0}]}';
    const path = await testFiles({ 'plan.json': plan });
    for (const given of [plan, path('plan.json')]) {
      const engine = await run(['--fault-plan', given]);
      expect((await generate(engine.url, { text: 'a' })).status).toBe(503);
      const { stdout } = await engine.stop();
      expect(JSON.parse(stdout)).toMatchObject({ stats: { faults: { status_503: 1 } } });
    }
  });

  it('tells on standard error, and who asked, why a policy failed', async () => {
    const path = await testFiles({
      'policy.mjs': 'export const policy = () => { throw new Error("no idea"); };\n',
    });
    const engine = await run(['--policy', path('policy.mjs')]);
    const reply = await generate(engine.url, { text: 'a' });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('no idea')]);
    expect((await engine.stop()).stderr).toBe('the policy threw: Error: no idea\n');
  });

  it.each([
    [['--host', '0.0.0.0'], /host 0\.0\.0\.0 can be reached by others; give --api-key/],
    [['--port', '70000'], /--port: Too big/],
    [['--port', 'x'], /Write an integer/],
    [['--fault-plan', '{'], /--fault-plan: JSON cannot be read/],
    [['--fault-plan', 'no-such-file'], /--fault-plan: no-such-file cannot be read/],
    [['--fault-plan', '{"rate":0.5}'], /rate needs kinds/],
    [['--policy', 'recorded:'], /recorded: needs a file/],
    [['--latency-ms', '1', '--tokens-per-second', '1'], /name one/],
    [['--nonsense'], /unknown option '--nonsense'/],
  ])('refuses %j with exit code 2', async (argv, message) => {
    const { code, stdout, stderr } = await runCli('engine', ...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
