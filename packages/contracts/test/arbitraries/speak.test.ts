import fc from 'fast-check';
import type { JsonObject, ToolSpec } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { describe, expect, it } from 'vitest';
import {
  type CallFormat,
  EMPTY_VOCABULARY,
  episodePlan,
  type Live,
  speak,
  type Spoken,
  type TurnKind,
  turnPlan,
} from '../../src/arbitraries/index.ts';

const tool = (name: string, properties: JsonObject, required: string[]): ToolSpec => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties, required } },
});

const tools = [
  tool('look', {}, []),
  tool('move', { to: { type: 'string' }, speed: { type: 'number', minimum: 0, maximum: 9 } }, [
    'to',
  ]),
  tool(
    'set',
    {
      mode: { enum: ['a', 'b'] },
      times: { type: 'integer' },
      on: { type: 'boolean' },
      note: { type: ['string', 'null'] },
      path: { type: 'array', items: { type: 'string' } },
      more: { type: 'object', properties: { x: { type: 'number' } } },
    },
    ['mode', 'on'],
  ),
];

const formats: readonly CallFormat[] = ['qwen25', 'qwen3_coder', 'gpt-oss', 'kimi_k2'];

const live = (fields: Partial<Live> = {}): Live => ({
  tools,
  format: 'qwen25',
  seen: ['#W12', 'cellar', 7],
  label: '42',
  right: '\\boxed{42}',
  turn: 0,
  ...fields,
});

const vocabulary = {
  literals: ['cellar', 'Answer:', '<tool_call>', '</think>'],
  regexes: [{ source: '<go>(\\w+)</go>', flags: 'g' }],
};

function say(given: Live, count: number): Spoken[] {
  const plans = fc.sample(turnPlan({ vocabulary }), { seed: 11, numRuns: count });
  return plans.map((plan) => speak(plan, given));
}

function shares(turns: readonly Spoken[]): Map<TurnKind, number> {
  const counts = new Map<TurnKind, number>();
  for (const { kind } of turns) counts.set(kind, (counts.get(kind) ?? 0) + 100 / turns.length);
  return counts;
}

