import type { RewardValue } from 'slime-sdk';
import { ChildEpisode } from './child-episode.ts';
import { type ScoreContext, scoreFacts } from './inline-reward.ts';
import type { HostedReward } from './plugin-host.ts';
import { sampleForPlugin } from './plugin-inputs.ts';
import type { ProcessPlugin } from './process-plugin.ts';
import { readRewards } from './validate-results.ts';

/** Hosts a reward function in child processes, one call at a time in each. */
export class ProcessReward implements HostedReward {
  readonly mode: HostedReward['mode'];
  readonly declaration: HostedReward['declaration'];
  readonly #name: string;
  readonly #plugin: ProcessPlugin;
  readonly #seconds: number;

  constructor(
    reward: Pick<HostedReward, 'mode' | 'declaration'> & { name: string },
    plugin: ProcessPlugin,
    seconds: number,
  ) {
    this.mode = reward.mode;
    this.declaration = reward.declaration;
    this.#name = reward.name;
    this.#plugin = plugin;
    this.#seconds = seconds;
  }

  async score(context: ScoreContext): Promise<RewardValue[]> {
    const facts = scoreFacts(this.#name, this.mode, context);
    const { args, views, signal } = context;
    const samples = context.samples.map(sampleForPlugin);
    const child = await this.#plugin.acquire(facts, signal, this.#seconds);
    const episode = new ChildEpisode(child, signal, this.#seconds);
    try {
      const { key } = this.#plugin;
      const rewards = await episode.request({ op: 'score', key, args, samples, views }, facts);
      return readRewards(rewards, samples.length);
    } finally {
      episode.end();
      this.#plugin.pool.release(child, this.#seconds);
    }
  }
}
