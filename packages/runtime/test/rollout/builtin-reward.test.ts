import { createServer } from 'node:http';
import {
  createRolloutArgs,
  createSample,
  type JsonObject,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  assertRewardTypes,
  type BuiltinReward,
  builtinReward,
} from '../../src/rollout/builtin-reward.ts';
import type { DatasetRow } from '../../src/rollout/data/index.ts';

const signal = new AbortController().signal;

function open(rmType: string | null, fields: Partial<RolloutArgs> = {}): BuiltinReward {
  const reward = builtinReward(rmType, createRolloutArgs(fields));
  onTestFinished(() => reward.close());
  return reward;
}

function score(
  reward: BuiltinReward,
  policyText: string,
  ...samples: Partial<Sample>[]
): Promise<unknown> {
  return reward.score({
    args: createRolloutArgs(),
    samples: samples.map((fields) => createSample(fields)),
    views: samples.map(() => ({ finalText: policyText, policyText, turns: [], seed: 0 })),
    signal,
  });
}

describe('builtinReward', () => {
  it('grades mathematics by the policy’s words, not by observations', async () => {
    const sample = { response: 'I say \\boxed{1}. Observation: \\boxed{7}', label: '7' };
    expect(await score(open('math'), 'I say \\boxed{1}.', sample)).toEqual([0]);
    expect(await score(open(' math '), 'I say \\boxed{7}.', sample)).toEqual([1]);
  });

  it('takes a row’s own rm_type before the flag', async () => {
    const server = createServer((_request, response) => response.end('0.25'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const reward = open(null, { rm_url: `http://127.0.0.1:${port}/` });
    expect(await score(reward, '\\boxed{2}', { label: 2, metadata: { rm_type: 'math' } })).toEqual([
      1,
    ]);
    expect(await score(reward, 'x', { metadata: { rm_type: 'remote_rm' } })).toEqual([0.25]);
  });

  it('grades each sample of a group by itself under --group-rm', async () => {
    const reward = open('math', { group_rm: true });
    expect(reward.mode).toBe('group');
    expect(await score(reward, '\\boxed{2}', { label: 2 }, { label: 3 })).toEqual([1, 0]);
  });

  it('fails as a grader does, never with a reward', async () => {
    const code = 'SLIME_GRADER';
    await expect(score(open('math'), 'x', { label: null })).rejects.toMatchObject({ code });
    await expect(score(open(null), 'x', {})).rejects.toMatchObject({ code });
    await expect(score(open('math'), 'x', { metadata: { rm_type: 'f1' } })).rejects.toMatchObject({
      code,
    });
  });

  it('tells types that are not there yet from those that are unknown', () => {
    const ways = 'supported are math and remote_rm, others by --custom-rm-path';
    expect(() => open('gpqa')).toThrow(`--rm-type gpqa: not supported yet; ${ways}`);
    expect(() => open('boxed_f1')).toThrow(`--rm-type boxed_f1: not supported yet; ${ways}`);
    expect(() => open('maths')).toThrow(`--rm-type maths: unknown; ${ways}`);
  });
});

describe('rows that name their reward', () => {
  const row = (metadata: JsonObject, at: number): DatasetRow => ({
    prompt: 'a',
    label: null,
    metadata,
    multimodal_inputs: null,
    place: { file: 'rows.jsonl', row: at, line: at + 1 },
  });

  it.each<[string, string | null, JsonObject[], RegExp]>([
    ['unknown', 'math', [{}, { rm_type: 'mth' }], /mth: unknown/],
    ['not supported', null, [{ rm_type: 'f1' }], /f1: not supported yet/],
    ['missing', null, [{ rm_type: 'math' }, {}], /rows\.jsonl:2 \(row 1\): no metadata\.rm_type/],
  ])('are refused when one is %s', (_, rmType, all, message) => {
    expect(() => assertRewardTypes(rmType, all.map(row))).toThrow(message);
  });

  it('are taken when each is known, or the flag stands in', () => {
    const all = [{ rm_type: 'math' }, { rm_type: 'remote_rm' }].map(row);
    expect(() => assertRewardTypes(null, all)).not.toThrow();
    expect(() => assertRewardTypes('math', [...all, row({ rm_type: '' }, 2)])).not.toThrow();
  });
});
