import {
  describeValue,
  isPlainFunction,
  type LoadedModule,
  pickExport,
} from 'slime-runtime/hosting';
import { PluginError } from 'slime-sdk';
import { flagOfKind, PLUGIN_KINDS, type PluginKind } from '../../plugin-kinds.ts';
import type { World } from '../../world/world.ts';

/** A plugin that is one function of the type `Fn`; what it really gives nobody knows yet. */
export interface HookTarget<Fn extends (...args: never[]) => unknown> {
  world: World;
  spec: string;
  fn: (...args: Parameters<Fn>) => unknown;
}

/** Makes the reader of a kind of plugin that is a plain function. */
export function hookLoader<Fn extends (...args: never[]) => unknown>(
  kind: PluginKind,
): (module: LoadedModule, world: World) => HookTarget<Fn> {
  return (module, world) => {
    const { value, name } = pickExport(module, PLUGIN_KINDS[kind].exports, (picked) =>
      isPlainFunction(picked.value),
    );
    if (!isPlainFunction(value)) {
      throw new PluginError(
        `${flagOfKind(kind)}: export "${name}" of ${module.file} is ${describeValue(value)}; ` +
          'expected a function',
        { data: { spec: module.spec, file: module.file, export: name } },
      );
    }
    // Its parameters can be told apart in a call only.
    return { world, spec: module.spec, fn: value };
  };
}
