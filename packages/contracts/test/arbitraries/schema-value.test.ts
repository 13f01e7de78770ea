import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaValue } from '../../src/arbitraries/index.ts';

const tree = {
  type: 'object',
  properties: {
    value: { type: 'integer' },
    children: { type: 'array', items: { $ref: '#/$defs/tree' } },
    next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] },
  },
  required: ['value', 'next'],
  additionalProperties: false,
};

const schemas: Record<string, JsonObject> = {
  'any value': {},
  'a string': { type: 'string' },
  'an enumeration': { enum: ['a', 1, null, { b: [1] }] },
  'a constant': { const: { a: 1 } },
  'a string of bounded length': { type: 'string', minLength: 3, maxLength: 5 },
  'a string of 500 characters': { type: 'string', minLength: 500 },
  'a pattern': { type: 'string', pattern: '^[A-Z]{2}-\\d{3,4}$' },
  'a pattern that must not be blank': { type: 'string', pattern: '\\S' },
  'a pattern with a bound': { type: 'string', pattern: '^[a-z]+$', minLength: 4, maxLength: 6 },
  'a pattern with a look-around': { type: 'string', pattern: '^(?!0)\\d+$' },
  'an integer': { type: 'integer' },
  'a bounded integer': { type: 'integer', minimum: 7, maximum: 9 },
  'an integer below a bound': { type: 'integer', maximum: -100 },
  'an exclusive range': { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 },
  'a narrow range': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  'a range off the grid': { type: 'number', minimum: 1000.3, maximum: 1000.4 },
  'a multiple': { type: 'integer', multipleOf: 7, minimum: 10 },
  'a multiple of a fraction': { type: 'number', multipleOf: 0.25, exclusiveMinimum: 1 },
  'a nullable type': { type: ['string', 'null'] },
  'a list': { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 4 },
  'a list without an item of its own': {
    type: 'array',
    items: { enum: [1, 2, 3] },
    uniqueItems: true,
    minItems: 3,
  },
  'a tuple': {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    items: false,
    minItems: 2,
  },
  'a tuple with a rest': {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    items: { type: 'number' },
    minItems: 1,
  },
  'an object': {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'boolean' } },
    required: ['b'],
    additionalProperties: false,
  },
  'an object of which a key is not described': {
    type: 'object',
    required: ['x'],
    additionalProperties: { type: 'integer' },
  },
  'a record': {
    type: 'object',
    propertyNames: { pattern: '^[a-z]$' },
    additionalProperties: { type: 'integer' },
  },
  'keys that are named like prototypes': {
    type: 'object',
    properties: JSON.parse(
      '{"__proto__": {"type": "integer"}, "constructor": {"type": "string"}}',
    ) as JsonObject,
    required: ['__proto__', 'constructor'],
  },
  'a choice': { anyOf: [{ type: 'string', pattern: '\\S' }, { type: 'number' }] },
  'a choice with common keywords': {
    type: 'object',
    properties: { kind: { type: 'string' } },
    oneOf: [
      { properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
      { properties: { kind: { const: 'b' } }, required: ['kind'] },
    ],
  },
  'all of several': {
    allOf: [
      { type: 'number', minimum: 1 },
      { type: 'integer', maximum: 3 },
      { enum: [1, 2, 9] },
      { enum: [2, 1] },
    ],
  },
  'types of both': {
    allOf: [{ type: ['string', 'number'] }, { type: ['integer', 'null'] }],
  },
  'properties of both': {
    allOf: [
      { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
      { properties: { a: { minimum: 5 }, b: { const: 1 } }, required: ['b'] },
    ],
  },
  'a reference': { $ref: '#/$defs/id', $defs: { id: { type: 'string', minLength: 1 } } },
  'a tree': { $ref: '#/$defs/tree', $defs: { tree } },
  itself: { type: 'object', properties: { again: { $ref: '#' } }, additionalProperties: false },
  'keywords without a type': { properties: { a: { minimum: 3 } }, required: ['a'] },
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const seen: JsonValue[] = ['order', 'AB-123', 'word', 'lower', 4, 3, 12.5, 8, true, null];

describe('values of a schema', () => {
  it.each(Object.entries(schemas))('are allowed by it: %s', (_name, schema) => {
    const validate = ajv.compile(schema);
    for (const hints of [[], seen]) {
      fc.assert(
        fc.property(schemaValue(schema, hints), (value) => {
          const known = JSON.parse(JSON.stringify(value)) as unknown;
          if (!validate(known)) throw new Error(ajv.errorsText(validate.errors));
          expect(known).toEqual(value);
        }),
        { seed: 1, numRuns: 300 },
      );
    }
  });

  it('are of the formats that zod writes', () => {
    const formats = z.object({
      email: z.email(),
      url: z.url(),
      uuid: z.uuid(),
      date: z.iso.date(),
      at: z.iso.datetime(),
      time: z.iso.time(),
      duration: z.iso.duration(),
      ipv4: z.ipv4(),
      ipv6: z.ipv6(),
      base64: z.base64(),
      nanoid: z.nanoid(),
      cuid: z.cuid(),
      cuid2: z.cuid2(),
      ulid: z.ulid(),
      xid: z.xid(),
      ksuid: z.ksuid(),
      emoji: z.emoji(),
      e164: z.e164(),
      cidr: z.cidrv4(),
      int: z.int().positive(),
      step: z.number().multipleOf(0.5).optional(),
      union: z.discriminatedUnion('k', [
        z.object({ k: z.literal('a'), n: z.int() }),
        z.object({ k: z.literal('b') }),
      ]),
    });
    const schema = z.record(z.string(), z.json()).parse(z.toJSONSchema(formats, { io: 'input' }));
    fc.assert(
      fc.property(schemaValue(schema, seen), (value) => {
        expect(formats.safeParse(value).error?.issues ?? []).toEqual([]);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('are what was seen about half of the time, the newest more than the oldest', () => {
    const hints = Array.from({ length: 10 }, (_, at) => `seen-${at}`);
    const values = fc.sample(schemaValue({ type: 'string' }, hints), { seed: 3, numRuns: 2000 });
    const count = (hint: string): number => values.filter((value) => value === hint).length;
    const all = hints.reduce((sum, hint) => sum + count(hint), 0);
    expect(all).toBeGreaterThan(900);
    expect(all).toBeLessThan(1200);
    expect(count('seen-9')).toBeGreaterThan(1.5 * count('seen-2'));
    expect(count('seen-0')).toBeGreaterThan(0);
  });

  it('reach every member of an enumeration, with and without an optional key', () => {
    const schema = {
      type: 'object',
      properties: { mode: { enum: ['a', 'b', 'c', 'd', 'e', 'f'] }, fast: { type: 'boolean' } },
      required: ['mode'],
    };
    const values = fc.sample(schemaValue(schema, []), { seed: 4, numRuns: 1000 });
    const counts = new Map<string, number>();
    for (const value of values) {
      const text = JSON.stringify(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    expect(counts.size).toBe(6 * 3);
    expect(Math.min(...counts.values())).toBeGreaterThan(15);
  });

  it('shrink to the plainest', () => {
    const schema = {
      type: 'object',
      properties: {
        word: { type: 'string' },
        mode: { enum: ['a', 'b', 'c'] },
        n: { type: 'integer' },
      },
      required: ['word', 'mode'],
    };
    const shrunk = fc.check(
      fc.property(schemaValue(schema, seen), (value) => JSON.stringify(value).includes('"a"')),
      { seed: 5 },
    );
    expect(shrunk.counterexample).toEqual([{ word: '1', mode: 'b' }]);
  });

  it('share nothing with the schema and the hints', () => {
    const hint = { list: [1] };
    const schema = { enum: [{ a: 1 }] };
    for (const [value] of fc.sample(fc.tuple(schemaValue(schema, [])), 1)) {
      expect(value).toEqual({ a: 1 });
      expect(value).not.toBe(schema.enum[0]);
    }
    const drawn = fc.sample(schemaValue({}, [hint]), { seed: 6, numRuns: 50 });
    expect(drawn).toContainEqual(hint);
    expect(drawn.some((value) => value === hint)).toBe(false);
  });

  it('end although the schema requires itself', () => {
    const endless = { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] };
    expect(JSON.stringify(fc.sample(schemaValue(endless, []), { seed: 7, numRuns: 1 }))).toMatch(
      /null/,
    );
  });
});
