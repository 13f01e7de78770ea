import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Counts blank turns and others. */
class Counter extends BaseInteractionEnv {
  counts: Record<string, number> = {};

  override reset() {
    this.counts = this.emptyCounts();
    return {};
  }

  step(_responseText: string, { content }: StepContext) {
    const kind = content === '' ? 'blank' : 'said';
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    return { observation: { text: 'Go on.' }, done: kind === 'blank' };
  }

  metrics() {
    return this.counts;
  }

  emptyCounts(): Record<string, number> {
    return { blank: 0, said: 0 };
  }
}

export const correct = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Counter() });

/** A count is there from its first event on. */
class Lazy extends Counter {
  override emptyCounts(): Record<string, number> {
    return {};
  }
}

export const broken = defineEnv({ name: 'counter', apiVersion: 1, build: () => new Lazy() });
