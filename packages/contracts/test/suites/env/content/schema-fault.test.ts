import type { JsonObject } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaFault } from '../../../../src/suites/env/content/schema-fault.ts';

describe('faults of tool schemas', () => {
  it('are none in what zod writes', () => {
    const node = z.object({
      value: z.int().min(1).max(9),
      get children() {
        return z.array(node);
      },
    });
    const schema = z.object({
      name: z.string().regex(/^a/).optional(),
      kind: z.enum(['a', 'b']),
      either: z.union([z.string(), z.number(), z.null()]),
      tree: node,
      rest: z.record(z.string(), z.boolean()),
      pair: z.tuple([z.string(), z.number()]),
    });
    expect(schemaFault(z.record(z.string(), z.json()).parse(z.toJSONSchema(schema)))).toBe(null);
    expect(schemaFault({})).toBe(null);
  });

  it.each<[JsonObject, string]>([
    [
      { type: 'string' },
      'parameters.type: must be "object", since arguments are named, not "string"',
    ],
    [
      { properties: { a: { type: 'int' } } },
      'parameters.properties.a.type: must be a JSON type or a list of them, not "int"',
    ],
    [{ properties: { a: 'string' } }, 'parameters.properties.a: must be a schema, not "string"'],
    [{ properties: ['a'] }, 'parameters.properties: must be an object of schemas'],
    [{ required: true }, 'parameters.required: must be a list of names, not true'],
    [
      { properties: { a: { enum: [] } } },
      'parameters.properties.a.enum: must be a list of values, not []',
    ],
    [
      { properties: { a: { items: { minimum: '1' } } } },
      'parameters.properties.a.items.minimum: must be a number, not "1"',
    ],
    [{ anyOf: {} }, 'parameters.anyOf: must be a list of schemas'],
    [{ anyOf: [true, 1] }, 'parameters.anyOf[1]: must be a schema, not 1'],
  ])('are named with their path: %j', (schema, fault) => {
    expect(schemaFault(schema)).toBe(fault);
  });
});
