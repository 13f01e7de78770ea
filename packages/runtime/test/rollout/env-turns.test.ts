import { EnvError, type ResetResult, RetryableEnvError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import type { EnvSession, HostedStep } from '../../src/plugins/plugin-host.ts';
import { EnvTurns } from '../../src/rollout/env-turns.ts';

/** A counter that fails at chosen calls; `drift` makes its observations depend on the attempt. */
class CounterSession implements EnvSession {
  readonly canSnapshot: boolean;
  readonly calls: string[] = [];
  readonly #failures: string[];
  readonly #drift: boolean;
  #count = 0;
  #attempt = 0;

  constructor(options: { failures: string[]; canSnapshot?: boolean; drift?: boolean }) {
    this.#failures = [...options.failures];
    this.canSnapshot = options.canSnapshot ?? false;
    this.#drift = options.drift ?? false;
  }

  async reset(context: { seed: number; attempt: number }): Promise<ResetResult> {
    this.#called(`reset ${context.seed} ${context.attempt}`);
    this.#count = 0;
    this.#attempt = context.attempt;
    return { messages: [{ role: 'user', content: 'start' }] };
  }

  async step(text: string): Promise<HostedStep> {
    // Half of a step's work is done when it fails: a retry must not see it.
    this.#count += 1;
    this.#called(`step ${text}`);
    const drift = this.#drift ? ` of attempt ${this.#attempt}` : '';
    return {
      messages: [{ role: 'user', content: `count ${this.#count}${drift}` }],
      done: false,
      info: null,
      reward: null,
    };
  }

  async snapshot(): Promise<unknown> {
    return this.#count;
  }

  async restore(snapshot: unknown): Promise<void> {
    this.#count = Number(snapshot);
  }

  async metrics(): Promise<Record<string, number>> {
    return {};
  }

  async close(): Promise<null> {
    return null;
  }

  #called(call: string): void {
    this.calls.push(call);
    if (this.#failures[0] === call) {
      this.#failures.shift();
      throw new RetryableEnvError(`busy in ${call}`);
    }
  }
}

function stepWith(turns: EnvTurns, text: string, turn: number): Promise<HostedStep> {
  return turns.step(text, {
    turn,
    reasoning: '',
    content: text,
    calls: [],
    truncated: false,
    seed: 7,
  });
}

describe('a turn that failed and may pass', () => {
  it.each([
    ['a snapshot', true],
    ['reset and replay', false],
  ])('is tried again on the state before it, by %s', async (_name, canSnapshot) => {
    const session = new CounterSession({ failures: ['step b', 'step b'], canSnapshot });
    const turns = new EnvTurns(session, { seed: 7, maxRetries: 2 });
    await turns.reset();
    await stepWith(turns, 'a', 0);
    const step = await stepWith(turns, 'b', 1);
    expect(step.messages).toEqual([{ role: 'user', content: 'count 2' }]);
    expect(turns.retries).toBe(2);
  });

  it('is given the attempt when it is replayed', async () => {
    const session = new CounterSession({ failures: ['step b'] });
    const turns = new EnvTurns(session, { seed: 7, maxRetries: 1 });
    await turns.reset();
    await stepWith(turns, 'a', 0);
    await stepWith(turns, 'b', 1);
    expect(session.calls).toEqual([
      'reset 7 0',
      'step a',
      'step b',
      'reset 7 1',
      'step a',
      'step b',
    ]);
  });

  it('fails once its retries are used up', async () => {
    const failures = ['step a', 'step a', 'step a'];
    const turns = new EnvTurns(new CounterSession({ failures }), { seed: 7, maxRetries: 2 });
    await turns.reset();
    await expect(stepWith(turns, 'a', 0)).rejects.toThrow(RetryableEnvError);
    expect(turns.retries).toBe(2);
  });

  it('is refused when the replay does not give the same observations', async () => {
    const session = new CounterSession({ failures: ['step b'], drift: true });
    const turns = new EnvTurns(session, { seed: 7, maxRetries: 2 });
    await turns.reset();
    await stepWith(turns, 'a', 0);
    await expect(stepWith(turns, 'b', 1)).rejects.toThrow(EnvError);
  });

  it('is retried in reset too', async () => {
    const session = new CounterSession({ failures: ['reset 7 0'] });
    const turns = new EnvTurns(session, { seed: 7, maxRetries: 1 });
    await turns.reset();
    expect(session.calls).toEqual(['reset 7 0', 'reset 7 1']);
  });
});