describe('a turn of the policy', () => {
  it.each(formats)(
    'is a valid call in half of the cases, of every other kind too: %s',
    (format) => {
      const counts = shares(say(live({ format }), 4000));
      expect(counts.get('call')).toBeGreaterThan(50);
      expect(counts.get('call')).toBeLessThan(60);
      const kinds: TurnKind[] = [
        'prose',
        'answer',
        'wrong_answer',
        'calls',
        'thought_call',
        'mutated_call',
        'cut',
        'hostile',
      ];
      for (const kind of kinds)
        expect([kind, Math.min(1.5, counts.get(kind) ?? 0)]).toEqual([kind, 1.5]);
    },
  );

  it('has no call where there are no tools', () => {
    const turns = say(live({ tools: [] }), 2000);
    expect([...shares(turns).keys()].filter((kind) => /call/.test(kind))).toEqual([]);
    expect(
      turns.every(({ text, kind }) => kind !== 'answer' || !text.includes('<tool_call>\n{')),
    ).toBe(true);
  });

  it.each(formats)('is read by the parser of its format as the calls it names: %s', (format) => {
    const reasoning = { withCalls: 0 };
    for (const { text, calls, kind } of say(live({ format }), 3000)) {
      if (kind !== 'call' && kind !== 'calls') {
        expect(calls).toEqual([]);
        continue;
      }
      const read = parseResponse(text, { toolCallParser: format, reasoningParser: 'qwen3', tools });
      expect(read.calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(
        calls,
      );
      expect(calls).toHaveLength(kind === 'call' ? 1 : calls.length);
      if (read.reasoning !== '') reasoning.withCalls += 1;
    }
    expect(reasoning.withCalls).toBeGreaterThan(100);
  });

  it('that drafts a call in its reasoning has none', () => {
    const drafts = say(live(), 4000).filter(({ kind }) => kind === 'thought_call');
    const closed = drafts.filter(({ text }) => text.includes('</think>'));
    expect(closed.length).toBeGreaterThan(20);
    for (const { text } of closed) {
      const read = parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: 'qwen3' });
      expect(read.calls).toEqual([]);
      expect(read.reasoning).toContain('<tool_call>');
    }
  });

  it('that is cut says so, and no other does', () => {
    for (const { kind, truncated } of say(live(), 2000)) expect(truncated).toBe(kind === 'cut');
  });

  it('takes arguments from what was seen, and from the plugin’s own words', () => {
    const places = say(live(), 3000).flatMap(({ calls }) =>
      calls.filter(({ name }) => name === 'move').map(({ arguments: args }) => args['to']),
    );
    const share = (place: string): number =>
      places.filter((name) => name === place).length / places.length;
    expect(share('#W12')).toBeGreaterThan(0.04);
    expect(share('cellar')).toBeGreaterThan(0.03);
    expect(share('\\boxed{42}')).toBeGreaterThan(0.04);
    expect(places.some((place) => typeof place === 'string' && /^<go>\w+<\/go>$/.test(place))).toBe(
      true,
    );
  });

  it('reaches malformed calls, unknown tools, wrong and missing arguments', () => {
    for (const format of formats) {
      const mutated = say(live({ format }), 6000).filter(({ kind }) => kind === 'mutated_call');
      const read = mutated.map(
        ({ text }) =>
          parseResponse(text, { toolCallParser: format, reasoningParser: 'qwen3', tools }).calls,
      );
      const calls = read.flat();
      const known = new Set(tools.map(({ function: { name } }) => name));
      const count = (test: (call: (typeof calls)[number]) => boolean): number =>
        calls.filter(test).length;
      expect(count(({ error }) => error !== undefined)).toBeGreaterThan(30);
      expect(count(({ name, error }) => error === undefined && !known.has(name))).toBeGreaterThan(
        30,
      );
      const move = calls.filter(
        ({ name, arguments: args }) => name === 'move' && args !== undefined,
      );
      expect(move.some(({ arguments: args }) => args?.['to'] === undefined)).toBe(true);
      expect(move.some(({ arguments: args }) => args?.['no_such_argument'] !== undefined)).toBe(
        true,
      );
      expect(move.some(({ arguments: args }) => typeof args?.['to'] === 'string')).toBe(true);
      expect(read.some((list) => list.length === 0)).toBe(true);
      expect(read.some((list) => list.length > 1)).toBe(true);
    }
  });

  it('gives the declared right answer, and where none is declared states the label', () => {
    const answers = (given: Live): Spoken[] =>
      say(given, 3000).filter(({ kind }) => kind === 'answer');
    const declared = answers(live());
    const verbatim = declared.filter(({ text }) => text.endsWith('\\boxed{42}')).length;
    expect(verbatim / declared.length).toBeGreaterThan(0.6);
    const stated = answers(live({ right: null, label: 'cat' }));
    expect(stated.every(({ text }) => text.includes('cat'))).toBe(true);
    expect(stated.some(({ text }) => text.endsWith('<go>cat</go>'))).toBe(true);
  });

  it('is about the same thing as the other turns of its episode', () => {
    const episodes = fc.sample(episodePlan({ vocabulary }), { seed: 13, numRuns: 200 });
    for (const { turns } of episodes) {
      expect(new Set(turns.map(({ focus }) => focus)).size).toBe(1);
    }
    expect(new Set(episodes.map(({ turns }) => turns[0]?.focus)).size).toBeGreaterThan(50);
    expect(Math.max(...episodes.map(({ turns }) => turns.length))).toBe(12);
  });

  it('calls a tool in half of the episodes in every turn but the last', () => {
    const episodes = fc.sample(episodePlan({ vocabulary, mostTurns: 6 }), {
      seed: 14,
      numRuns: 600,
    });
    const long = episodes.filter(({ turns }) => turns.length === 6);
    const busy = long.filter(({ turns }) =>
      turns.slice(0, -1).every(({ kind }) => /^(?:call|calls|mutated_call)$/.test(kind)),
    );
    expect(busy.length / long.length).toBeGreaterThan(0.4);
    expect(busy.length / long.length).toBeLessThan(0.8);
  });

  it('is the same for the same plan and world', () => {
    expect(say(live(), 300)).toEqual(say(live(), 300));
  });

  it('shrinks to a turn without words, and a call to the first tool', () => {
    const plan = turnPlan({ vocabulary: EMPTY_VOCABULARY });
    const least = (fails: (turn: Spoken) => boolean): string[] => {
      const { counterexample } = fc.check(
        fc.property(plan, (given) => !fails(speak(given, live()))),
        { seed: 12 },
      );
      return (counterexample ?? []).map((given) => speak(given, live()).text);
    };
    expect(least(() => true)).toEqual(['']);
    expect(least(({ calls }) => calls.length > 0)).toEqual([
      '<tool_call>\n{"name":"look","arguments":{}}\n</tool_call>',
    ]);
    expect(least(({ calls }) => calls.some(({ name }) => name === 'set'))).toEqual([
      '<tool_call>\n{"name":"set","arguments":{"mode":"a","on":false}}\n</tool_call>',
    ]);
  });
});
