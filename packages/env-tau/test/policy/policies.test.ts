import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PolicyDefinition } from 'slime-sdk';
import { parseToolCalls } from 'slime-sdk/parsers';
import { DOMAINS, isIdleTask, loadTauData, toolSpecs } from '../../src/index.ts';
import { doNothing, oracle, randomCalls } from '../../src/policies.ts';
import { readMark, writeMark } from '../../src/policy/plan-mark.ts';
import { recordedFolder } from '../shared-tau.ts';
import { buildPolicy, playPolicy, type PlayOptions, type PolicyPlayed } from './play-policy.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';

/** Every task of a data folder, or one in `step`; of the small worlds by default. */
async function allTasks(folder?: string, step = 1): Promise<PlayOptions[]> {
  const found = await Promise.all(
    DOMAINS.map(async (env) => {
      const { tasks } = await loadTauData(env, folder);
      return [...tasks].flatMap(([split, list]) =>
        list.map((_, index) => ({ env, task_split: split, index })),
      );
    }),
  );
  const config = folder === undefined ? {} : { data_dir: folder };
  return found
    .flat()
    .filter((_, at) => at % step === 0)
    .map((task, at) => ({ ...task, seed: at + 1, config }));
}

async function playAll(
  definition: PolicyDefinition,
  tasks: readonly PlayOptions[],
  config = {},
  parser = 'qwen25',
): Promise<PolicyPlayed[]> {
  const own = { ...tasks[0]?.config, ...config };
  const policy = await buildPolicy(definition, own, { sglang_tool_call_parser: parser });
  const played: PolicyPlayed[] = [];
  for (const task of tasks) played.push(await playPolicy(policy, { ...task, parser }));
  return played;
}

const rewardsOf = (played: readonly PolicyPlayed[]) => played.map(({ reward }) => reward);

describe('the oracle', () => {
  it.each(['qwen25', 'hermes', 'qwen3_coder'])(
    'without errors solves every task that ships, in the form of %s',
    async (parser) => {
      const played = await playAll(oracle, await allTasks(), { oracle_error_rate: 0 }, parser);
      expect(played).toHaveLength(80);
      expect(played.filter(({ reward, isDone }) => reward !== 1 || !isDone)).toEqual([]);
    },
  );

  it.each(['act', 'react'])('without errors solves every task as %s', async (strategy) => {
    const config = { agent_strategy: strategy };
    const tasks = (await allTasks()).map((task) => ({ ...task, config }));
    const played = await playAll(oracle, tasks, { oracle_error_rate: 0 });
    expect(played.filter(({ reward, isDone }) => reward !== 1 || !isDone)).toEqual([]);
    const { texts } = (await playAll(doNothing, tasks.slice(0, 1)))[0] ?? { texts: [] };
    const thought = strategy === 'react' ? 'Thought:\nI go on.\n' : '';
    const action = '{"name": "respond", "arguments": {"content": "I am not sure."}}';
    expect(texts[0]).toBe(`${thought}Action:\n${action}`);
  });

  it('that always errs solves none, in more than one way', async () => {
    const played = await playAll(oracle, await allTasks(), { oracle_error_rate: 1 });
    expect(new Set(rewardsOf(played))).toEqual(new Set([0]));
    expect(played.every(({ isDone }) => isDone)).toBe(true);
    const errors = played.filter(({ metrics }) => (metrics['tool_errors'] ?? 0) > 0).length;
    expect(errors).toBeGreaterThan(0);
    expect(errors).toBeLessThan(played.length);
  });

  // Five standard deviations of 240 draws.
  it('errs in the share of episodes that it is told', async () => {
    const tasks = await allTasks();
    const again = [0, 1000, 2000].flatMap((more) =>
      tasks.map((task) => ({ ...task, seed: (task.seed ?? 0) * 7919 + more })),
    );
    const rewards = rewardsOf(await playAll(oracle, again, { oracle_error_rate: 0.3 }));
    const solved = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    expect(Math.abs(solved - 0.7)).toBeLessThan(0.15);
  });

  it('without errors solves the recorded tasks', { timeout: 120_000 }, async (context) => {
    const tasks = await allTasks(recordedFolder(context), isFull ? 1 : 10);
    const played = await playAll(oracle, tasks, { oracle_error_rate: 0 });
    const unsolved = tasks.filter((_, at) => played[at]?.reward !== 1);
    expect(unsolved).toEqual([]);
  });

  it('that always errs solves no recorded task', { timeout: 120_000 }, async (context) => {
    const tasks = await allTasks(recordedFolder(context), isFull ? 1 : 20);
    const played = await playAll(oracle, tasks, { oracle_error_rate: 1 });
    const solved = tasks.filter((_, at) => played[at]?.reward !== 0);
    expect(solved).toEqual([]);
  });

  it('says the same for the same request', async () => {
    const tasks = (await allTasks()).slice(0, 10);
    expect(await playAll(oracle, tasks)).toEqual(await playAll(oracle, tasks));
  });

  it('refuses a share that is none', async () => {
    await expect(buildPolicy(oracle, { oracle_error_rate: 2 })).rejects.toThrow(
      /configuration: oracle_error_rate: /,
    );
  });

  it('keeps its place in letters, since a digit could be an output', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.string(), (plan, turn, other) => {
        const mark = writeMark({ plan, turn });
        expect(mark).toMatch(/^[^0-9]+$/);
        expect(readMark(`${writeMark({ plan: 1, turn: 1 })}${mark} (plan ${other}`)).toEqual({
          plan,
          turn,
        });
      }),
      { seed: 6, numRuns: isFull ? 2000 : 200 },
    );
  });
});

