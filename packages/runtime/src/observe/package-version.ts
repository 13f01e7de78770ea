import { createRequire } from 'node:module';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

/** The version of a package of ours, as its `package.json` says. */
export function versionOf(name: 'slime-runtime' | 'slime-sdk'): string {
  const require = createRequire(import.meta.url);
  return packageSchema.parse(require(`${name}/package.json`)).version;
}
