import { type GeneratePlugin, type LoadedModule, readGeneratePlugin } from 'slime-runtime/hosting';
import type { World } from '../../world/world.ts';
import { Stage } from './stage/stage.ts';
import { Traits } from './traits.ts';

/** A loaded generate function with the engine that it is checked against. */
export interface GenerateTarget {
  world: World;
  spec: string;
  plugin: GeneratePlugin;
  stage: Stage;
  /** What its episodes have shown so far. */
  traits: Traits;
}

/** Reads the generate function of a module and starts an engine. @throws PluginError */
export async function loadGenerateTarget(
  module: LoadedModule,
  world: World,
): Promise<GenerateTarget> {
  const plugin = readGeneratePlugin(module);
  const stage = await Stage.open(await world.encoder(), world.args);
  return { world, spec: module.spec, plugin, stage, traits: new Traits() };
}

/** Ends the engine. */
export async function unloadGenerateTarget({ stage }: GenerateTarget): Promise<void> {
  await stage.close();
}
