import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { HOSTILE_PIECES } from './hostile-pieces.ts';

/** What {@link jsonValue} may give. */
export interface JsonValueOptions {
  /** Deepest nesting of lists and objects; 0 gives scalars. Default 2. */
  depth?: number;
}

/** JSON values that survive a round trip through text: scalars, lists, objects; shrinks to null. */
export function jsonValue({ depth = 2 }: JsonValueOptions = {}): fc.Arbitrary<JsonValue> {
  const scalar = jsonScalar();
  if (depth === 0) return scalar;
  const inner = jsonValue({ depth: depth - 1 });
  const key = fc.constantFrom('a', 'id', 'answer', '', '0', '__proto__', 'constructor', 'é');
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    {
      weight: 1,
      // Not by assignment: a key may be `__proto__`.
      arbitrary: fc
        .array(fc.tuple(key, inner), { maxLength: 3 })
        .map(Object.fromEntries<JsonValue>),
    },
  );
}

function jsonScalar(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constantFrom<JsonValue>(null, false, true) },
    { weight: 3, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>(0.5, -0.125, 1e21, 5e-324, 2 ** 53 - 1) },
    { weight: 3, arbitrary: fc.constantFrom<JsonValue>(...HOSTILE_PIECES) },
    { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  );
}
