import { ConfigError, type RolloutArgs } from 'slime-sdk';
import { z } from 'zod';
import { type TauConfig, tauConfigSchema } from '../episode/tau-config.ts';

const schema = z.object({ oracle_error_rate: z.number().min(0).max(1).default(0.4) });

/** What the sample policies read of a run's configuration. */
export type PolicyConfig = TauConfig & z.infer<typeof schema>;

/**
 * Reads the keys of `--custom-config-path` that sample policies and environment share, and
 * `oracle_error_rate`.
 *
 * @throws ConfigError that names the key.
 */
export function readPolicyConfig(args: RolloutArgs): PolicyConfig {
  const parsed = z.object({ ...tauConfigSchema.shape, ...schema.shape }).safeParse(args);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(`the sample policy cannot read its configuration: ${lines.join('; ')}`);
}
