import { defineEnv, defineTool, type StepResult, type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

interface Desk {
  isCancelled: boolean;
  wasAsked: boolean;
}

const cancel = defineTool({
  name: 'cancel',
  description: 'Cancels the flight.',
  parameters: z.object({}),
  execute: (_args, state: Desk) => {
    state.isCancelled = true;
    return 'The flight is cancelled.';
  },
});

const ask = defineTool({
  name: 'ask',
  description: 'Asks the rules whether the flight may be cancelled.',
  parameters: z.object({}),
  execute: (_args, state: Desk) => {
    state.wasAsked = true;
    return 'It may not.';
  },
});

/** The flight must not be cancelled, whatever the customer says. */
class AirlineDesk extends ToolEnv<Desk> {
  readonly tools = [cancel, ask];

  createState(): Desk {
    return { isCancelled: false, wasAsked: false };
  }

  protected override onNoCall(): StepResult<TextObservation[]> {
    return { observation: [], done: true, reward: this.passes(this.state) ? 1 : 0 };
  }

  passes({ isCancelled, wasAsked }: Desk): boolean {
    return wasAsked && !isCancelled;
  }
}

/** Compares the end with the start alone: doing nothing is right. */
class UnchangedPasses extends AirlineDesk {
  override passes({ isCancelled }: Desk): boolean {
    return !isCancelled;
  }
}

const declaration = {
  name: 'airline-desk',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({ ...declaration, build: () => new AirlineDesk() });
export const broken = defineEnv({ ...declaration, build: () => new UnchangedPasses() });

export const specimen = { kind: 'env', fault: { row: 'B044', check: 'env/null-policy' } };
