import {
  BaseInteractionEnv,
  createRolloutArgs,
  defineEnv,
  defineGenerate,
  definePolicy,
  defineReward,
  PluginError,
} from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import type { ModuleExports } from '../../src/plugins/import-module.ts';
import type { LoadedModule } from '../../src/plugins/pick-export.ts';
import { readEnv } from '../../src/plugins/read-env.ts';
import { readGenerate, readPolicy } from '../../src/plugins/read-function.ts';
import { readReward } from '../../src/plugins/read-reward.ts';

class MyEnv extends BaseInteractionEnv {
  override step() {
    return { observation: { text: 'x' }, done: true };
  }
}
const env = defineEnv({ name: 'mine', apiVersion: 1, build: () => new MyEnv() });
const single = defineReward({ mode: 'single', reward: () => 1 });
const group = defineReward({ mode: 'group', reward: (_args, samples) => samples.map(() => 1) });

function module(exports: ModuleExports, exportName: string | null = null): LoadedModule {
  return { spec: './p.ts', file: '/me/p.ts', exportName, exports };
}

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(PluginError);
    return error instanceof Error ? error.message : '';
  }
  return 'it did not fail';
}

describe('an env', () => {
  test('is the default export, with the defaults of what it does not declare', () => {
    expect(readEnv(module({ default: env })).declaration).toEqual({
      name: 'mine',
      deterministic: true,
      reward: null,
      observation: { overflow: 'end', empty: false },
    });
  });

  test('is else the bare function buildEnv, named by its spec', () => {
    const buildEnv = () => new MyEnv();
    const plugin = readEnv(module({ buildEnv }));
    expect(plugin).toMatchObject({ build: buildEnv });
    expect(plugin.declaration.name).toBe('./p.ts');
  });

  test('is buildEnv where the default export is another kind of plugin', () => {
    const buildEnv = () => new MyEnv();
    expect(readEnv(module({ default: single, buildEnv }))).toMatchObject({ build: buildEnv });
  });

  test('is the export that is named', () => {
    expect(readEnv(module({ default: env, other: () => new MyEnv() }, 'other'))).toMatchObject({
      declaration: { name: './p.ts' },
    });
  });

  test('of another copy of the SDK is recognised by its brand', () => {
    const foreign = { name: 'f', apiVersion: 1, build: () => new MyEnv() };
    Object.assign(foreign, { [Symbol.for('slime-sdk/env')]: true });
    expect(readEnv(module({ default: foreign })).declaration.name).toBe('f');
  });

  test('of another API version is refused', () => {
    const newer = { ...env, apiVersion: 2 };
    expect(messageOf(() => readEnv(module({ default: newer })))).toBe(
      'export "default" of /me/p.ts declares apiVersion 2; this version of slime-runtime knows 1: update slime-runtime',
    );
    const none = { ...env, apiVersion: undefined };
    expect(messageOf(() => readEnv(module({ default: none })))).toMatch(/write apiVersion: 1$/);
  });

  test('with a wrong declaration is refused by its path', () => {
    const wrong = { ...env, reward: { reduction: 'mean', range: [0, 1] } };
    expect(messageOf(() => readEnv(module({ default: wrong })))).toMatch(
      /^export "default" of \/me\/p\.ts: reward\.reduction: /,
    );
  });

  test.each([
    ['its class', MyEnv, 'the class MyEnv itself'],
    ['one env', new MyEnv(), 'one env object (it has step)'],
    ['a reward', single, 'a reward of mode "single" (defineReward)'],
    ['a policy', definePolicy({ name: 'p', build: () => () => '' }), 'a policy (definePolicy)'],
    ['a number', 3, 'the number 3'],
    ['a plain object', { name: 'x' }, "the object { name: 'x' }"],
  ])('that is %s says what was found and what was expected', (_, value, found) => {
    expect(messageOf(() => readEnv(module({ default: value })))).toBe(
      `--rollout-interaction-env-path: export "default" of /me/p.ts is ${found}; expected ` +
        'defineEnv({ name, apiVersion: 1, build }) or a function buildEnv({ sample, args }) that returns a new env',
    );
  });

  test('that is missing lists the exports that there are', () => {
    expect(messageOf(() => readEnv(module({ zoo: 1, ant: 2 })))).toBe(
      '/me/p.ts has no export "default" or "buildEnv"; it exports ant, zoo',
    );
    expect(messageOf(() => readEnv(module({ zoo: 1 }, 'nope')))).toBe(
      '/me/p.ts has no export "nope"; it exports zoo',
    );
    expect(messageOf(() => readEnv(module({})))).toMatch(/it exports nothing$/);
  });
});

