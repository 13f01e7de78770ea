import type { LoadedModule } from 'slime-runtime/hosting';
import type { EvalFunction, RolloutArgs, RolloutFunction } from 'slime-sdk';
import type { PluginKind } from '../../plugin-kinds.ts';
import type { World } from '../../world/world.ts';
import { hookLoader, type HookTarget } from '../hooks/target.ts';
import { type Router, startRouter } from './router.ts';

/** A rollout or evaluation function, and an engine for it. */
export interface LoopTarget<Fn extends RolloutFunction | EvalFunction> extends HookTarget<Fn> {
  /** Of the run, with the address of a router. */
  args: RolloutArgs;
  /** Ours; null where the user names one. */
  router: Router | null;
}

/** A rollout function. */
export type RolloutTarget = LoopTarget<RolloutFunction>;

/** An evaluation function. */
export type EvalTarget = LoopTarget<EvalFunction>;

/** Makes the reader of a kind of loop. */
export function loopLoader<Fn extends RolloutFunction | EvalFunction>(
  kind: PluginKind,
): (module: LoadedModule, world: World) => Promise<LoopTarget<Fn>> {
  const load = hookLoader<Fn>(kind);
  return async (module, world) => {
    const target = load(module, world);
    const { args } = world;
    if (args.sglang_router_ip !== null) return { ...target, args, router: null };
    const router = await startRouter(world);
    return {
      ...target,
      args: { ...args, sglang_router_ip: router.host, sglang_router_port: router.port },
      router,
    };
  };
}

/** Closes what {@link loopLoader} opened. */
export async function unloadLoop({ router }: { router: Router | null }): Promise<void> {
  await router?.close();
}
