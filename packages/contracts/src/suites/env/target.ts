import {
  argsForPlugin,
  copyPlain,
  type EnvPlugin,
  type LoadedModule,
  readEnv,
  readPluginConfig,
} from 'slime-runtime/hosting';
import type { InteractionEnv, MaybePromise, RolloutArgs, Sample } from 'slime-sdk';
import type { World } from '../../world/world.ts';

/** A loaded environment. */
export interface EnvTarget {
  world: World;
  spec: string;
  plugin: EnvPlugin;
  /** Builds one env as the loop would, on a copy of the sample. Gives the raw result. */
  build(sample: Sample, signal: AbortSignal): MaybePromise<InteractionEnv<unknown>>;
  /** The same with the very objects given, for laws about what it does to its inputs. */
  buildOn(
    sample: Sample,
    args: RolloutArgs,
    signal: AbortSignal,
  ): MaybePromise<InteractionEnv<unknown>>;
}

/** Reads the environment of a module. @throws PluginError, ConfigError */
export function loadEnvTarget(module: LoadedModule, world: World): EnvTarget {
  const plugin = readEnv(module);
  const name = `env "${plugin.declaration.name}"`;
  readPluginConfig(plugin.config, world.args, name);
  const buildOn = (
    sample: Sample,
    args: RolloutArgs,
    signal: AbortSignal,
  ): MaybePromise<InteractionEnv<unknown>> =>
    plugin.build({ sample, args, config: readPluginConfig(plugin.config, args, name), signal });
  return {
    world,
    spec: module.spec,
    plugin,
    build: (sample, signal) => buildOn(copyPlain(sample), argsForPlugin(world.args), signal),
    buildOn,
  };
}

/** The target with arguments that can be written to, which only `env/args-not-written` looks at. */
export function onFreeArgs(target: EnvTarget): EnvTarget {
  return {
    ...target,
    build: (sample, signal) =>
      target.buildOn(copyPlain(sample), copyPlain(target.world.args), signal),
  };
}
