import { type JsonObject, type RolloutArgs, rolloutArgsSchema } from 'slime-sdk';
import { z } from 'zod';

/** The keys of `--custom-config-path`: those that are no flags. */
export function configOf(args: RolloutArgs): JsonObject {
  const own = Object.entries(args).filter(([key]) => !(key in rolloutArgsSchema.shape));
  return z.record(z.string(), z.json()).parse(Object.fromEntries(own));
}
