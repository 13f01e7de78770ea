import {
  isEnvDefinition,
  isGenerateDefinition,
  isPolicyDefinition,
  isRewardDefinition,
  PluginError,
} from 'slime-sdk';
import { describeValue, isClass } from './describe-thrown.ts';
import type { ModuleExports } from './import-module.ts';
import { FLAG_OF_KIND, type PluginKind } from './plugin-kind.ts';

/** A plugin's module that has run. */
export interface LoadedModule {
  /** As the user wrote it; names the plugin in messages. */
  spec: string;
  file: string;
  /** The export that spec or manifest names; null for the kind's default ones. */
  exportName: string | null;
  exports: ModuleExports;
}

/** One export of a module. */
export interface Picked {
  name: string;
  value: unknown;
}

/**
 * Picks the export that is the plugin: the named one, else the first of the kind's default names
 * that has its shape.
 *
 * @throws PluginError when there is none; it lists the exports that there are.
 */
export function pickExport(
  module: LoadedModule,
  names: readonly string[],
  accepts: (picked: Picked) => boolean,
): Picked {
  const wanted = module.exportName === null ? names : [module.exportName];
  const there = wanted
    .filter((name) => module.exports[name] !== undefined)
    .map((name) => ({ name, value: module.exports[name] }));
  const picked = there.find(accepts) ?? there[0];
  if (picked !== undefined) return picked;
  const exported = Object.keys(module.exports);
  throw new PluginError(
    `${module.file} has no export ${wanted.map((name) => `"${name}"`).join(' or ')}; ` +
      (exported.length === 0
        ? 'it exports nothing'
        : `it exports ${exported.toSorted().join(', ')}`),
    { data: { spec: module.spec, file: module.file, exports: exported } },
  );
}

/** An error for an export of another shape than its flag takes. */
export function wrongShape(
  module: LoadedModule,
  kind: PluginKind,
  picked: Picked,
  expected: string,
): PluginError {
  return new PluginError(
    `${FLAG_OF_KIND[kind]}: export "${picked.name}" of ${module.file} is ` +
      `${describePlugin(picked.value)}; expected ${expected}`,
    { data: { spec: module.spec, file: module.file, export: picked.name } },
  );
}

/** Names a plugin of any kind, or what stands in its place. */
export function describePlugin(value: unknown): string {
  if (isEnvDefinition(value)) return 'an environment (defineEnv)';
  if (isRewardDefinition(value)) return `a reward of mode "${value.mode}" (defineReward)`;
  if (isGenerateDefinition(value)) return 'a generate function (defineGenerate)';
  if (isPolicyDefinition(value)) return 'a policy (definePolicy)';
  if (isClass(value)) return `${describeValue(value)} itself`;
  if (typeof value === 'object' && value !== null && 'step' in value) {
    return 'one env object (it has step)';
  }
  return describeValue(value);
}

/** Whether a value is a function to call, which a class is not. */
export function isPlainFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function' && !isClass(value);
}
