import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** What was said in each turn, for as long as the episode is not over. */
class Recorder extends BaseInteractionEnv {
  protected readonly steps: StepContext[];

  constructor(steps: StepContext[]) {
    super();
    this.steps = steps;
  }

  override reset() {
    this.steps.length = 0;
    return {};
  }

  step(_responseText: string, context: StepContext) {
    this.steps.push(context);
    const done = context.turn >= 2;
    return { observation: { text: `Turn ${context.turn} is recorded.` }, done };
  }
}

/** Raw steps of every episode stay in the buffer of all. */
class Buffering extends Recorder {
  override reset() {
    return {};
  }
}

const buffer: StepContext[] = [];
export const correct = defineEnv({
  name: 'recorder',
  apiVersion: 1,
  build: () => new Recorder([]),
});
export const broken = defineEnv({
  name: 'recorder',
  apiVersion: 1,
  build: () => new Buffering(buffer),
});

export const specimen = { kind: 'env', fault: { row: 'A124', check: 'env/memory' } };
