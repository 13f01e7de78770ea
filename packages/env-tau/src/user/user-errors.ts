import { EnvError, type SlimeErrorOptions } from 'slime-sdk';

/** The simulator could not play the user: never scored, counted under its own name. */
export class UserSimulatorError extends EnvError {}

/** The simulator said nothing, each time it was asked. */
export class EmptyUserReplyError extends UserSimulatorError {}

/** The simulator says that its instruction does not cover what the agent asks. */
export class OutOfScopeUserReplyError extends UserSimulatorError {}

/** The simulator's words are not in the form that its strategy asks for. */
export class MalformedUserReplyError extends UserSimulatorError {
  constructor(expected: string, said: string, options: SlimeErrorOptions = {}) {
    const shown = JSON.stringify(said.slice(0, 200));
    super(`the simulated user was to give ${expected} and said ${shown}`, options);
  }
}
