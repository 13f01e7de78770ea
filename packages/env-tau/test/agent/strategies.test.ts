import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolSpecs } from '../../src/index.ts';
import { ActStrategy } from '../../src/agent/act.ts';
import { draw } from '../../src/agent/draw.ts';
import { openEnv, startEnv, stepWith } from '../episode/open-env.ts';

const act = new ActStrategy('The policy.', toolSpecs('retail'), { thinks: false });
const read = (content: string) => act.read({ content, calls: [] });

describe('act', () => {
  it('reads what follows the last "Action:" as a call', () => {
    const content =
      'Action: none\nThought: so\nAction:\n{"name": "calculate", "arguments": {"expression": "1"}}';
    expect(read(content)).toEqual([
      { kind: 'call', name: 'calculate', kwargs: new Map([['expression', '1']]) },
    ]);
  });

  it('keeps 1 and 1.0 apart', () => {
    expect(read('{"name": "a", "arguments": {"x": 1.0, "y": 1}}')).toEqual([
      {
        kind: 'call',
        name: 'a',
        kwargs: new Map<string, number | bigint>([
          ['x', 1],
          ['y', 1n],
        ]),
      },
    ]);
  });

  it('takes what is no JSON for a message to the user, and respond for one, too', () => {
    expect(read('Thought: hm\nAction: Hello, who are you?')).toEqual([
      { kind: 'respond', content: 'Hello, who are you?', isCall: false },
    ]);
    expect(read('Action: {"name": "respond", "arguments": {"content": "Hi"}}')).toEqual([
      { kind: 'respond', content: 'Hi', isCall: true },
    ]);
  });

  it.each(['42', '[]', '{}', '{"name": 1, "arguments": {}}', '{"name": "a"}', 'null'])(
    'answers the action %s with what is wrong',
    (text) => {
      expect(read(`Action: ${text}`)).toEqual([
        { kind: 'fault', name: text.includes('"a"') ? 'a' : null, problem: expect.any(String) },
      ]);
    },
  );

  it('answers every call by tags with a word on the form', () => {
    const call = { name: 'think', arguments: {}, raw: '' };
    expect(act.read({ content: '', calls: [call, { ...call, name: '' }] })).toMatchObject([
      { kind: 'fault', name: 'think' },
      { kind: 'fault', name: null },
    ]);
  });

  it('tells of the tools in the system prompt, as Python prints them, and of the form', () => {
    const { system, tools } = act.brief(1);
    expect(tools).toBeUndefined();
    expect(system.startsWith('The policy.\n#Available tools\n[{"type": "function", ')).toBe(true);
    expect(system.split('\n')[2]).toBe(
      JSON.stringify(toolSpecs('retail')).replaceAll(
        /("(?:[^"\\]|\\.)*")|([,:])/g,
        (_all, text, mark) => text ?? `${mark} `,
      ),
    );
    expect(system).not.toContain('Thought:');
    const react = new ActStrategy('', [], { thinks: true }).brief(1).system;
    expect(react.match(/^Thought:$/gm)).toHaveLength(3);
    for (const line of react.split('\n').filter((text) => text.startsWith('{"name": "'))) {
      expect(JSON.parse(line)).toMatchObject({ name: expect.any(String), arguments: {} });
    }
  });

  it('plays an episode in text alone', async () => {
    const env = await openEnv({ index: 0 }, { agent_strategy: 'react' });
    await startEnv(env);
    const turn =
      'Thought:\nso\nAction:\n{"name": "calculate", "arguments": {"expression": "2 * 3"}}';
    expect((await stepWith(env, turn)).observation).toEqual([
      { role: 'user', content: 'API output: 6.0' },
    ]);
    const [said] = (await stepWith(env, 'Action:\nI can help.', 1)).observation;
    expect(said).toMatchObject({ role: 'user', content: expect.not.stringContaining('API') });
    await env.close();
  });
});

describe('few-shot', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'few-shot-'));
    const line = (at: number): string => JSON.stringify({ messages_display: `user: ${at}` });
    await writeFile(join(folder, 'shots.jsonl'), `${[0, 1, 2, 3].map(line).join('\n')}\n`);
    await writeFile(join(folder, 'bad.jsonl'), '{"messages": []}\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const system = async (config: JsonObject, seed = 1): Promise<string> => {
    const env = await openEnv({ index: 0 }, { agent_strategy: 'few-shot', ...config });
    const { messages = [] } = await env.reset({
      seed,
      attempt: 0,
      signal: AbortSignal.timeout(9000),
    });
    await env.close();
    const content = messages[0]?.content;
    if (typeof content !== 'string') throw new TypeError('the system prompt is a text');
    return content;
  };

  it('puts sampled conversations behind the policy, the same for the same seed', async () => {
    const config = { few_shot_displays_path: join(folder, 'shots.jsonl'), num_few_shots: 2 };
    const first = await system(config);
    expect(first).toMatch(/\n\nExample 1:\nuser: \d\n\nExample 2:\nuser: \d$/);
    expect(await system(config)).toBe(first);
    const others = await Promise.all([2, 3, 4, 5, 6].map((seed) => system(config, seed)));
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('names the file that is missing, too short or not as it must be', async () => {
    await expect(system({})).rejects.toThrow(
      /few_shot\.jsonl.*Name a file as few_shot_displays_path/,
    );
    await expect(system({ few_shot_displays_path: join(folder, 'shots.jsonl') })).rejects.toThrow(
      'has 4 conversations and num_few_shots is 5',
    );
    await expect(system({ few_shot_displays_path: join(folder, 'bad.jsonl') })).rejects.toThrow(
      'bad.jsonl:1 must be',
    );
  });

  it('draws without putting back', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      expect(new Set(draw([1, 2, 3], 3, seed))).toEqual(new Set([1, 2, 3]));
    }
    expect(draw([1], 3, 1)).toEqual([1]);
  });
});
