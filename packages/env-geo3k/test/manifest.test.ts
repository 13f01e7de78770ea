import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  createRolloutArgs,
  isEnvDefinition,
  isPolicyDefinition,
  isRewardDefinition,
  rolloutArgsSchema,
} from 'slime-sdk';
import { reasoningParsers, toolCallParsers } from 'slime-sdk/parsers';
import { z } from 'zod';
import * as exported from '../src/index.ts';

const root = new URL('..', import.meta.url);

const packageSchema = z.object({
  files: z.array(z.string()),
  slime: z.strictObject({
    env: z.string(),
    reward: z.string(),
    policy: z.string(),
    data: z.string(),
    args: z.record(z.string(), z.json()),
  }),
});

const { files, slime } = packageSchema.parse(
  JSON.parse(await readFile(new URL('package.json', root), 'utf8')),
);

describe('the manifest', () => {
  it('names the built entry and an export of each kind', () => {
    const names = [slime.env, slime.reward, slime.policy].map((entry) => entry.split('#'));
    expect(names.map(([file]) => file)).toEqual(Array(3).fill('./dist/index.js'));
    const found = names.map(
      ([, name = '']) => Object.entries(exported).find(([key]) => key === name)?.[1],
    );
    expect([
      isEnvDefinition(found[0]),
      isRewardDefinition(found[1]),
      isPolicyDefinition(found[2]),
    ]).toEqual([true, true, true]);
  });

  it('names data that ships with the package', () => {
    expect(existsSync(new URL(slime.data, root))).toBe(true);
    expect(files).toContain('data');
  });

  it('gives arguments that exist, with parsers that exist', () => {
    expect(Object.keys(slime.args).filter((key) => !(key in rolloutArgsSchema.shape))).toEqual([]);
    const args = createRolloutArgs(slime.args);
    expect(toolCallParsers).toContain(args.sglang_tool_call_parser);
    expect(reasoningParsers).toContain(args.sglang_reasoning_parser);
  });
});
