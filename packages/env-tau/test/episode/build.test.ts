import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonObject, type JsonValue, parseExactJson } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tauConfigSchema } from '../../src/index.ts';
import { SHIPPED_DATA } from '../../src/shipped-data.ts';
import { openEnv, startEnv } from './open-env.ts';

const rowSchema = z.object({ metadata: z.custom<JsonObject>() });

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

describe('a row', () => {
  it.each([3, '3'])('names its task by the prompt %j', async (index) => {
    const env = await openEnv({ index });
    const { info } = await env.reset({ seed: 1, attempt: 0, signal: AbortSignal.timeout(9000) });
    expect(info).toEqual({ env: 'retail', task_split: 'train', task_index: 3 });
    await env.close();
  });

  it('says itself of which env and split it is, and is believed', async () => {
    const metadata = { env: 'airline', task_split: 'test' };
    const env = await openEnv({ index: 0, metadata });
    expect((await startEnv(env))[0]?.content).toMatch(/reservation/i);
    await env.close();
    await expect(openEnv({ index: 0, metadata }, { env: 'retail' })).rejects.toThrow(
      'the row is of env "airline", the configuration asks for "retail"',
    );
  });

  it.each<[string | number, JsonObject, JsonObject, string]>([
    ['three', {}, {}, "the row's prompt must be the number of a task"],
    [-1, {}, {}, "the row's prompt must be the number of a task"],
    [0.5, {}, {}, "the row's prompt must be the number of a task"],
    [10_000, {}, {}, 'there is no task 10000 in retail/train'],
    [0, {}, { task_split: 'holdout' }, 'no retail tasks of the split holdout; it has test, train'],
    [0, { env: 'hotel' }, {}, 'the row is of env "hotel"'],
    [0, { instruction: 'Another.' }, {}, 'the row holds another task than retail/train at 0'],
  ])(
    '%j that means no task is refused as data: %j %j',
    async (index, metadata, config, problem) => {
      const building = openEnv({ index, metadata }, config);
      await expect(building).rejects.toMatchObject({ code: 'SLIME_DATA' });
      await expect(building).rejects.toThrow(problem);
    },
  );

  /** Row 0 of retail/train as slime's script writes it. */
  const wholeRow = async (): Promise<JsonObject> => {
    const text = await readFile(join(SHIPPED_DATA, 'retail_train_tasks.jsonl'), 'utf8');
    const { metadata } = rowSchema.parse(parseExactJson(text.slice(0, text.indexOf('\n'))));
    return metadata;
  };

  it.each<[string, (metadata: JsonObject) => JsonObject]>([
    ['as slime writes it', (metadata) => metadata],
    [
      'without its instruction and actions',
      ({ user_id: userId = '', outputs = [] }) => ({ user_id: userId, outputs }),
    ],
    ['with its user alone', ({ user_id: userId = '' }) => ({ user_id: userId })],
    ['with more beside it', (metadata) => ({ ...metadata, annotator: '7', source: 'mine' })],
  ])('%s is one of its task', async (_, change) => {
    const env = await openEnv({ index: 0, metadata: change(await wholeRow()) });
    expect(await startEnv(env)).toHaveLength(2);
    await env.close();
  });

  it.each<[string, (metadata: JsonObject) => JsonValue]>([
    ['user_id', () => 'somebody_else_1'],
    ['user_id', () => null],
    ['instruction', () => 'Another.'],
    ['instruction', () => 3],
    ['outputs', () => ['77']],
    ['outputs', () => '77'],
    ['actions', () => []],
    ['actions', ({ actions }) => listOf(actions).toReversed()],
    ['actions', ({ actions }) => listOf(actions).slice(1)],
    ['actions', ({ actions }) => [...listOf(actions), ...listOf(actions)]],
    ['actions', ({ actions }) => listOf(actions).map(() => ({ name: 'think', kwargs: {} }))],
  ])('with another %s than the data folder is refused, naming it', async (field, change) => {
    const metadata = await wholeRow();
    const building = openEnv({ index: 0, metadata: { ...metadata, [field]: change(metadata) } });
    await expect(building).rejects.toMatchObject({ code: 'SLIME_DATA', data: { field } });
    await expect(building).rejects.toThrow(`its ${field} is not the same`);
  });

  it('of a task that pays idleness is flagged, refused or given a check where that is asked for', async () => {
    const idle = 19;
    const metrics = async (config: JsonObject) => {
      const env = await openEnv({ index: idle }, config);
      await startEnv(env);
      await env.close();
      return env.metrics?.();
    };
    expect(await metrics({ idle_tasks: 'flag' })).toMatchObject({ idle_task: 1 });
    expect(await metrics({ idle_tasks: 'keep' })).not.toHaveProperty('idle_task');
    await expect(metrics({ idle_tasks: 'exclude' })).rejects.toMatchObject({
      code: 'SLIME_DATA',
      message: expect.stringContaining(
        'slime-env-tau tasks --env retail --split train --exclude do_nothing_passes --as-rows',
      ),
    });
  });
});

describe('the configuration', () => {
  it.each<[JsonObject, string]>([
    [{ user_strategy: 'llm' }, 'user_model is missing'],
    [
      { user_model: 'm', user_model_provider: 'auto_router' },
      'no address is known for "auto_router"',
    ],
    [{ user_model: 'm', user_base_url: 'ftp://x' }, 'baseUrl'],
    [{ user_model: 'm', user_base_url: 'http://me:secret@x/v1' }, 'credentials'],
    [{ user_model: 'm', user_price_prompt: 1 }, 'belong together'],
    [
      { user_strategy: 'verify', user_price_completion: 1, user_cost_limit: 1 },
      'user_model is missing: name one, or leave user_strategy out for the user of a script; user_price_prompt and user_price_completion belong together',
    ],
    [{ user_model: 'm', user_cost_limit: 1 }, 'user_cost_limit needs user_price_prompt'],
    [
      { agent_strategy: 'react', tool_instruction: 'one_call' },
      'agent_strategy "react" shows it none',
    ],
  ])('%j is refused before anything is asked', async (config, problem) => {
    const building = openEnv({ index: 0 }, config);
    await expect(building).rejects.toMatchObject({ code: 'SLIME_CONFIG' });
    await expect(building).rejects.toThrow(problem);
  });

  it('rewords what the chat template says of calling tools where that is asked for', async () => {
    const rewordOf = async (config: JsonObject) => {
      const env = await openEnv({ index: 0 }, config);
      const context = { seed: 1, attempt: 0, signal: AbortSignal.timeout(9000) };
      const { reword } = await env.reset(context);
      await env.close();
      return reword;
    };
    expect(await rewordOf({})).toBeUndefined();
    expect(await rewordOf({ tool_instruction: 'one_call' })).toEqual({
      from: 'You may call one or more functions to assist with the user query.',
      to: expect.stringMatching(/^In each turn you may call one function, or none/),
    });
  });

  it('names every key that is wrong', () => {
    const wrong = { env: 'hotel', max_turns: 0, user_api_key_env: 'sk-1', agent_strategy: 'plan' };
    const { error } = tauConfigSchema.safeParse(wrong);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'env',
      'agent_strategy',
      'user_api_key_env',
      'max_turns',
    ]);
    expect(JSON.stringify(error?.issues)).not.toContain('sk-1');
  });

  it('has slime’s defaults where slime has some', () => {
    expect(tauConfigSchema.parse({})).toMatchObject({
      agent_strategy: 'tool-calling',
      max_turns: 30,
    });
  });
});
