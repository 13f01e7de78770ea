import {
  exactForms,
  type JsonObject,
  restoreExactForms,
  type RolloutArgs,
  rolloutArgsSchema,
} from 'slime-sdk';
import { z } from 'zod';

/** The keys of `--custom-config-path`: those that are no flags. */
export function configOf(args: RolloutArgs): JsonObject {
  const own = Object.entries(args).filter(([key]) => !(key in rolloutArgsSchema.shape));
  const config = z.record(z.string(), z.json()).parse(Object.fromEntries(own));
  restoreExactForms(config, exactForms(args));
  return config;
}
