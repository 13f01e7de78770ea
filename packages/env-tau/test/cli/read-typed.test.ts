import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactForm, type JsonObject, parseExactJson } from 'slime-sdk';
import { readTyped } from '../../src/cli/read-typed.ts';
import { toolSpecs } from '../../src/index.ts';

const tools = [...toolSpecs('retail'), ...toolSpecs('airline')];
const isFull = process.env['SLIME_TEST_TIER'] === 'full';

describe('a typed line', () => {
  const calls: readonly (readonly [line: string, args: JsonObject])[] = [
    ['get_order_details order_id=#W1', { order_id: '#W1' }],
    ['  get_order_details   order_id="#W1"  ', { order_id: '#W1' }],
    [
      'find_user_id_by_name_zip first_name=Ada last_name="van Dyk" zip=10001',
      { first_name: 'Ada', last_name: 'van Dyk', zip: '10001' },
    ],
    [
      'return_delivered_order_items order_id=1 item_ids=["1", "2"] payment_method_id=x',
      { order_id: '1', item_ids: ['1', '2'], payment_method_id: 'x' },
    ],
    [
      'update_reservation_baggages total_baggages=2 nonfree_baggages=0',
      { total_baggages: 2, nonfree_baggages: 0 },
    ],
    [
      'book_reservation flights=[{"flight_number": "HAT1", "date": "a b"}] insurance=no',
      { flights: [{ flight_number: 'HAT1', date: 'a b' }], insurance: 'no' },
    ],
    ['list_all_product_types', {}],
    ['respond content="Good day."', { content: 'Good day.' }],
  ];

  it.each(calls)('is a call: %s', (line, args) => {
    const [name] = line.trim().split(/\s/);
    expect(readTyped(line, tools)).toEqual({ kind: 'call', name, args });
  });

  it.each([
    'think about it',
    'calculate 1 + 1',
    'cancel_pending_order order_id=#W1 because I say so',
    'Hello = good day',
    'hello',
    'well-known a=1',
    'Total a=1 and b',
    '[1, 2]',
  ])('is said to the user: %s', (line) => {
    expect(readTyped(line, tools)).toEqual({ kind: 'say', text: line });
  });

  it.each(['bogus_tool a=1', 'get_order_detail order_id=1', 'Pay amount=1', 'list_all_products'])(
    'is a slip where it is a call of no tool: %s',
    (line) => {
      const [name] = line.split(' ');
      expect(readTyped(line, tools)).toEqual({
        kind: 'fault',
        problem: `there is no tool ${name}; /tools lists them, /say ${line} says it to the user`,
      });
    },
  );

  it('shows nothing of a slip that a terminal would obey, and little of a long one', () => {
    const long = readTyped(`bogus_tool a=\u001b[31m${'x'.repeat(5000)}`, tools);
    expect(long.kind === 'fault' && long.problem.length).toBeLessThan(200);
    expect(long.kind === 'fault' && long.problem).not.toContain('\u001b');
  });

  it('is a call as JSON, with numbers as they were written', () => {
    for (const key of ['arguments', 'kwargs']) {
      const typed = readTyped(`{"name": "send_certificate", "${key}": {"amount": 1.0}}`, tools);
      const args = typed.kind === 'call' ? typed.args : {};
      expect(args).toEqual({ amount: 1 });
      expect(exactForm(args)?.numbers.get('amount')).toBe(1);
    }
    const pairs = readTyped('send_certificate amount=1.0', tools);
    expect(exactForm(pairs.kind === 'call' ? pairs.args : {})?.numbers.get('amount')).toBe(1);
  });

  it.each([
    '{',
    '{"name": "think", "arguments": [1]}',
    '{"arguments": {}}',
    `x${'y'.repeat(100_000)}`,
  ])('that was meant for a call and is none is refused with a reason: %.20s', (line) => {
    expect(readTyped(line, tools).kind).toBe('fault');
  });

  it('gives back any arguments that it is written with', () => {
    const key = fc.stringMatching(/^[a-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(key, fc.json({ maxDepth: 2 })), (texts) => {
        const pairs = Object.entries(texts).map(([name, json]) => `${name}=${json}`);
        const fields = Object.entries(texts).map(([name, json]) => `"${name}": ${json}`);
        const json = `{${fields.join(', ')}}`;
        const expected = { kind: 'call', name: 'think', args: parseExactJson(json) };
        expect(readTyped(['think', ...pairs].join(' '), tools)).toEqual(expected);
        expect(readTyped(`{"name": "think", "arguments": ${json}}`, tools)).toEqual(expected);
      }),
      { seed: 6, numRuns: isFull ? 1000 : 200 },
    );
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const line of [text, `think ${text}`, `think a=${text}`, `{${text}`, `/${text}`]) {
          expect(['say', 'call', 'command', 'fault']).toContain(readTyped(line, tools).kind);
        }
      }),
      { seed: 6, numRuns: isFull ? 3000 : 300 },
    );
  });
});
