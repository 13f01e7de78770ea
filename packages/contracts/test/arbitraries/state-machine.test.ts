import fc from 'fast-check';
import type { JsonValue, ToolCall, ToolSpec } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { describe, expect, it } from 'vitest';
import {
  type CallFormat,
  collectSeen,
  EMPTY_VOCABULARY,
  type EpisodePlan,
  episodePlan,
  speak,
} from '../../src/arbitraries/index.ts';

const tool = (name: string, properties: Record<string, JsonValue>): ToolSpec => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
  },
});

const valve = { enum: ['north', 'east', 'south', 'west', 'main'] };
const tools = [
  tool('look', {}),
  tool('open_valve', { valve }),
  tool('close_valve', { valve }),
  tool('set_pump', { mode: { enum: ['off', 'slow', 'fast', 'reverse'] } }),
];

/** A plant that fails when its pump is reversed right after the east valve was opened. */
class Plant {
  #opened: JsonValue = null;

  /** @throws Error at the fault. */
  act({ name, arguments: args }: ToolCall): string {
    if (name === 'set_pump' && args['mode'] === 'reverse' && this.#opened === 'east') {
      throw new Error('the pump runs backwards into an open valve');
    }
    this.#opened = name === 'open_valve' ? (args['valve'] ?? null) : null;
    return `${name} done.`;
  }
}

/** A desk that fails when a lamp that was ordered is returned late: three calls, each needs the last. */
class Desk {
  static readonly tools = [
    tool('find_user', { email: { type: 'string' } }),
    tool('list_orders', { user_id: { type: 'string' } }),
    tool('return_order', { order_id: { type: 'string' }, reason: { enum: ['broken', 'late'] } }),
    tool('say', { text: { type: 'string' } }),
  ];

  /** @throws Error at the fault. */
  act({ name, arguments: args }: ToolCall): string {
    if (name === 'find_user') return 'user_id: mia_li_3668, name: Mia Li';
    if (name === 'list_orders' && args['user_id'] === 'mia_li_3668') {
      return '{"orders": ["#W12", "#W77"], "items": [{"id": "9011", "name": "lamp", "price": 12.5}]}';
    }
    if (name === 'return_order' && args['order_id'] === '#W77' && args['reason'] === 'late') {
      throw new Error('refunded twice');
    }
    return 'Nothing was found.';
  }
}

function play(
  { turns }: EpisodePlan,
  world: { tools: readonly ToolSpec[]; act(call: ToolCall): string },
  format: CallFormat,
): void {
  let seen: JsonValue[] = collectSeen('You are at the desk.');
  for (const [turn, plan] of turns.entries()) {
    const spoken = speak(plan, {
      tools: world.tools,
      format,
      seen,
      label: null,
      right: null,
      turn,
    });
    if (spoken.truncated) return;
    const { calls } = parseResponse(spoken.text, {
      toolCallParser: format,
      reasoningParser: 'qwen3',
      tools: world.tools,
    });
    for (const { name, arguments: args } of calls) {
      if (args === undefined || !world.tools.some((known) => known.function.name === name))
        continue;
      seen = [...seen, ...collectSeen(world.act({ name, arguments: args }))];
    }
  }
}

function seedsThatFind(makeWorld: () => Parameters<typeof play>[1], format: CallFormat): number {
  const plan = episodePlan({ vocabulary: EMPTY_VOCABULARY });
  let found = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const property = fc.property(plan, (episode) => play(episode, makeWorld(), format));
    if (fc.check(property, { seed, numRuns: 1000, endOnFailure: true }).failed) found += 1;
  }
  return found;
}

describe('episodes of 1,000 cases', () => {
  it.each(['qwen25', 'qwen3_coder', 'gpt-oss', 'kimi_k2'] as const)(
    'find a fault behind two calls in a row with one value each, 19 times of 20: %s',
    (format) => {
      const found = seedsThatFind(() => {
        const plant = new Plant();
        return { tools, act: (call) => plant.act(call) };
      }, format);
      expect(found).toBeGreaterThanOrEqual(19);
    },
  );

  it('find a fault behind values that only observations give, 19 times of 20', () => {
    const found = seedsThatFind(() => {
      const desk = new Desk();
      return { tools: Desk.tools, act: (call) => desk.act(call) };
    }, 'qwen25');
    expect(found).toBeGreaterThanOrEqual(19);
  });

  it('shrink to the two calls', () => {
    const plan = episodePlan({ vocabulary: EMPTY_VOCABULARY });
    const property = fc.property(plan, (episode) => {
      const plant = new Plant();
      play(episode, { tools, act: (call) => plant.act(call) }, 'qwen25');
    });
    const { counterexample } = fc.check(property, { seed: 3, numRuns: 5000 });
    const texts = (counterexample ?? []).flatMap(({ turns }) =>
      turns.map(
        (turn) =>
          speak(turn, { tools, format: 'qwen25', seen: [], label: null, right: null, turn: 0 })
            .text,
      ),
    );
    expect(texts.join('\n')).toBe(
      [
        '<tool_call>\n{"name":"open_valve","arguments":{"valve":"east"}}\n</tool_call>',
        '<tool_call>\n{"name":"set_pump","arguments":{"mode":"reverse"}}\n</tool_call>',
      ].join('\n'),
    );
  });
});
