import { z } from 'zod';

/** A part's schema of its configuration keys. */
export interface PartConfig {
  where: string;
  config: z.ZodType | null;
}

/**
 * One schema of the configuration keys of all parts: each part's own holds whole, refinements
 * included. A schema that several parts share stands once. Null without any.
 *
 * @throws TypeError for a schema whose keys cannot be told, and for a key of two schemas.
 */
export function mergeConfig(parts: readonly PartConfig[]): z.ZodType | null {
  const schemas = new Set(parts.flatMap(({ config }) => (config === null ? [] : [config])));
  const [first, ...rest] = schemas;
  if (first === undefined) return null;
  if (rest.length === 0) return first;
  const owners = new Map<string, string>();
  const shape: Record<string, unknown> = {};
  for (const schema of schemas) {
    const where = parts.find(({ config }) => config === schema)?.where ?? '';
    for (const [key, type] of Object.entries(shapeOf(where, schema))) {
      const owner = owners.get(key);
      if (owner !== undefined) {
        throw new TypeError(
          `${where}: its configuration key "${key}" is one of ${owner} too, by another schema; ` +
            'rename it, or let both use one schema',
        );
      }
      owners.set(key, where);
      shape[key] = type;
    }
  }
  const merged = z.record(z.string(), z.unknown()).transform((given, context) => {
    const read: Record<string, unknown> = {};
    for (const schema of schemas) {
      const keys = Object.keys(shapeOf('', schema));
      const own = Object.entries(given).filter(([key]) => keys.includes(key));
      const parsed = schema.safeParse(Object.fromEntries(own));
      if (parsed.success) Object.assign(read, parsed.data);
      else {
        for (const { message, path } of parsed.error.issues) {
          context.addIssue({ code: 'custom', message, path });
        }
      }
    }
    return read;
  });
  // Whoever hands a plugin its keys looks here for their names.
  return Object.assign(merged, { shape });
}

function shapeOf(where: string, schema: z.ZodType): object {
  if (!('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) {
    throw new TypeError(`${where}: its config must be a schema of an object, to go beside others`);
  }
  return schema.shape;
}
