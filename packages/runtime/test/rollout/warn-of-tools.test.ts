import { createRolloutArgs, createSample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import type { HostedEnv } from '../../src/plugins/plugin-host.ts';
import { type ToolSetting, warnOfTools } from '../../src/rollout/warn-of-tools.ts';

const TEMPLATE = { name: 'plain', appendOnly: true, rewrites: [] };

/** What is warned of when an environment with so many tools is reset twice. */
async function warningsOf(tools: number, setting: ToolSetting): Promise<string[]> {
  const warnings: string[] = [];
  const spec = { type: 'function' as const, function: { name: 'look' } };
  const env: HostedEnv = {
    declaration: {
      name: 'shop',
      deterministic: true,
      reward: null,
      observation: { overflow: 'cut', empty: false },
    },
    open: async () => ({
      canSnapshot: false,
      reset: async () => ({ tools: Array.from({ length: tools }, () => spec) }),
      step: () => Promise.reject(new Error('not asked')),
      snapshot: async () => null,
      restore: async () => {},
      metrics: async () => ({}),
      close: async () => null,
    }),
  };
  const watched = warnOfTools(env, setting, { warn: (line) => warnings.push(line) });
  const context = {
    sample: createSample(),
    args: createRolloutArgs(),
    signal: new AbortController().signal,
  };
  for (let episode = 0; episode < 2; episode += 1) {
    const session = await watched.open(context);
    await session.reset({ seed: 0, attempt: 0 });
  }
  return warnings;
}

describe('an environment with tools', () => {
  it('is warned of once where the chat template prints none', async () => {
    const args = { sglang_tool_call_parser: 'qwen25' };
    const template = { ...TEMPLATE, printsTools: false };
    expect(await warningsOf(1, { args, template })).toEqual([
      expect.stringContaining('the chat template plain does not print any'),
    ]);
    expect(await warningsOf(0, { args, template })).toEqual([]);
  });

  it('is left alone where the template prints them and a parser reads their calls', async () => {
    const args = { sglang_tool_call_parser: 'qwen25' };
    expect(await warningsOf(1, { args, template: { ...TEMPLATE, printsTools: true } })).toEqual([]);
  });
});
