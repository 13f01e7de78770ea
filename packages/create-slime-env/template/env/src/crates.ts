import { DataError, type JsonObject } from 'slime-sdk';
import { z } from 'zod';

const metadataSchema = z.object({
  crates: z.record(z.string().regex(/^[A-Z]$/), z.record(z.string(), z.int().nonnegative())),
});

/** What lies in each crate: kind of fruit to number. */
export type Crates = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads the crates of a row from its metadata.
 *
 * @throws DataError when they are not there: the row is at fault, never the policy.
 */
export function readCrates(metadata: JsonObject): Crates {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) {
    throw new DataError(`the row's metadata holds no crates: ${z.prettifyError(parsed.error)}`);
  }
  const crates = Object.entries(parsed.data.crates);
  return new Map(crates.map(([name, fruit]) => [name, new Map(Object.entries(fruit))]));
}

/** Says what lies in a crate: `Crate A holds apples: 4, pears: 2.` */
export function describeCrate(name: string, fruit: ReadonlyMap<string, number>): string {
  const parts = [...fruit].map(([kind, count]) => `${kind}: ${count}`);
  return `Crate ${name} holds ${parts.join(', ') || 'nothing'}.`;
}
