import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, createRolloutArgs, parseExactJson } from 'slime-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../src/observe/metrics.ts';
import {
  readRunRecord,
  runRecordSchema,
  type RunManifest,
} from '../../src/observe/run-manifest.ts';
import { openRunFolder } from '../../src/observe/run-folder.ts';
import { openRunWriter, type RunWriter } from '../../src/observe/run-writer.ts';
import { writeExactJson } from '../../src/tokens/write-exact-json.ts';
import { makeGroup, makeManifest, makeSample, makeTurn } from './sample-groups.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function openRun(
  options: { resume?: boolean; manifest?: RunManifest } = {},
): Promise<RunWriter> {
  return await openRunWriter({
    folder: await openRunFolder(dir, options.resume ?? false),
    manifest: options.manifest ?? makeManifest(),
    nonce: 'n0',
    metrics: createMetrics({ rewardKey: null }),
  });
}

async function readRows(name: string): Promise<unknown[]> {
  const text = await readFile(join(dir, name), 'utf8');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

const indexSchema = z.object({ index: z.int() });

async function readIndices(name: string): Promise<number[]> {
  return (await readRows(name)).map((row) => indexSchema.parse(row).index);
}

async function readRun() {
  return runRecordSchema.parse(JSON.parse(await readFile(join(dir, 'run.json'), 'utf8')));
}

/** Leaves the folder as a killed process would: open handles and lock, nothing finished. */
async function kill(writer: RunWriter): Promise<void> {
  await writer.finish({ status: 'interrupted' });
  const text = await readFile(join(dir, 'run.json'), 'utf8');
  await writeFile(join(dir, 'run.json'), text.replace('"interrupted"', '"running"'));
  const owner = { pid: 2 ** 31 - 2, host: hostname(), born: null };
  await writeFile(join(dir, 'run.lock'), `${JSON.stringify(owner)}\n`);
}

describe('openRunWriter', () => {
  it('orders samples by index and turns by index, attempt and turn, whatever finished first', async () => {
    const writer = await openRun();
    const second = makeGroup(1);
    second.turns.unshift(
      makeTurn(3, 1, { attempt: 1, turn: 1 }),
      makeTurn(3, 1, { attempt: 1, turn: 0 }),
    );
    await Promise.all([writer.write(second), writer.write(makeGroup(0))]);
    await writer.finish({ status: 'completed' });
    expect(await readRows('samples.jsonl')).toEqual([
      ...makeGroup(0).samples,
      ...makeGroup(1).samples,
    ]);
    expect(await readRows('turns.jsonl')).toEqual([
      ...makeGroup(0).turns,
      ...makeGroup(1).turns,
      makeTurn(3, 1, { attempt: 1, turn: 0 }),
      makeTurn(3, 1, { attempt: 1, turn: 1 }),
    ]);
    expect((await readdir(dir)).sort()).toEqual([
      'groups.jsonl',
      'metrics.json',
      'run.json',
      'samples.jsonl',
      'turns.jsonl',
    ]);
  });

  it('keeps fanned-out siblings in the order in which they were given', async () => {
    const writer = await openRun();
    const group = makeGroup(0, 1);
    group.samples = [
      makeSample(0, 0, { response: 'first' }),
      makeSample(0, 0, { response: 'second' }),
    ];
    await writer.write(makeGroup(1, 1));
    await writer.write(group);
    await writer.finish({ status: 'completed' });
    expect(await readRows('samples.jsonl')).toEqual([...group.samples, ...makeGroup(1, 1).samples]);
  });

  it('writes lines longer than one batch unchanged', async () => {
    const tokens = Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 151_936);
    const group = makeGroup(1, 1);
    group.samples = [makeSample(1, 1, { tokens, response: '\u{1F600}'.repeat(100_000) })];
    const writer = await openRun();
    await writer.write(group);
    await writer.write(makeGroup(0, 1));
    await writer.finish({ status: 'completed' });
    expect(await readRows('samples.jsonl')).toEqual([...makeGroup(0, 1).samples, ...group.samples]);
  });

  it('records arguments, plugins and each session in run.json, running until it is finished', async () => {
    const writer = await openRun();
    expect((await readRun()).status).toBe('running');
    await writer.finish({ status: 'failed', error: new RangeError('too many failures') });
    const run = await readRun();
    expect(run).toMatchObject({
      status: 'failed',
      error: 'RangeError: too many failures',
      plugins: makeManifest().plugins,
      data: makeManifest().data,
    });
    expect(run.args['rollout_seed']).toBe(42);
    expect(run.seeds).toEqual({ rollout_seed: 42 });
    expect(run.sessions).toHaveLength(1);
    expect(run.sessions[0]?.versions['node']).toBe(process.version);
    expect(run.sessions[0]?.finished).not.toBeNull();
  });

  it('never writes secrets', async () => {
    const args = { ...createRolloutArgs(), rm_url: 'http://me:hunter2@host/?api_key=hunter2' };
    Object.assign(args, { judge: { openai_api_key: 'hunter2', model: 'm' } });
    const writer = await openRun({ manifest: makeManifest({ args }) });
    await writer.finish({ status: 'completed' });
    expect(await readFile(join(dir, 'run.json'), 'utf8')).not.toContain('hunter2');
    const run = await readRun();
    expect(run.args).toMatchObject({ input_key: 'input', judge: { model: 'm' } });
  });

  it('refuses a folder that holds a run, and says how to go on', async () => {
    await (await openRun()).finish({ status: 'completed' });
    const error = await openRun().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/holds a run \(completed, .*--resume/);
  });

  it('refuses a folder with files of somebody else, and leaves them alone', async () => {
    await writeFile(join(dir, 'samples.jsonl'), 'mine');
    await expect(openRun({ resume: true })).rejects.toThrow(/no run of ours/);
    expect(await readFile(join(dir, 'samples.jsonl'), 'utf8')).toBe('mine');
  });

  it('refuses a folder that another run is writing, in this process too', async () => {
    const writer = await openRun();
    await expect(openRun({ resume: true })).rejects.toThrow(/is writing this run/);
    await writer.finish({ status: 'completed' });
    await (await openRun({ resume: true })).finish({ status: 'completed' });
  });

  it('takes the group back when it cannot be written, and the next one stands', async () => {
    const writer = await openRun();
    const bad = makeGroup(0);
    // Large enough to have reached the file when the second sample turns out not to be JSON.
    Object.assign(bad.turns[1] ?? {}, { text: 'x'.repeat(300_000) });
    Object.assign(bad.samples[0] ?? {}, { response: 'x'.repeat(300_000) });
    Object.assign(bad.samples[1] ?? {}, { metadata: { big: 1n } });
    await expect(writer.write(bad)).rejects.toThrow(/BigInt/);
    await writer.write(makeGroup(1));
    await writer.finish({ status: 'completed' });
    expect(await readIndices('samples.jsonl')).toEqual([2, 3]);
    expect(await readIndices('turns.jsonl')).toEqual([2, 3]);
  });

  it('refuses a sample without an index and a group that was written before', async () => {
    const writer = await openRun();
    const nameless = makeGroup(0);
    nameless.samples = [makeSample(0, 0, { index: null })];
    await expect(writer.write(nameless)).rejects.toThrow(TypeError);
    await writer.write(makeGroup(0));
    await expect(writer.write(makeGroup(0))).rejects.toThrow(/written before/);
    await writer.finish({ status: 'completed' });
    await expect(writer.write(makeGroup(1))).rejects.toThrow(/finished/);
  });

  it('counts a group that was dropped whole as done', async () => {
    const writer = await openRun();
    const dropped = makeGroup(0);
    dropped.samples = [];
    for (const turn of dropped.turns) turn.discarded_cause = 'group_dropped';
    await writer.write(dropped);
    await kill(writer);
    const again = await openRun({ resume: true });
    expect([...again.completedGroups]).toEqual([0]);
    await again.finish({ status: 'completed' });
  });
});

