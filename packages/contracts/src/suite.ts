import type { LoadedModule } from 'slime-runtime/hosting';
import type { MaybePromise } from 'slime-sdk';
import type { Check, CheckText } from './check.ts';
import type { CheckResult } from './runner/check-result.ts';
import { type CheckSetup, runCheck, showCase } from './runner/run-check.ts';
import type { Replay } from './runner/suite-request.ts';
import type { World } from './world/world.ts';

/** The checks of one kind of plugin. */
export interface Suite {
  readonly checks: readonly (CheckText & { isProperty: boolean })[];
  /**
   * Makes a loaded module ready to be checked.
   *
   * @throws PluginError or ConfigError when it is no plugin of this kind
   */
  open(module: LoadedModule, world: World): Promise<OpenSuite>;
  /** The same with further checks of the user's behind its own. */
  with(checks: readonly Check<never>[]): Suite;
}

/** A suite with its plugin. */
export interface OpenSuite {
  /** What a check needs and nobody declared; null when it applies. */
  needs(id: string): Promise<string | null>;
  run(id: string, setup: CheckSetup): Promise<CheckResult>;
  /** The input of a property's case as text; the plugin is not called. */
  show(id: string, replay: Replay): Promise<string | null>;
  close(): Promise<void>;
}

/** What {@link createSuite} is given. */
export interface SuiteOptions<Target> {
  checks: readonly Check<Target>[];
  load: (module: LoadedModule, world: World) => MaybePromise<Target>;
  /** Closes what `load` opened. */
  unload?: (target: Target) => MaybePromise<void>;
}

/** Makes a suite; outside of it nobody knows the type of its target. */
export function createSuite<Target>(options: SuiteOptions<Target>): Suite {
  const { checks, load, unload } = options;
  const find = (id: string): Check<Target> => {
    const check = checks.find((item) => item.id === id);
    if (check === undefined) throw new TypeError(`there is no check ${id}`);
    return check;
  };
  return {
    checks: checks.map(({ id, title, why, fix, source, faults, requires, law }) => ({
      id,
      title,
      why,
      fix,
      source,
      faults,
      requires,
      isProperty: law.kind === 'property',
    })),
    // Whether they are for this kind of target only their author can know.
    with: (own) => createSuite({ ...options, checks: [...checks, ...(own as typeof checks)] }),
    async open(module, world) {
      const target = await load(module, world);
      return {
        needs: async (id) => find(id).needs(target),
        run: (id, setup) => runCheck(find(id), target, setup),
        show: async (id, replay) => {
          const { law } = find(id);
          return law.kind === 'property' ? showCase(law, target, replay) : null;
        },
        close: async () => unload?.(target),
      };
    },
  };
}
