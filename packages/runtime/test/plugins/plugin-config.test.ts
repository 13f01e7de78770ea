import {
  ConfigError,
  createRolloutArgs,
  exactForms,
  parseExactJson,
  type RolloutArgs,
} from 'slime-sdk';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPluginConfig } from '../../src/plugins/plugin-config.ts';

function argsWith(keys: Record<string, unknown>, file: string | null = '/me/c.yaml'): RolloutArgs {
  return { ...createRolloutArgs({ custom_config_path: file, max_turns: 5 }), ...keys };
}

test('a plugin gets the keys that its schema names, with the defaults of the others', () => {
  const schema = z.object({ level: z.int(), mode: z.string().default('easy') });
  expect(readPluginConfig(schema, argsWith({ level: 2, other: 1 }), 'env "e"')).toEqual({
    level: 2,
    mode: 'easy',
  });
});

test('a schema may be strict: keys of other plugins are not its concern', () => {
  const schema = z.strictObject({ level: z.int() });
  expect(readPluginConfig(schema, argsWith({ level: 2, other: 1 }), 'env "e"')).toEqual({
    level: 2,
  });
});

test('a key that is a flag has the value in force', () => {
  const schema = z.object({
    max_turns: z.int().default(3),
    max_tokens_per_turn: z.int().default(9),
  });
  expect(readPluginConfig(schema, argsWith({}), 'env "e"')).toEqual({
    max_turns: 5,
    max_tokens_per_turn: 9,
  });
});

test('without a schema all keys that are no flags are given', () => {
  expect(readPluginConfig(null, argsWith({ level: 2 }), 'env "e"')).toEqual({ level: 2 });
});

test('numbers are as they were written, with a schema and without', () => {
  const tool = parseExactJson('{"maximum": 1.0, "10": 1, "2": 1e16}');
  const forms = [expect.objectContaining({ path: ['tool'] })];
  const args = argsWith({ tool });
  expect(exactForms(readPluginConfig(null, args, 'env "e"'))).toEqual(forms);
  const open = z.looseObject({ tool: z.json() });
  expect(exactForms(readPluginConfig(open, args, 'env "e"'))).toEqual(forms);
  const closed = z.object({ tool: z.record(z.string(), z.number()) });
  expect(exactForms(readPluginConfig(closed, args, 'env "e"'))).toEqual(forms);
  const frozen = closed.extend({ tool: closed.shape.tool.readonly() }).readonly();
  expect(readPluginConfig(frozen, args, 'env "e"')).toEqual({ tool });
  const other = z.object({ tool: z.json().transform(() => null) });
  expect(readPluginConfig(other, args, 'env "e"')).toEqual({ tool: null });
});

test('a wrong key is named with plugin and file', () => {
  const schema = z.object({ level: z.object({ top: z.int() }), seed: z.int() });
  const read = () =>
    readPluginConfig(schema, argsWith({ level: { top: 'x' }, seed: 1 }), 'env "e"');
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^configuration of env "e": "level\.top": .*number.* \(in \/me\/c\.yaml\)$/);
});

test('a missing key says where keys are set', () => {
  const schema = z.object({ level: z.int() });
  expect(() => readPluginConfig(schema, argsWith({}, null), 'reward "r"')).toThrow(
    /^configuration of reward "r": "level": .*; set it in the file of --custom-config-path$/,
  );
});