describe('openRunWriter with resume', () => {
  it('keeps template variables as they were written, and goes on with those only', async () => {
    const withVariables = (text: string) =>
      makeManifest({
        args: createRolloutArgs({
          prompt_data: 'rows.jsonl',
          apply_chat_template_kwargs: { given: parseExactJson(text) },
        }),
      });
    const manifest = withVariables('{"f": 1.0, "10": [1e16, -0.0], "2": 12345678901234567890}');
    await kill(await openRun({ manifest }));
    const record = await readRunRecord(join(dir, 'run.json'));
    expect(writeExactJson(record?.args['apply_chat_template_kwargs'])).toBe(
      '{"given": {"f": 1.0, "10": [1e+16, -0.0], "2": 12345678901234567890}}',
    );
    const other = withVariables('{"f": 1, "10": [1e16, -0.0], "2": 12345678901234567890}');
    await expect(openRun({ resume: true, manifest: other })).rejects.toThrow(
      '{"given":{"10":[10000000000000000.0,-0.0],"2":12345678901234567890,"f":1.0}} then, ' +
        '{"given":{"10":[10000000000000000.0,-0.0],"2":12345678901234567890,"f":1}} now',
    );
    const same = withVariables('{"10": [1e16, -0.0], "f": 1.0, "2": 12345678901234567890}');
    await (await openRun({ resume: true, manifest: same })).finish({ status: 'completed' });
  });

  it('goes on without repeating or losing a sample when lines are torn', async () => {
    const writer = await openRun();
    await writer.write(makeGroup(0));
    await writer.write(makeGroup(1));
    await kill(writer);
    // Group 2 was being written: its turns are there, of its samples one and a half.
    const [first, second] = makeGroup(2).samples.map((sample) => JSON.stringify(sample));
    const turns = makeGroup(2).turns.map((turn) => `${JSON.stringify(turn)}\n`);
    await appendFile(join(dir, 'turns.jsonl'), turns.join(''));
    await appendFile(join(dir, 'samples.jsonl'), `${first}\n${second?.slice(0, 40)}`);

    const again = await openRun({ resume: true });
    expect([...again.completedGroups]).toEqual([0, 1]);
    await again.write(makeGroup(2));
    const metrics = await again.finish({ status: 'completed' });

    const groups = [0, 1, 2].map((at) => makeGroup(at));
    expect(await readRows('samples.jsonl')).toEqual(groups.flatMap((group) => group.samples));
    expect(await readRows('turns.jsonl')).toEqual(groups.flatMap((group) => group.turns));
    expect(metrics.values['episode/count']).toBe(6);
    expect(metrics.values['rollout/raw_reward']).toBe(0.5);
    expect(metrics.prompts.map((prompt) => prompt.scored)).toEqual([2, 2, 2]);
    expect((await readRun()).sessions).toHaveLength(2);
  });

  it('settles every reply of the ledger that no turn tells of, once', async () => {
    const writer = await openRun();
    const group = makeGroup(0);
    group.turns = [
      makeTurn(0, 0, { discarded: [{ rid: 'retried', cause: 'reset' }] }),
      makeTurn(1, 0),
    ];
    await writer.write(group);
    await kill(writer);
    const lost = makeTurn(2, 1, { discarded: [{ rid: 'early', cause: '503' }] });
    await appendFile(join(dir, 'turns.jsonl'), `${JSON.stringify(lost)}\n`);
    const rids = ['rid-0', 'retried', 'rid-1', 'early', 'rid-2', 'in-flight'];
    const entries = rids.map((rid) => `{"rid":"${rid}","prompt_ids":[],"ids":[]}\n`);
    await writeFile(join(dir, 'ledger.jsonl'), `${entries.join('')}{"rid":"to`);
    const expected = [
      { rid: 'early', cause: '503' },
      { rid: 'rid-2', cause: 'killed' },
      { rid: 'in-flight', cause: 'killed' },
    ];
    for (let session = 0; session < 2; session += 1) {
      await (await openRun({ resume: true })).finish({ status: 'interrupted' });
      expect(await readRows('discarded.jsonl')).toEqual(expected);
    }
    expect(await readRows('ledger.jsonl')).toHaveLength(rids.length);
  });

  it('drops every line of a group that has lost one', async () => {
    const writer = await openRun();
    await writer.write(makeGroup(0));
    await writer.write(makeGroup(1));
    await kill(writer);
    const path = join(dir, 'samples.jsonl');
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, rest.join('\n'));
    const again = await openRun({ resume: true });
    expect([...again.completedGroups]).toEqual([1]);
    for (const name of ['samples.jsonl', 'turns.jsonl']) {
      expect(await readIndices(name)).toEqual([2, 3]);
    }
    expect(await readRows('groups.jsonl')).toHaveLength(1);
    await again.write(makeGroup(0));
    await again.finish({ status: 'completed' });
    for (const name of ['samples.jsonl', 'turns.jsonl']) {
      expect(await readIndices(name)).toEqual([0, 1, 2, 3]);
    }
  });

  it('adds up the time of the sessions', async () => {
    const writer = await openRun();
    await writer.write(makeGroup(0));
    await kill(writer);
    const path = join(dir, 'groups.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"elapsed":[^,]+/, '"elapsed":3600'));
    const again = await openRun({ resume: true });
    expect(again.seconds).toBeGreaterThanOrEqual(3600);
    await again.finish({ status: 'completed' });
  });

  it('begins a run where there is none', async () => {
    const writer = await openRun({ resume: true });
    expect(writer.completedGroups.size).toBe(0);
    await writer.finish({ status: 'completed' });
  });

  it('names each value that would change the samples', async () => {
    await (await openRun()).finish({ status: 'interrupted' });
    const other = makeManifest({
      args: createRolloutArgs({
        prompt_data: 'rows.jsonl',
        n_samples_per_prompt: 4,
        rollout_temperature: 0.5,
        sglang_server_concurrency: 7,
        isolation: 'process',
        num_rollout: 9,
      }),
      settings: { engine: 'sglang' },
      plugins: [{ spec: './env.ts', file: '/elsewhere/env.ts', sha256: 'ef' }],
      data: { file: 'moved.jsonl', sha256: '00', rows: 8 },
    });
    const error = await openRun({ resume: true, manifest: other }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      data: {
        keys: [
          'n_samples_per_prompt',
          'rollout_temperature',
          'settings.engine',
          'plugin ./env.ts',
          'data.sha256',
        ],
      },
    });
    expect(String(error)).toContain('n_samples_per_prompt: 2 then, 4 now');
  });

  it('takes what changes no sample: concurrency, isolation, the address of the engine', async () => {
    await (await openRun()).finish({ status: 'interrupted' });
    const { args } = makeManifest();
    const other = makeManifest({
      args: { ...args, sglang_server_concurrency: 7, isolation: 'process', sglang_router_port: 9 },
    });
    const writer = await openRun({ resume: true, manifest: other });
    await writer.finish({ status: 'completed' });
    expect((await readRun()).args['isolation']).toBe('process');
  });

  /** The same files, named from another folder. */
  function spelled(reward: string, policy: string, fields: { rows?: string; model?: string } = {}) {
    const { rows = 'rows.jsonl', model = 'model' } = fields;
    return makeManifest({
      args: createRolloutArgs({
        prompt_data: rows,
        custom_rm_path: reward,
        hf_checkpoint: model,
        n_samples_per_prompt: 2,
      }),
      settings: {
        policy: { kind: 'module', spec: policy, sha256: '12' },
        checkpoint: { folder: model, sha256: '34' },
      },
      plugins: [{ spec: reward, file: '/here/rm.ts', sha256: 'ab' }],
    });
  }

  it('takes another spelling of the same files', async () => {
    await (
      await openRun({ manifest: spelled('./rm.ts#a', './p.ts') })
    ).finish({ status: 'interrupted' });
    const other = spelled('/here/rm.ts#a', '/here/p.ts', {
      rows: './rows.jsonl',
      model: './model',
    });
    const writer = await openRun({ resume: true, manifest: other });
    await writer.finish({ status: 'completed' });
    expect((await readRun()).args['custom_rm_path']).toBe('/here/rm.ts#a');
  });

  it.each([
    ['another export of the reward', spelled('./rm.ts#b', './p.ts'), 'custom_rm_path'],
    ['another export of the policy', spelled('./rm.ts#a', './p.ts#b'), 'settings.policy'],
    [
      'another part of the rows',
      spelled('./rm.ts#a', './p.ts', { rows: 'rows.jsonl@[1:]' }),
      'prompt_data',
    ],
  ])('refuses %s', async (_, manifest, key) => {
    await (
      await openRun({ manifest: spelled('./rm.ts#a', './p.ts') })
    ).finish({ status: 'interrupted' });
    await expect(openRun({ resume: true, manifest })).rejects.toMatchObject({
      data: { keys: expect.arrayContaining([key]) },
    });
  });
});
