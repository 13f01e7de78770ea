import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { loadRolloutArgs } from '../../src/cli/load-args.ts';
import { writeExactJson } from '../../src/tokens/write-exact-json.ts';
import { testFiles } from './run-cli.ts';

async function messageOf(yaml: string, flags = {}, manifestArgs = {}): Promise<string> {
  const file = (await testFiles({ 'config.yaml': yaml }))('config.yaml');
  try {
    await loadRolloutArgs({ flags, customConfigPath: file, manifestArgs });
  } catch (error) {
    if (error instanceof Error) return error.message.replaceAll(/\S*\/slime-cli-\w+\//g, '');
  }
  throw new Error('nothing was thrown');
}

describe('loadRolloutArgs', () => {
  it('takes slime’s defaults where nothing is given', async () => {
    expect(await loadRolloutArgs({ flags: {}, customConfigPath: null })).toEqual(
      createRolloutArgs(),
    );
  });

  it('ranks flags over the config file over the manifest, and keeps plugins’ keys', async () => {
    const file = await testFiles({
      'c.yaml':
        'max_turns: 5\nlabel_key: gold\nmy_env: {depth: 2}\nstrict: yes\n"constructor": 1\n',
    });
    const args = await loadRolloutArgs({
      flags: { max_turns: 7 },
      customConfigPath: file('c.yaml'),
      manifestArgs: { max_turns: 3, label_key: 'answer', input_key: 'question', tools_dir: 't' },
    });
    expect(args).toMatchObject({
      max_turns: 7,
      label_key: 'gold',
      input_key: 'question',
      my_env: { depth: 2 },
      strict: true,
      constructor: 1,
      tools_dir: 't',
    });
  });

  it('takes an empty config file for no keys', async () => {
    const file = await testFiles({ 'c.yaml': '# nothing\n' });
    const load = loadRolloutArgs({ flags: {}, customConfigPath: file('c.yaml') });
    expect(await load).toEqual(createRolloutArgs());
  });

  it('names flag, line of the config file, or manifest of each wrong value', async () => {
    expect(
      await messageOf(
        'a: 1\nrollout_seed: x\nrollout_stop: [1]\n',
        { num_rollout: 0 },
        { max_turns: -1 },
      ),
    ).toBe(
      [
        'config.yaml:2: rollout_seed "x": Invalid input: expected number, received string',
        '--num-rollout 0: Too small: expected number to be >0',
        'config.yaml:3: rollout_stop [1] at [0]: Invalid input: expected string, received number',
        '"slime.args.max_turns" in the env package\'s package.json: Too small: expected number to be >0',
      ].join('\n'),
    );
  });

  it.each([
    [
      'a: [1\n',
      'config.yaml:2: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a: 1\na: 2\n', 'config.yaml:2: Map keys must be unique'],
    ['- 1\n', 'config.yaml:1: the file must be a mapping of keys to values'],
    ['a: 1\n2: 3\n', 'config.yaml:2: a key must be a string'],
    ['a:\n  b: {[1, 2]: 3}\n', 'config.yaml:2: a key must be a string'],
    ['a: &x {c: 1}\nb:\n  *x : 3\n', 'config.yaml:3: a key must be a string'],
    ['a: 1\nmax-turns: 3\n', 'config.yaml:2: max-turns: write max_turns'],
    ['\na:\n  b: [.nan]\n', 'config.yaml:2: a.b[0]: NaN has no JSON form; put it in quotes'],
    ['day: 2026-01-02\n', 'config.yaml:1: day: a Date is no plain object; put it in quotes'],
  ])('refuses the config file %j', async (yaml, message) => {
    expect(await messageOf(yaml)).toBe(message);
  });

  it.each([0, -2])('refuses a top-k of %i, which every request would be refused for', async (k) => {
    const load = loadRolloutArgs({ flags: { rollout_top_k: k }, customConfigPath: null });
    await expect(load).rejects.toThrow(`--rollout-top-k ${k}: must be -1 (all) or at least 1`);
    const all = await loadRolloutArgs({ flags: { rollout_top_k: -1 }, customConfigPath: null });
    expect(all.rollout_top_k).toBe(-1);
  });

  it('takes numbers and words for what Python does, and knows how they were written', async () => {
    const file = await testFiles({
      'c.yaml':
        'y: {n: y, on: off, e: 1e16, o: 0o17, z: 08, s: 1:30, b: 0b1_1, x: -0x1F, u: 0_, p: 1_0}\n' +
        'one: &one {f: 1.0, 10: [1.0e+16, -0.0, .5, 1:30.5], 2: 123456789012345678901}\n' +
        'both: {<<: *one, g: 2.}\napply_chat_template_kwargs: {f: 1.0, i: 1, n: {x: 3.0}}\n',
    });
    const args = await loadRolloutArgs({ flags: {}, customConfigPath: file('c.yaml') });
    const written = (key: string): string =>
      writeExactJson(Object.entries(args).find(([name]) => name === key)?.[1]);
    expect(['y', 'one', 'both', 'apply_chat_template_kwargs'].map(written)).toEqual([
      '{"n": "y", "true": false, "e": "1e16", "o": "0o17", "z": "08", "s": 90, "b": 3, "x": -31, "u": 0, "p": 10}',
      '{"f": 1.0, "10": [1e+16, -0.0, 0.5, 90.5], "2": 123456789012345678901}',
      '{"f": 1.0, "10": [1e+16, -0.0, 0.5, 90.5], "2": 123456789012345678901, "g": 2.0}',
      '{"f": 1.0, "i": 1, "n": {"x": 3.0}}',
    ]);
  });

  it.each(['.inf', '-.INF', '.nan', '0x_', '0b_', '!!set {a}', '!!binary aGk='])(
    'refuses %s, which has no JSON form',
    async (value) => {
      expect(await messageOf(`a: ${value}\n`)).toMatch(/^config.yaml:1: a: .*; put it in quotes$/);
    },
  );

  it('takes many aliases of little, and merged ones', async () => {
    const uses = Array.from({ length: 5000 }, (_, at) => `k${at}: *one`).join('\n');
    const text = `one: &one {a: 1, b: [2]}\n${uses}\nboth: {<<: *one, b: 3}\n`;
    const file = await testFiles({ 'c.yaml': text });
    expect(await loadRolloutArgs({ flags: {}, customConfigPath: file('c.yaml') })).toMatchObject({
      k4999: { a: 1, b: [2] },
      both: { a: 1, b: 3 },
    });
  });

  it('names the line of an alias of nothing, and refuses one that holds itself', async () => {
    expect(await messageOf('a: &x 1\nb: *x\nc:\n  - *y\nd: &y 2\n')).toBe(
      'config.yaml:4: *y is an alias of nothing: no &y before it',
    );
    expect(await messageOf('a: &x [*x]\n')).toContain('more than 100000 values');
  });

  it('refuses a config file of aliases that stands for more than memory holds', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => {
      const item = at === 0 ? 'x' : `*a${at - 1}`;
      return `a${at}: &a${at} [${Array(10).fill(item).join(',')}]\n`;
    });
    expect(await messageOf(lines.join(''))).toBe(
      'config.yaml: with its aliases written out it has more than 100000 values; write out those that are meant',
    );
  });

  it('says that the config file is not there', async () => {
    await expect(
      loadRolloutArgs({ flags: {}, customConfigPath: '/nowhere/c.yaml' }),
    ).rejects.toThrow('--custom-config-path /nowhere/c.yaml: no such file; check the path');
  });

  it('is not fooled by keys named like parts of prototypes', async () => {
    const file = await testFiles({ 'c.yaml': '__proto__: {polluted: 1}\n' });
    const args = await loadRolloutArgs({ flags: {}, customConfigPath: file('c.yaml') });
    expect({}).not.toHaveProperty('polluted');
    expect(args.max_turns).toBe(8);
  });
});
