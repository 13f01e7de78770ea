import type { RolloutArgs, Sample } from 'slime-sdk';
import { createSample, isSlimeError } from 'slime-sdk';
import type { HostedEnv, HostedReward } from '../../src/plugins/index.ts';
import { scoreContext, TURN } from './project.ts';

/**
 * A module whose env and reward misbehave as `metadata` says: `at` names the call, `how` the way.
 * Reset tells its process in `info.pid`; `close` writes its sample's index to the file `closed`.
 */
export const HOSTILE = `
import { appendFileSync } from 'node:fs';
import { BaseInteractionEnv, defineEnv, RetryableEnvError } from 'slime-sdk';

function act(how: unknown): unknown {
  switch (how) {
    case 'loop': for (;;) {}
    case 'loop later': return Promise.resolve().then(() => { for (;;) {} });
    case 'exit': return process.exit(3);
    case 'never': return new Promise(() => {});
    case 'throw a string': throw 'x';
    case 'throw undefined': throw undefined;
    case 'throw': throw new TypeError('boom');
    case 'reject': return Promise.reject(null);
    case 'throw elsewhere': setTimeout(() => { throw new Error('stray'); }, 1); return new Promise(() => {});
    case 'fill the heap': { const kept: unknown[] = []; for (;;) kept.push(new Array(1e5).fill(kept.length)); }
    case 'fill the memory': { const kept: unknown[] = []; for (;;) kept.push(Buffer.alloc(2 ** 26, 1)); }
    case 'retryable': throw new RetryableEnvError('busy', { data: { try: 1 } });
  }
}

class Hostile extends BaseInteractionEnv {
  sample: any;
  constructor(sample: any) { super(); this.sample = sample; }
  at(where: string): unknown {
    const { at, how } = this.sample.metadata;
    return at === where ? act(how) : undefined;
  }
  override reset(): any {
    return this.at('reset') ?? { info: { pid: process.pid } };
  }
  override step(): any {
    return this.at('step') ?? { observation: { text: 'seen' }, done: false };
  }
  override formatObservation(observation: any): any {
    return this.at('formatObservation') ?? super.formatObservation(observation);
  }
  override close(): any {
    appendFileSync(import.meta.dirname + '/closed', this.sample.index + '\\n');
    return this.at('close');
  }
}

export default defineEnv({
  name: 'hostile', apiVersion: 1,
  build: ({ sample }): any =>
    (sample.metadata.at === 'buildEnv' ? act(sample.metadata.how) : undefined) ?? new Hostile(sample),
});

export const customRm = (_args: unknown, sample: any): any =>
  (sample.metadata.at === 'reward' ? act(sample.metadata.how) : undefined) ?? 1;
`;

/** The calls at which the plugin can misbehave. */
export const PLACES = [
  'buildEnv',
  'reset',
  'step',
  'formatObservation',
  'close',
  'reward',
] as const;

/** How an episode ended: what failed, or `finished`. */
export interface Ended {
  index: number;
  class: string;
  where: unknown;
  reason: unknown;
}

/** A sample at whose call the plugin misbehaves. */
export function hostileSample(index: number, at: string, how: string): Sample {
  return createSample({ index, metadata: { at, how } });
}

/** One episode as the loop runs it: two turns, then close, then the reward. */
export async function runEpisode(
  plugins: { env: HostedEnv; reward: HostedReward },
  sample: Sample,
  args: RolloutArgs,
  onPid: (pid: unknown) => void = () => {},
): Promise<Ended> {
  const index = sample.index ?? -1;
  const { signal } = new AbortController();
  try {
    const session = await plugins.env.open({ sample, args, signal });
    let closing: Error | null;
    try {
      onPid((await session.reset({ seed: 1, attempt: 0 })).info?.['pid']);
      for (const turn of [0, 1]) await session.step('go', { ...TURN, turn });
    } finally {
      closing = await session.close();
    }
    if (closing !== null) throw closing;
    await plugins.reward.score({ ...scoreContext(args), samples: [sample] });
    return { index, class: 'finished', where: null, reason: null };
  } catch (error) {
    if (!isSlimeError(error)) throw error;
    return {
      index,
      class: error.name,
      where: error.data['where'],
      reason: error.data['reason'],
    };
  }
}
