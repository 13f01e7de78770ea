import type { RewardValue, RewardView, RolloutArgs, Sample } from 'slime-sdk';
import { type CalledPlugin, callPlugin } from './call-plugin.ts';
import { CallScope } from './call-scope.ts';
import { readPluginConfig } from './plugin-config.ts';
import { type CallFacts, callFailure, thrownFailure } from './plugin-failure.ts';
import type { HostedReward } from './plugin-host.ts';
import { argsForPlugin, copyPlain, sampleForPlugin } from './plugin-inputs.ts';
import type { RewardPlugin } from './read-reward.ts';
import { readReward, readRewards } from './validate-results.ts';

/** What a reward function is called with. */
export type ScoreContext = Parameters<HostedReward['score']>[0];

/** Hosts a reward function in this process. */
export class InlineReward implements HostedReward {
  readonly mode: HostedReward['mode'];
  readonly declaration: HostedReward['declaration'];
  readonly #reward: RewardPlugin;
  readonly #plugin: CalledPlugin;
  readonly #args = new WeakMap<RolloutArgs, RolloutArgs>();

  constructor(reward: RewardPlugin, plugin: CalledPlugin) {
    this.mode = reward.mode;
    this.declaration = reward.declaration;
    this.#reward = reward;
    this.#plugin = plugin;
  }

  async score(context: ScoreContext): Promise<RewardValue[]> {
    const facts = scoreFacts(this.#plugin.name, this.mode, context);
    const args = this.#withConfig(context.args);
    const samples = context.samples.map(sampleForPlugin);
    const scope = new CallScope(context.signal);
    const views = context.views.map((view) => ({ ...copyPlain(view), signal: scope.signal }));
    try {
      const raw = await callPlugin<unknown>(this.#plugin, {
        facts,
        scope,
        run: () => this.#run(args, samples, views),
      });
      return this.#read(raw, samples.length, facts);
    } finally {
      scope.end();
    }
  }

  #run(args: RolloutArgs, samples: Sample[], views: RewardView[]): unknown {
    if (this.#reward.mode === 'group') return this.#reward.reward(args, samples, views);
    const [sample] = samples;
    const [view] = views;
    return sample === undefined || view === undefined
      ? undefined
      : this.#reward.reward(args, sample, view);
  }

  #read(raw: unknown, count: number, facts: CallFacts): RewardValue[] {
    try {
      return this.mode === 'group' ? readRewards(raw, count) : [readReward(raw, [])];
    } catch (fault) {
      throw thrownFailure(facts, fault);
    }
  }

  /** The arguments with the reward's own keys as its schema gives them, defaults included. */
  #withConfig(args: RolloutArgs): RolloutArgs {
    const known = this.#args.get(args);
    if (known !== undefined) return known;
    const config = readPluginConfig(this.#reward.config, args, this.#plugin.name);
    const full = argsForPlugin({ ...args, ...Object(config) });
    this.#args.set(args, full);
    return full;
  }
}

/**
 * Names a call of a reward function.
 *
 * @throws GraderError when a single reward is given another number of samples than one.
 */
export function scoreFacts(
  plugin: string,
  mode: HostedReward['mode'],
  { samples, views }: Pick<ScoreContext, 'samples' | 'views'>,
): CallFacts {
  const index = mode === 'single' ? (samples[0]?.index ?? null) : null;
  const facts: CallFacts = { plugin, where: 'reward', index, turn: null };
  if (samples.length !== views.length || (mode === 'single' && samples.length !== 1)) {
    throw callFailure(
      facts,
      `was called with ${samples.length} samples and ${views.length} views` +
        (mode === 'single' ? '; a single reward takes one of each' : ''),
    );
  }
  return facts;
}
