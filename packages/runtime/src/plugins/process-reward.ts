import type { RewardValue } from 'slime-sdk';
import { ChildEpisode } from './child-episode.ts';
import { type ScoreContext, scoreFacts } from './inline-reward.ts';
import { type CallFacts, callFailure, isOverBound } from './plugin-failure.ts';
import type { HostedReward } from './plugin-host.ts';
import { sampleForPlugin } from './plugin-inputs.ts';
import type { ProcessPlugin } from './process-plugin.ts';
import { floorReward, shortContext } from './second-run.ts';
import type { SupervisedChild } from './supervised-child.ts';
import { readRewards } from './validate-results.ts';

/**
 * Hosts a reward function in child processes, one call at a time in each.
 *
 * A single reward that goes past its bound is run once more, in a fresh process and behind a
 * control input. Past the bound again, where the control was not, the answer is to blame: it gets
 * the smallest value of the declared range. Without a range, for a group, or where the control
 * fails too, the grader is to blame.
 */
export class ProcessReward implements HostedReward {
  readonly mode: HostedReward['mode'];
  readonly declaration: HostedReward['declaration'];
  readonly #name: string;
  readonly #plugin: ProcessPlugin;
  readonly #seconds: number;
  /** What it scored last within its bound. */
  #control: ScoreContext | null = null;

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
    const { signal } = context;
    const child = await this.#plugin.acquire(facts, signal, this.#seconds);
    try {
      const rewards = await this.#inChild(child, context, (ask) => ask(context, facts));
      this.#control = context;
      return rewards;
    } catch (error) {
      if (!isOverBound(error)) throw error;
      return await this.#again(context, facts, error);
    }
  }

  async #again(context: ScoreContext, facts: CallFacts, first: Error): Promise<RewardValue[]> {
    const { range } = this.declaration;
    if (this.mode === 'group' || range === undefined) throw first;
    const control = this.#control ?? shortContext(context);
    const child = await this.#plugin.acquireFresh(facts, context.signal, this.#seconds);
    return this.#inChild(child, context, async (ask) => {
      try {
        await ask(control, scoreFacts(this.#name, this.mode, control));
      } catch (cause) {
        context.signal.throwIfAborted();
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw callFailure(
          facts,
          `went past its bound (${first.message}), and so it failed on a control input: ${reason}`,
          { cause },
        );
      }
      try {
        return await ask(context, facts);
      } catch (error) {
        if (!isOverBound(error)) throw error;
        context.onOverBound?.(0);
        return [floorReward(range, context.args)];
      }
    });
  }

  /** Runs calls in a child, and gives it back. */
  async #inChild(
    child: SupervisedChild,
    { signal }: ScoreContext,
    run: (
      ask: (context: ScoreContext, facts: CallFacts) => Promise<RewardValue[]>,
    ) => Promise<RewardValue[]>,
  ): Promise<RewardValue[]> {
    const episode = new ChildEpisode(child, signal, this.#seconds);
    const { key, pool } = this.#plugin;
    try {
      return await run(async ({ args, samples, views }, facts) => {
        const rows = samples.map(sampleForPlugin);
        const request = { op: 'score', key, args, samples: rows, views } as const;
        return readRewards(await episode.request(request, facts), rows.length);
      });
    } finally {
      episode.end();
      pool.release(child, this.#seconds);
    }
  }
}
