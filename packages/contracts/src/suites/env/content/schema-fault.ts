import { formatPath, type JsonObject, type JsonValue } from 'slime-sdk';

const TYPES: ReadonlySet<JsonValue> = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);
const ONE: readonly string[] = [
  'items',
  'additionalProperties',
  'propertyNames',
  'not',
  'contains',
];
const MANY: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED: readonly string[] = ['properties', '$defs', 'definitions', 'patternProperties'];
const NUMBERS: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];
const DEEPEST = 50;

/**
 * The first place where a tool's parameters are no JSON schema of an object (draft 2020-12, the
 * keywords that models and parsers read); null when there is none.
 */
export function schemaFault(parameters: JsonObject): string | null {
  const { type } = parameters;
  if (type !== undefined && type !== 'object') {
    return `parameters.type: must be "object", since arguments are named, not ${JSON.stringify(type)}`;
  }
  return visit(parameters, ['parameters']);
}

function visit(schema: JsonValue, path: readonly (string | number)[]): string | null {
  if (typeof schema === 'boolean' || path.length > DEEPEST) return null;
  const fault = (keyword: string, problem: string): string =>
    `${formatPath([...path, keyword])}: ${problem}`;
  if (!isObject(schema)) return `${formatPath(path)}: must be a schema, not ${show(schema)}`;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'type' && ![value].flat().every((type) => TYPES.has(type))) {
      return fault(keyword, `must be a JSON type or a list of them, not ${show(value)}`);
    }
    if (keyword === 'enum' && !(Array.isArray(value) && value.length > 0)) {
      return fault(keyword, `must be a list of values, not ${show(value)}`);
    }
    if (keyword === 'required' && !isNames(value)) {
      return fault(keyword, `must be a list of names, not ${show(value)}`);
    }
    if (NUMBERS.includes(keyword) && typeof value !== 'number') {
      return fault(keyword, `must be a number, not ${show(value)}`);
    }
    const inner = visitKeyword(keyword, value, path);
    if (inner !== null) return inner;
  }
  return null;
}

function visitKeyword(
  keyword: string,
  value: JsonValue,
  path: readonly (string | number)[],
): string | null {
  const here = [...path, keyword];
  if (ONE.includes(keyword)) return visit(value, here);
  if (MANY.includes(keyword)) {
    if (!Array.isArray(value)) return `${formatPath(here)}: must be a list of schemas`;
    return firstOf(value.entries(), here);
  }
  if (!NAMED.includes(keyword)) return null;
  if (!isObject(value)) return `${formatPath(here)}: must be an object of schemas`;
  return firstOf(Object.entries(value), here);
}

function firstOf(
  entries: Iterable<readonly [string | number, JsonValue]>,
  path: readonly (string | number)[],
): string | null {
  for (const [key, schema] of entries) {
    const fault = visit(schema, [...path, key]);
    if (fault !== null) return fault;
  }
  return null;
}

function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 200);
}
