import {
  argsForPlugin,
  copyPlain,
  type LoadedModule,
  readPluginConfig,
  readReward,
  type RewardPlugin,
} from 'slime-runtime/hosting';
import type { MaybePromise, RewardView, RolloutArgs, Sample } from 'slime-sdk';
import type { World } from '../../world/world.ts';

/** One sample with the view that a reward function gets beside it. */
export interface RewardCase {
  sample: Sample;
  view: Omit<RewardView, 'signal'>;
}

/** A loaded reward function. */
export interface RewardTarget {
  world: World;
  spec: string;
  plugin: RewardPlugin;
  /**
   * Calls it as slime would, with copies: a single reward with the one sample, a group reward with
   * all. Gives the raw result, whatever it is.
   */
  score(cases: readonly RewardCase[], signal?: AbortSignal): MaybePromise<unknown>;
  /** The same with the very objects given, for laws about what it does to its inputs. */
  scoreThese(
    args: RolloutArgs,
    samples: Sample[],
    views: Omit<RewardView, 'signal'>[],
  ): MaybePromise<unknown>;
}

/** Reads the reward of a module. @throws PluginError, ConfigError */
export function loadRewardTarget(module: LoadedModule, world: World): RewardTarget {
  const plugin = readReward(module, world.args.group_rm ? 'group' : 'single');
  readPluginConfig(plugin.config, world.args, `reward "${module.spec}"`);
  const never = new AbortController().signal;
  const call = (
    args: RolloutArgs,
    samples: Sample[],
    views: RewardView[],
  ): MaybePromise<unknown> => {
    if (plugin.mode === 'group') return plugin.reward(args, samples, views);
    const [sample] = samples;
    const [view] = views;
    if (sample === undefined || view === undefined || samples.length > 1) {
      throw new TypeError('a single reward is called with one sample');
    }
    return plugin.reward(args, sample, view);
  };
  return {
    world,
    spec: module.spec,
    plugin,
    score: (cases, signal = never) =>
      call(
        argsForPlugin(world.args),
        cases.map(({ sample }) => copyPlain(sample)),
        cases.map(({ view }) => ({ ...copyPlain(view), signal })),
      ),
    scoreThese: (args, samples, views) =>
      call(
        args,
        samples,
        views.map((view) => Object.assign(view, { signal: never })),
      ),
  };
}
