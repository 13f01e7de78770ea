import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyTool,
  DOMAINS,
  fromJson,
  parseJson,
  type PyValue,
  toolSpecs,
  type World,
  worldHash,
} from '../../src/index.ts';
import { call } from '../call.ts';
import { smallAirline, smallShop } from '../small-worlds.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';

/** The tools of a domain by name, with the names of what they take. */
const toolsOf = (domain: (typeof DOMAINS)[number]): { name: string; parameters: string[] }[] =>
  toolSpecs(domain).map(({ function: { name, parameters } }) => {
    const required = parameters?.['required'];
    return { name, parameters: Array.isArray(required) ? required.map(String) : [] };
  });

const WORLDS: Record<(typeof DOMAINS)[number], () => World> = {
  retail: smallShop,
  airline: smallAirline,
};

/** Values that exist in the worlds beside any others, so that calls get past the first check. */
const value: fc.Arbitrary<PyValue> = fc.oneof(
  fc.constantFrom('#W1', '#W2', 'AAAAAA', 'ada_li_1', 'bo_ito_2', 'gift_card_1', 'gift_card_3'),
  fc.constantFrom<PyValue>('economy', 'SFO', '2024-05-20', 'no longer needed', ['9'], ['10']),
  fc.jsonValue({ maxDepth: 3 }).map((json) => fromJson(JSON.parse(JSON.stringify(json)))),
);

const callOf = (domain: (typeof DOMAINS)[number]) =>
  fc.constantFrom(...toolsOf(domain)).chain(({ name, parameters }) =>
    fc.record({
      name: fc.constant(name),
      args: fc
        .tuple(...parameters.map((parameter) => fc.tuple(fc.constant(parameter), value)))
        .map((pairs): PyValue => new Map(pairs)),
    }),
  );

describe('a hostile call', () => {
  it.for(DOMAINS)('is answered in the %s world, and the world can be hashed', (domain) => {
    fc.assert(
      fc.property(fc.array(callOf(domain), { minLength: 1, maxLength: 4 }), (calls) => {
        const world = WORLDS[domain]();
        for (const { name, args } of calls) {
          const { observation, raised } = applyTool(world, name, args);
          if (raised) expect(observation).toMatch(/^Error: ./);
          else expect(observation === null || typeof observation === 'string').toBe(true);
        }
        expect(worldHash(world)).toMatch(/^[0-9a-f]{64}$/);
      }),
      { seed: 5, numRuns: isFull ? 20_000 : 1000 },
    );
  });

  it.for(DOMAINS)(
    'with missing, unknown or no arguments is told what the tool takes: %s',
    (domain) => {
      for (const { name, parameters } of toolsOf(domain)) {
        const world = WORLDS[domain]();
        const all = new Map(parameters.map((parameter): [string, PyValue] => [parameter, 'x']));
        const takes = parameters.length === 0 ? 'takes no arguments' : parameters.join(', ');
        expect(applyTool(world, name, new Map([...all, ['note', 'x']]))).toEqual({
          observation: expect.stringContaining(takes),
          raised: true,
        });
        if (parameters.length > 0) {
          expect(applyTool(world, name, new Map())).toEqual({
            observation: `Error: ${name} needs ${takes}, which the call does not give`,
            raised: true,
          });
        }
        expect(applyTool(world, name, ['x'])).toEqual({
          observation: 'Error: the arguments must be an object, they are a list',
          raised: true,
        });
      }
    },
  );

  it('of a tool that is none is told so', () => {
    for (const name of ['respond', '__proto__', 'constructor', '']) {
      expect(applyTool(smallShop(), name, new Map())).toEqual({
        observation: `Unknown action ${name}`,
        raised: false,
      });
    }
  });

  it('reaches nothing through the names that objects inherit', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const id = JSON.stringify(key);
      expect([
        call(smallShop(), 'get_order_details', `{"order_id": ${id}}`).observation,
        call(smallShop(), 'get_user_details', `{"user_id": ${id}}`).observation,
        call(smallAirline(), 'cancel_reservation', `{"reservation_id": ${id}}`).observation,
        call(smallShop(), 'think', `{"thought": "", ${id}: 1}`).raised,
      ]).toEqual([
        'Error: order not found',
        'Error: user not found',
        'Error: reservation not found',
        true,
      ]);
    }
    expect(fromJson(JSON.parse('{"__proto__": {"polluted": 1}}'))).toEqual(
      new Map([['__proto__', new Map([['polluted', 1n]])]]),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('with values nested without end is refused before the world is changed', () => {
    const world = smallAirline();
    const before = worldHash(world);
    let deep: PyValue = 'x';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];

    expect(
      applyTool(
        world,
        'update_reservation_passengers',
        new Map([
          ['reservation_id', 'AAAAAA'],
          ['passengers', deep],
        ]),
      ),
    ).toEqual({
      observation: 'Error: the arguments are nested more than 100 levels deep',
      raised: true,
    });
    expect(worldHash(world)).toBe(before);
  });

  it('with a text of megabytes is answered', () => {
    const long = 'é'.repeat(500_000);
    const address = ['address1', 'address2', 'city', 'state', 'country', 'zip'];
    const args = new Map(address.map((part): [string, PyValue] => [part, '']));

    expect(
      applyTool(smallShop(), 'find_user_id_by_email', new Map([['email', long]])).observation,
    ).toBe('Error: user not found');
    expect(
      applyTool(
        smallShop(),
        'modify_user_address',
        args.set('user_id', 'ada_li_1').set('city', long),
      ).raised,
    ).toBe(false);
    expect(parseJson(JSON.stringify(long), 'text')).toBe(long);
  });
});
