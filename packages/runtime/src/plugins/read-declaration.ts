import { formatPath, PluginError } from 'slime-sdk';
import type { z } from 'zod';
import type { LoadedModule, Picked } from './pick-export.ts';

const API_VERSION = 1;

/** Refuses a plugin that was written for another version of the plugin API. */
export function assertApiVersion(module: LoadedModule, picked: Picked, version: unknown): void {
  if (version === API_VERSION) return;
  throw new PluginError(
    `export "${picked.name}" of ${module.file} declares apiVersion ${String(version)}; ` +
      `this version of slime-runtime knows ${API_VERSION}: ` +
      (typeof version === 'number' && version > API_VERSION
        ? 'update slime-runtime'
        : `write apiVersion: ${API_VERSION}`),
    { data: { spec: module.spec, file: module.file } },
  );
}

/** Checks what a definition declares, with messages that name file, export and path. */
export function parseDeclaration<T>(
  module: LoadedModule,
  picked: Picked,
  schema: z.ZodType<T>,
  value: unknown,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
  throw new PluginError(`export "${picked.name}" of ${module.file}: ${lines.join('; ')}`, {
    data: { spec: module.spec, file: module.file, issues: lines },
  });
}