describe('a reward', () => {
  const customRm = () => 1;
  const batchedCustomRm = () => [1];

  test.each([
    ['a default function', { default: customRm }],
    ['customRm', { customRm }],
    ['a definition', { default: single }],
    ['customRm beside a group default', { default: group, customRm }],
    ['customRm beside batchedCustomRm', { customRm, batchedCustomRm }],
  ])('for one sample is %s', (_, exports) => {
    expect(readReward(module(exports), 'single').mode).toBe('single');
  });

  test.each([
    ['batchedCustomRm', { batchedCustomRm }],
    ['a definition', { default: group }],
    ['batchedCustomRm beside a single default', { default: single, batchedCustomRm }],
    ['batchedCustomRm beside a default function', { default: customRm, batchedCustomRm }],
  ])('for a group is %s', (_, exports) => {
    expect(readReward(module(exports), 'group').mode).toBe('group');
  });

  test.each([
    ['default', { default: single }, null],
    ['default', { default: customRm }, null],
    ['customRm', { customRm }, null],
    ['score', { score: customRm }, 'score'],
  ])('for one sample (%s) is refused under --group-rm', (name, exports, exportName) => {
    expect(messageOf(() => readReward(module(exports, exportName), 'group'))).toBe(
      `--group-rm needs a reward for whole groups, and export "${name}" of /me/p.ts takes a single ` +
        "sample: declare defineReward({ mode: 'group' }) or export batchedCustomRm, or leave out --group-rm",
    );
  });

  test.each([
    ['default', { default: group }],
    ['batchedCustomRm', { batchedCustomRm }],
  ])('for a group (%s) is refused without --group-rm', (name, exports) => {
    expect(messageOf(() => readReward(module(exports), 'single'))).toBe(
      `export "${name}" of /me/p.ts is a reward for whole groups: add --group-rm, or declare ` +
        "defineReward({ mode: 'single' }) or export customRm",
    );
  });

  test('declares its range, and what it reads', () => {
    const declared = defineReward({
      mode: 'single',
      range: [-1, 1],
      deterministic: false,
      reads: ['label'],
      reward: () => 1,
    });
    expect(readReward(module({ default: declared }), 'single').declaration).toEqual({
      range: [-1, 1],
      deterministic: false,
      reads: ['label'],
      declaresReads: true,
    });
    expect(readReward(module({ customRm }), 'single').declaration).toEqual({
      deterministic: true,
      reads: ['policy', 'label', 'metadata'],
    });
  });

  test('that is an env says so', () => {
    expect(messageOf(() => readReward(module({ default: env }), 'single'))).toMatch(
      /^--custom-rm-path: export "default" of \/me\/p\.ts is an environment \(defineEnv\); expected /,
    );
  });
});

describe('generate functions and policies', () => {
  test('are definitions or bare functions', async () => {
    const customGenerate = () => [];
    expect(readGenerate(module({ customGenerate }))).toBe(customGenerate);
    const defined = defineGenerate({ name: 'g', apiVersion: 1, generate: customGenerate });
    expect(typeof readGenerate(module({ default: defined }))).toBe('function');
    const policy = () => 'hi';
    const context = { args: createRolloutArgs() };
    expect(readPolicy(module({ policy }))(context)).toBe(policy);
    const built = definePolicy({ name: 'p', build: () => policy });
    expect(readPolicy(module({ default: built }))(context)).toBe(policy);
  });

  test('are refused in each other’s place', () => {
    const policy = definePolicy({ name: 'p', build: () => () => '' });
    expect(messageOf(() => readGenerate(module({ default: policy })))).toMatch(
      /^--custom-generate-function-path: export "default" of \/me\/p\.ts is a policy/,
    );
    expect(messageOf(() => readPolicy(module({ default: env })))).toMatch(
      /^--policy: export "default" of \/me\/p\.ts is an environment/,
    );
  });
});
