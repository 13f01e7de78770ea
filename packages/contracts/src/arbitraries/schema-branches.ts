import type { JsonObject, JsonValue } from 'slime-sdk';

const MOST_REFS = 40;

/** Whether a value is a schema with keywords; `true` and `{}` allow everything. */
export function isSchema(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows `$ref` within the root schema and joins `allOf`. */
export function resolveSchema(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let step = 0; step < MOST_REFS; step += 1) {
    const { $ref: reference, allOf: parts, ...own } = current;
    if (typeof reference === 'string') current = mergeSchemas(lookUp(reference, root), own, parts);
    else if (Array.isArray(parts)) current = parts.filter(isSchema).reduce(mergePair, own);
    else return current;
  }
  return {};
}

function mergeSchemas(
  target: JsonObject,
  own: JsonObject,
  parts: JsonValue | undefined,
): JsonObject {
  const merged = mergePair(target, own);
  return parts === undefined ? merged : mergePair(merged, { allOf: parts });
}

/** `#/$defs/name`, `#/definitions/name`, `#`; all else allows everything. */
function lookUp(reference: string, root: JsonObject): JsonObject {
  let current: JsonValue | undefined = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else current = isSchema(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return reference.startsWith('#') && isSchema(current) ? current : {};
}

/** What both schemas allow, keyword by keyword. */
function mergePair(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const known = merged[keyword];
    merged[keyword] = known === undefined ? value : mergeKeyword(keyword, known, value);
  }
  return merged;
}

function mergeKeyword(keyword: string, left: JsonValue, right: JsonValue): JsonValue {
  if (keyword === 'properties' && isSchema(left) && isSchema(right)) {
    const merged: JsonObject = { ...left };
    for (const [key, value] of Object.entries(right)) {
      const known = merged[key];
      merged[key] = isSchema(known) && isSchema(value) ? { allOf: [known, value] } : value;
    }
    return merged;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    if (keyword === 'enum') return left.filter((item) => right.includes(item));
    if (keyword === 'required' || keyword === 'allOf') return [...left, ...right];
  }
  if (keyword === 'type') return mergeTypes(left, right);
  if (typeof left === 'number' && typeof right === 'number') {
    return /^(?:max|exclusiveMax)/.test(keyword) ? Math.min(left, right) : Math.max(left, right);
  }
  return right;
}

function mergeTypes(left: JsonValue, right: JsonValue): JsonValue {
  const allowed = [right].flat();
  const both = [left].flat().flatMap((type) => {
    if (allowed.includes(type)) return [type];
    if (type === 'number' && allowed.includes('integer')) return ['integer'];
    return type === 'integer' && allowed.includes('number') ? ['integer'] : [];
  });
  return both;
}

/** The ways to fulfil `anyOf` or `oneOf`, each with the other keywords; undefined without them. */
export function branchesOf(
  schema: JsonObject,
  root: JsonObject,
  isDeep: boolean,
): JsonObject[] | undefined {
  const { anyOf, oneOf, ...rest } = schema;
  const given = Array.isArray(anyOf) ? anyOf : oneOf;
  if (!Array.isArray(given)) return undefined;
  const all = given.filter((item) => item !== false).map((item) => (isSchema(item) ? item : {}));
  // A tree ends where its branches no longer refer to it.
  const ends = isDeep ? all.filter((item) => item['$ref'] === undefined) : all;
  const kept = Array.isArray(anyOf) && oneOf !== undefined ? { ...rest, oneOf } : rest;
  return (ends.length === 0 ? all : ends).map((item) =>
    resolveSchema(Object.keys(kept).length === 0 ? item : { ...kept, allOf: [item] }, root),
  );
}

/** Types that a schema names, or those that its keywords speak of; empty when it allows any. */
export function typesOf(schema: JsonObject): readonly JsonValue[] {
  const { type } = schema;
  if (type !== undefined) return [type].flat();
  for (const [named, keywords] of KEYWORDS) {
    if (keywords.some((keyword) => schema[keyword] !== undefined)) return [named];
  }
  return [];
}

const KEYWORDS: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
