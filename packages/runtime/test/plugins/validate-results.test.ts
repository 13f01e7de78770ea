import { BaseInteractionEnv } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { readObservation } from '../../src/plugins/check-messages.ts';
import {
  readBuilt,
  readMetrics,
  readReset,
  readReward,
  readRewards,
  readSnapshot,
  readStep,
} from '../../src/plugins/validate-results.ts';

function messageOf(read: () => unknown): string {
  try {
    return `it gave ${JSON.stringify(read())}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'it threw what is no error';
  }
}

describe('a built env', () => {
  test('has all its methods', () => {
    class Env extends BaseInteractionEnv {
      override step() {
        return { observation: { text: '' }, done: true };
      }
    }
    const env = new Env();
    expect(readBuilt(env)).toBe(env);
  });

  test('is refused with the methods that it has not', () => {
    class Half {
      step() {}
      close() {}
    }
    expect(messageOf(() => readBuilt(new Half()))).toBe(
      'its result: a Half is no env, it has no reset(), formatObservation(); ' +
        'extend BaseInteractionEnv, which has all but step()',
    );
    expect(messageOf(() => readBuilt(undefined))).toBe('its result: must be an env, not undefined');
  });
});

test('a list with holes is refused by its first hole, wherever it stands', () => {
  const holes: unknown[] = [];
  holes.length = 2;
  const user = { role: 'user', content: 'x' };
  const read = (messages: unknown, tools?: unknown): string =>
    messageOf(() => readReset({ messages, ...(tools === undefined ? {} : { tools }) }));
  expect(read(holes)).toMatch(/^messages\[0\]: must be an object/);
  expect(read([{ ...user, content: holes }])).toMatch(
    /^messages\[0\]\.content\[0\]: must be a part/,
  );
  expect(read([{ ...user, tool_calls: holes }])).toMatch(
    /^messages\[0\]\.tool_calls\[0\]: must be/,
  );
  expect(read([user], holes)).toMatch(/^tools\[0\]: must be an object/);
  expect(messageOf(() => readObservation(holes, false))).toMatch(/\[0\]: must be an object/);
});

describe('the result of reset', () => {
  test('is copied', () => {
    const result = {
      messages: [
        { role: 'system', content: 'be brief' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', name: 'f', arguments: { x: 1 } }],
        },
        { role: 'tool', content: 'ok', tool_call_id: 'c1', name: 'f' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      info: { a: [1, null] },
    };
    const read = readReset(result);
    expect(read).toEqual(result);
    result.info.a.push(2);
    expect(read.info).toEqual({ a: [1, null] });
    expect(readReset({})).toEqual({});
  });

  test.each<[string, unknown, string]>([
    [
      'a Python tuple',
      ['obs', {}],
      'its result: must be an object { messages, tools, reword, info }, not an array of 2',
    ],
    [
      'nothing',
      undefined,
      'its result: must be an object { messages, tools, reword, info }, not undefined',
    ],
    [
      'a misspelt key',
      { message: [] },
      'message: no such field; there are messages, tools, reword, info',
    ],
    [
      'an empty prompt',
      { messages: [] },
      'messages: is empty; leave it out to keep the prompt of the row',
    ],
    [
      'an unknown role',
      { messages: [{ role: 'human', content: '' }] },
      `messages[0].role: must be "system", "user", "assistant" or "tool", not the string 'human'`,
    ],
    [
      'a call in wire form',
      {
        messages: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
        ],
      },
      'messages[0].tool_calls[0]: is in wire form; give { id, name, arguments } with arguments as an object',
    ],
    [
      'a bare function spec',
      { tools: [{ name: 'f', parameters: {} }] },
      'tools[0].name: no such field; there are type, function',
    ],
    [
      'info that JSON cannot carry',
      { info: { when: new Date(0) } },
      'info.when: a Date is no plain object',
    ],
    ['a NaN deep in info', { info: { a: [{ b: NaN }] } }, 'info.a[0].b: NaN has no JSON form'],
  ])('is refused when it is %s', (_, value, message) => {
    expect(messageOf(() => readReset(value))).toBe(message);
  });
});

describe('the result of step', () => {
  test('keeps the observation as it is', () => {
    const observation = { board: new Map() };
    expect(readStep({ observation, done: false }, false)).toEqual({
      observation,
      done: false,
      info: null,
      reward: null,
    });
    expect(readStep({ observation, done: true, reward: 0.5, info: {} }, true)).toMatchObject({
      reward: 0.5,
      info: {},
    });
  });

  test.each<[string, unknown, string]>([
    ['a done that is no boolean', { done: 'yes' }, "done: must be a boolean, not the string 'yes'"],
    ['done left out', {}, 'done: must be a boolean, not undefined'],
    [
      'a tuple',
      ['obs', false, {}],
      'its result: must be an object { observation, done, info, reward }, not an array of 3',
    ],
    [
      'a key of gym',
      { done: true, truncated: false },
      'truncated: no such field; there are observation, done, info, reward',
    ],
    [
      'a NaN reward',
      { done: true, reward: NaN },
      'reward: must be finite as a 32-bit float, not NaN',
    ],
    ['a boolean reward', { done: true, reward: true }, 'reward: must be a number, not true'],
    [
      'info with a function',
      { done: true, info: { f() {} } },
      'info.f: a function has no JSON form',
    ],
  ])('is refused for %s', (_, value, message) => {
    expect(messageOf(() => readStep(value, true))).toBe(message);
  });

  test('with a reward that the env does not declare is refused, not lost', () => {
    expect(messageOf(() => readStep({ done: true, reward: 1 }, false))).toBe(
      'reward: the env declares no reward, so this would be lost: add reward: { reduction, range } to defineEnv',
    );
  });
});

describe('an observation', () => {
  test('is one message or several, copied', () => {
    const image = new Uint8Array([1, 2]);
    const message = {
      role: 'user',
      content: [
        { type: 'image', image, max_pixels: 100 },
        { type: 'text', text: 'look' },
      ],
    };
    const read = readObservation(message, false);
    image[0] = 9;
    expect(read).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', image: new Uint8Array([1, 2]), max_pixels: 100 },
          { type: 'text', text: 'look' },
        ],
      },
    ]);
    expect(readObservation([{ role: 'tool', content: 'a' }, message], false)).toHaveLength(2);
  });

  test('may have an empty message beside one that is not', () => {
    const messages = [
      { role: 'tool', content: '' },
      { role: 'tool', content: 'x' },
    ];
    expect(readObservation(messages, false)).toEqual(messages);
  });

  test.each<[string, unknown]>([
    ['no text', { role: 'user', content: '' }],
    ['no part', { role: 'user', content: [] }],
    ['empty parts', { role: 'user', content: [{ type: 'text', text: '' }] }],
    ['no message', []],
  ])('of %s is refused unless that is declared', (_, value) => {
    expect(messageOf(() => readObservation(value, false))).toMatch(/the observation is empty/);
    expect(() => readObservation(value, true)).not.toThrow();
  });

  test.each<[string, unknown, string]>([
    [
      'a string',
      'hi',
      "must be an object { role, content, reasoning_content, tool_calls, tool_call_id, name }, not the string 'hi'",
    ],
    [
      'the assistant’s',
      { role: 'assistant', content: 'x' },
      'role: an observation cannot speak for the assistant',
    ],
    [
      'without content',
      { role: 'user' },
      'content: must be a string or a list of parts, not undefined',
    ],
    [
      'video',
      { role: 'user', content: [{ type: 'video', video: 'x' }] },
      'content[0].type: "video" is not supported; parts are text and image',
    ],
    [
      'audio',
      { role: 'user', content: [{ type: 'audio' }] },
      'content[0].type: "audio" is not supported',
    ],
    [
      'OpenAI’s image_url',
      { role: 'user', content: [{ type: 'image_url' }] },
      `content[0].type: must be "text" or "image", not the string 'image_url'`,
    ],
    [
      'a picture of no bytes',
      { role: 'user', content: [{ type: 'image', image: new Uint8Array() }] },
      'content[0].image: must be a path, a data: URI or the bytes of a picture file, not a Uint8Array',
    ],
    [
      'half a pixel',
      { role: 'user', content: [{ type: 'image', image: 'x', min_pixels: 0.5 }] },
      'content[0].min_pixels: must be a positive integer, not the number 0.5',
    ],
    ['a stray key', { role: 'user', content: 'x', colour: 1 }, 'colour: no such field'],
  ])('that is %s is refused', (_, value, message) => {
    expect(messageOf(() => readObservation(value, false))).toContain(message);
  });

  test('in a list is named by its place', () => {
    const list = [
      { role: 'user', content: 'a' },
      { role: 'user', content: 3 },
    ];
    expect(messageOf(() => readObservation(list, false))).toBe(
      '[1].content: must be a string or a list of parts, not the number 3',
    );
  });
});

describe('a reward', () => {
  test('is a finite number or an object of them', () => {
    expect([readReward(-0.5, []), readReward({ score: 1, acc: 0 }, [])]).toEqual([
      -0.5,
      { score: 1, acc: 0 },
    ]);
  });

  test.each<[string, unknown, string]>([
    ['true', true, 'its result: must be a number or an object of numbers, not true'],
    ['null', null, 'its result: must be a number or an object of numbers, not null'],
    ['undefined', undefined, 'its result: must be a number or an object of numbers, not undefined'],
    ['a string', '1', "its result: must be a number or an object of numbers, not the string '1'"],
    ['a list', [1], 'its result: must be a number or an object of numbers, not an array of 1'],
    ['a Map', new Map(), 'its result: must be a number or an object of numbers, not a Map'],
    ['a BigInt', 1n, 'its result: must be a number or an object of numbers, not the bigint 1n'],
    ['NaN', NaN, 'its result: must be finite as a 32-bit float, not NaN'],
    ['infinity', -Infinity, 'its result: must be finite as a 32-bit float, not -Infinity'],
    ['1e39', 1e39, 'its result: must be finite as a 32-bit float, not 1e+39'],
    ['an empty object', {}, 'its result: is an object without a number in it'],
    ['a record with a boolean', { score: 1, acc: true }, 'acc: must be a number, not true'],
    ['a record with a NaN', { score: NaN }, 'score: must be finite as a 32-bit float, not NaN'],
  ])('is not %s', (_, value, message) => {
    expect(messageOf(() => readReward(value, []))).toBe(message);
  });
});

describe('the rewards of a group', () => {
  test('are one a sample', () => {
    expect(readRewards([1, { a: 2 }], 2)).toEqual([1, { a: 2 }]);
  });

  test.each<[string, unknown, string]>([
    ['too few', [1, 2], 'its result: 2 rewards for a group of 3 samples'],
    ['too many', [1, 2, 3, 4], 'its result: 4 rewards for a group of 3 samples'],
    ['a record', { 0: 1 }, "its result: must be an array of 3 rewards, not the object { '0': 1 }"],
    ['one number', 1, 'its result: must be an array of 3 rewards, not the number 1'],
    ['wrong in one place', [1, 2, { s: null }], '[2].s: must be a number, not null'],
  ])('are not %s', (_, value, message) => {
    expect(messageOf(() => readRewards(value, 3))).toBe(message);
  });

  test('have no holes', () => {
    const rewards: number[] = [1];
    rewards[2] = 1;
    expect(messageOf(() => readRewards(rewards, 3))).toBe(
      '[1]: must be a number or an object of numbers, not undefined',
    );
  });
});

test('metrics are finite numbers', () => {
  expect(readMetrics({ a: 1 })).toEqual({ a: 1 });
  expect(messageOf(() => readMetrics({ a: '1' }))).toBe("a: must be a number, not the string '1'");
  expect(messageOf(() => readMetrics([1]))).toBe(
    'its result: must be an object of numbers, not an array of 1',
  );
});

test('a snapshot is copied, or refused when it cannot be', () => {
  const state = { seen: new Set([1]) };
  const snapshot = readSnapshot(state);
  state.seen.add(2);
  expect(snapshot).toEqual({ seen: new Set([1]) });
  expect(messageOf(() => readSnapshot({ f: () => 1 }))).toMatch(
    /^its result: cannot be copied by structuredClone: /,
  );
});
