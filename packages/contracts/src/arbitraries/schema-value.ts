import type fc from 'fast-check';
import type { JsonObject, JsonValue } from 'slime-sdk';
import { copyJson } from './copy-json.ts';
import { drawNumber } from './draw-number.ts';
import { drawString } from './draw-string.ts';
import { Hints, pickRecent } from './hints.ts';
import { numberOf } from './keyword.ts';
import { Picker, picks } from './picks.ts';
import { branchesOf, isSchema, resolveSchema, typesOf } from './schema-branches.ts';

/** Deeper than this only what must be there is drawn. */
const DEEP = 5;
/** A schema that goes on this deep with what it requires has no finite value. */
const DEEPEST = 40;

/**
 * Values that a JSON schema allows: types, enumerations, constants, bounds, patterns, common
 * formats, required and optional keys, nested lists and objects, `$ref` within the schema, `anyOf`,
 * `oneOf` and `allOf`. Not heeded: `not`, `if`, `patternProperties`, `dependentRequired`,
 * `contains`, `minProperties`.
 *
 * About half of the strings and numbers are `hints` of a fitting type: what was seen in
 * observations, metadata and label, the newest last. A hint that is an object of one key is a value
 * seen under this key: properties of this name prefer it.
 */
export function schemaValue(
  schema: JsonObject,
  hints: readonly JsonValue[],
): fc.Arbitrary<JsonValue> {
  const known = new Hints(hints);
  return picks(24).map((numbers) => drawValue(schema, known, new Picker(numbers)));
}

/** The same by the decisions of a picker, for values whose hints are known only later. */
export function drawValue(schema: JsonObject, hints: Hints, picker: Picker): JsonValue {
  return new Drawing(schema, hints, picker).draw(schema, 0);
}

class Drawing {
  readonly #root: JsonObject;
  readonly #hints: Hints;
  readonly #picker: Picker;

  constructor(root: JsonObject, hints: Hints, picker: Picker) {
    this.#root = root;
    this.#hints = hints;
    this.#picker = picker;
  }

  draw(given: JsonValue | undefined, depth: number, key?: string): JsonValue {
    if (depth > DEEPEST) return null;
    if (!isSchema(given)) return this.#drawAny();
    const schema = this.#pickBranch(resolveSchema(given, this.#root), depth);
    if (schema['const'] !== undefined) return copyJson(schema['const']);
    const options = schema['enum'];
    if (Array.isArray(options)) return copyJson(this.#picker.from(options) ?? null);
    const type = this.#picker.from(typesOf(schema));
    switch (typeof type === 'string' ? type : '') {
      case 'string':
        return drawString(schema, this.#hints, this.#picker, key);
      case 'integer':
        return drawNumber({ ...schema, type: 'integer' }, this.#hints, this.#picker, key);
      case 'number':
        return drawNumber({ ...schema, type: 'number' }, this.#hints, this.#picker, key);
      case 'boolean':
        return this.#picker.chance(50);
      case 'null':
        return null;
      case 'array':
        return this.#drawList(schema, depth, key);
      case 'object':
        return this.#drawObject(schema, depth);
      default:
        return this.#drawAny();
    }
  }

  /** Follows `anyOf` and `oneOf` until none is left. */
  #pickBranch(schema: JsonObject, depth: number): JsonObject {
    let current = schema;
    for (let step = 0; step < DEEPEST; step += 1) {
      const branches = branchesOf(current, this.#root, depth > DEEP);
      if (branches === undefined) return current;
      current = branches[this.#picker.below(branches.length)] ?? {};
    }
    return current;
  }

  #drawAny(): JsonValue {
    if (this.#picker.chance(50)) {
      const hint = pickRecent(this.#hints.all, this.#picker);
      if (hint !== undefined) return copyJson(hint);
    }
    return this.#picker.from<JsonValue>(['a', 1, '', null, true, [], {}, ['a'], { a: 1 }]) ?? null;
  }

  #drawList(schema: JsonObject, depth: number, key: string | undefined): JsonValue[] {
    const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
    const least = numberOf(schema, 'minItems') ?? 0;
    const noMore =
      schema['items'] === false || (schema['items'] === undefined && prefix.length > 0);
    const most = Math.min(
      numberOf(schema, 'maxItems') ?? Infinity,
      noMore ? prefix.length : Infinity,
    );
    const start = Math.min(most, Math.max(least, prefix.length));
    const extra = depth > DEEP ? 0 : this.#picker.below(4);
    const count = Math.min(start + extra, most);
    const items: JsonValue[] = [];
    const isUnique = schema['uniqueItems'] === true;
    const seen = new Set<string>();
    for (let tries = 0; items.length < count && tries < count + 20; tries += 1) {
      const item = this.draw(prefix[items.length] ?? schema['items'], depth + 1, key);
      const text = isUnique ? JSON.stringify(item) : '';
      if (isUnique && seen.has(text)) continue;
      seen.add(text);
      items.push(item);
    }
    return items;
  }

  #drawObject(schema: JsonObject, depth: number): JsonObject {
    const properties = isSchema(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const entries: [string, JsonValue][] = [];
    for (const [key, property] of Object.entries(properties)) {
      if (property === false) continue;
      const isWanted = required.includes(key) || (depth <= DEEP && this.#picker.chance(50));
      if (isWanted) entries.push([key, this.draw(property, depth + 1, key)]);
    }
    for (const key of required) {
      if (typeof key !== 'string' || Object.hasOwn(properties, key)) continue;
      entries.push([key, this.draw(schema['additionalProperties'], depth + 1, key)]);
    }
    return Object.fromEntries([...entries, ...this.#drawRecord(schema, entries.length, depth)]);
  }

  /** Keys of a record: only where the schema names none itself. */
  #drawRecord(schema: JsonObject, named: number, depth: number): [string, JsonValue][] {
    const values = schema['additionalProperties'];
    if (named > 0 || isSchema(schema['properties']) || !isSchema(values) || depth > DEEP) return [];
    const names = schema['propertyNames'];
    const keys = new Set<string>();
    for (let left = this.#picker.below(3); left > 0; left -= 1) {
      const key = this.draw(isSchema(names) ? { type: 'string', ...names } : { type: 'string' }, 1);
      if (typeof key === 'string') keys.add(key);
    }
    return [...keys].map((key) => [key, this.draw(values, depth + 1)]);
  }
}
