import {
  argsForPlugin,
  type LoadedModule,
  readPluginConfig,
  readReward,
  type RewardPlugin,
} from 'slime-runtime/hosting';
import {
  isRewardDefinition,
  isSlimeError,
  type MaybePromise,
  type RewardDefinition,
  type RewardView,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { type ProcessState, readProcessState } from '../../world/process-state.ts';
import type { World } from '../../world/world.ts';
import { type AnswerMemory, createAnswerMemory } from './answer-memory.ts';
import { copySample, copyView } from './copy-input.ts';
import { countListeners, type ListenerCounts } from './resources/process-listeners.ts';

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
  /** It is a bare function: what it could declare is not known, and it cannot opt out of a law. */
  isBare: boolean;
  /** It says itself what it reads, instead of by the defaults. */
  declaresReads: boolean;
  /** The reward of the other mode that the same module exports; null where there is none. */
  other: RewardPlugin | null;
  /** What was found out about its answers, kept for the whole suite. */
  answers: AnswerMemory;
  /** What the process shares, after the module was loaded and before the first call. */
  loaded: { state: ProcessState; listeners: ListenerCounts };
  /**
   * Calls it as slime would, with copies: a single reward with the one sample, a group reward with
   * all. Gives the raw result, whatever it is.
   */
  score(cases: readonly RewardCase[], signal?: AbortSignal): MaybePromise<unknown>;
  /** The same for the reward of the other mode. */
  scoreOther(other: RewardPlugin, cases: readonly RewardCase[]): MaybePromise<unknown>;
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
  const config = readPluginConfig(plugin.config, world.args, `reward "${module.spec}"`);
  // As in a run: the reward's own keys with the defaults of its schema.
  const args = argsForPlugin({ ...world.args, ...Object(config) });
  const definition = findDefinition(module, plugin);
  const never = new AbortController().signal;
  const callWith = (
    called: RewardPlugin,
    cases: readonly RewardCase[],
    signal: AbortSignal,
  ): MaybePromise<unknown> =>
    callReward(
      called,
      args,
      cases.map(({ sample }) => copySample(sample)),
      cases.map(({ view }) => ({ ...copyView(view), signal })),
    );
  return {
    world: { ...world, args },
    spec: module.spec,
    plugin,
    isBare: definition === null,
    declaresReads: definition?.reads !== undefined,
    other: readOther(module, plugin),
    answers: createAnswerMemory(),
    loaded: { state: readProcessState(), listeners: countListeners() },
    score: (cases, signal = never) => callWith(plugin, cases, signal),
    scoreOther: (other, cases) => callWith(other, cases, never),
    scoreThese: (given, samples, views) =>
      callReward(
        plugin,
        given,
        samples,
        views.map((view) => Object.assign(view, { signal: never })),
      ),
  };
}

/** What defineReward gave, with what it leaves to the defaults; null for a bare function. */
function findDefinition(
  { exports, exportName }: LoadedModule,
  { reward }: RewardPlugin,
): RewardDefinition<unknown> | null {
  const candidates = exportName === null ? Object.values(exports) : [exports[exportName]];
  for (const value of candidates) {
    if (isRewardDefinition(value) && value.reward === reward) return value;
  }
  return null;
}

function callReward(
  plugin: RewardPlugin,
  args: RolloutArgs,
  samples: Sample[],
  views: RewardView[],
): MaybePromise<unknown> {
  if (plugin.mode === 'group') return plugin.reward(args, samples, views);
  const [sample] = samples;
  const [view] = views;
  if (sample === undefined || view === undefined || samples.length > 1) {
    throw new TypeError('a single reward is called with one sample');
  }
  return plugin.reward(args, sample, view);
}

/**
 * A module may export a reward for single samples and one for groups. Where an export is named,
 * the two need not belong together: both must say so.
 */
function readOther(module: LoadedModule, plugin: RewardPlugin): RewardPlugin | null {
  const mode = plugin.mode === 'group' ? 'single' : 'group';
  try {
    const other = readReward({ ...module, exportName: null }, mode);
    const belong = [plugin, other].every(({ claims }) => claims.laws.includes('scores-alone'));
    return module.exportName === null || belong ? other : null;
  } catch (error) {
    if (isSlimeError(error)) return null;
    throw error;
  }
}