describe('the do-nothing policy', () => {
  it('is paid for none of the tasks that ship, as they are', async () => {
    const played = await playAll(doNothing, await allTasks());
    expect(new Set(rewardsOf(played))).toEqual(new Set([0]));
  });

  it('is paid for the tasks that pay anybody where these are kept, and for no other', async () => {
    const config = { idle_tasks: 'keep' };
    const tasks = (await allTasks()).map((task) => ({ ...task, config }));
    const played = await playAll(doNothing, tasks);
    const idle = await Promise.all(
      tasks.map(async ({ env, task_split: split, index }) => {
        const { database, tasks: splits } = await loadTauData(env, undefined);
        const task = splits.get(split)?.[index];
        return task !== undefined && isIdleTask(database, task) ? 1 : 0;
      }),
    );
    expect(idle).toContain(1);
    expect(rewardsOf(played)).toEqual(idle);
    expect(played.every(({ metrics }) => metrics['tool_calls'] === 0)).toBe(true);
  });
});

describe('the random policy', () => {
  it('makes calls that their schemas allow, of every tool, and some are carried out', async () => {
    const tasks = (await allTasks()).filter((_, at) => isFull || at % 4 === 0);
    const played = await playAll(randomCalls, tasks);
    const seen = new Set<string>();
    let count = 0;
    for (const [at, { texts }] of played.entries()) {
      const tools = toolSpecs(tasks[at]?.env ?? 'retail');
      for (const { name, arguments: args, error } of texts.flatMap(
        (text) => parseToolCalls('qwen25', text).calls,
      )) {
        const schema = tools.find((tool) => tool.function.name === name)?.function.parameters;
        expect([name, error, schema === undefined]).toEqual([name, undefined, false]);
        expect([name, allows(schema).safeParse(args).error]).toEqual([name, undefined]);
        seen.add(name);
        count += 1;
      }
    }
    expect(seen.size).toBe(new Set(DOMAINS.flatMap((env) => toolSpecs(env).map(nameOf))).size);
    const failed = played.reduce((sum, { metrics }) => sum + (metrics['tool_errors'] ?? 0), 0);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(count);
  });

  it('is not paid for what nobody would be paid for', async () => {
    const tasks = await allTasks();
    const rewards = rewardsOf(await playAll(randomCalls, tasks));
    expect(rewards.filter((reward) => reward === 1).length).toBeLessThan(tasks.length / 10);
  });
});

const nameOf = ({ function: { name } }: { function: { name: string } }): string => name;

/** zod's own reading of a JSON schema. */
function allows(schema: unknown): z.ZodType {
  return z.fromJSONSchema(z.record(z.string(), z.json()).parse(schema));
}
