import { ConfigError } from 'slime-sdk';
import { PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import type { ContractArgs } from './contracts-options.ts';
import type { PluginTarget } from './suite-request.ts';

/** The plugins that arguments name, in the order of the kinds. */
export function selectPlugins(args: ContractArgs): PluginTarget[] {
  return kinds().flatMap((kind) => {
    const given = args[PLUGIN_KINDS[kind].arg] ?? [];
    return specsOf(given, PLUGIN_KINDS[kind].arg).map((spec) => ({ kind, spec }));
  });
}

/** Arguments without the keys that name hooks, which the schema of `RolloutArgs` does not hold. */
export function withoutHooks(args: ContractArgs): ContractArgs {
  const kept: readonly PluginKind[] = ['env', 'rm', 'generate'];
  const hooks = new Set<string>(
    kinds()
      .filter((kind) => !kept.includes(kind))
      .map((kind) => PLUGIN_KINDS[kind].arg),
  );
  return Object.fromEntries(Object.entries(args).filter(([key]) => !hooks.has(key)));
}

function kinds(): PluginKind[] {
  return (Object.keys(PLUGIN_KINDS) as PluginKind[]).filter((kind) => kind in PLUGIN_KINDS);
}

function specsOf(value: unknown, arg: string): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((spec) => {
    if (typeof spec === 'string' && spec !== '') return spec;
    throw new ConfigError(`${arg}: must name a module, such as ./plugin.ts`);
  });
}
