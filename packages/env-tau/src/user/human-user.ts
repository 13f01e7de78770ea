import type { JsonObject } from 'slime-sdk';
import { EmptyUserReplyError } from './user-errors.ts';
import { STOP_MARKER } from './stop-marker.ts';
import type { Terminal } from './terminal.ts';
import { NO_USAGE, type UserSimulator, type UserStart, type UserUsage } from './user-simulator.ts';

/** Empty lines in a row after which nobody is taken to be there. */
const MOST_EMPTY = 3;

/** A person at a terminal, who is shown the instruction and then the agent's messages. */
export class HumanUser implements UserSimulator {
  readonly #instruction: string;
  readonly #terminal: Terminal;

  /** @param terminal Closed with the user. */
  constructor(instruction: string, terminal: Terminal) {
    this.#instruction = instruction;
    this.#terminal = terminal;
  }

  open({ signal }: UserStart): Promise<string> {
    const told = `You are the user. ${STOP_MARKER} alone on a line ends the conversation.`;
    return this.#ask(`${told}\n\n${this.#instruction}\n`, signal);
  }

  reply(content: string, signal: AbortSignal): Promise<string> {
    return this.#ask(content, signal);
  }

  save(): JsonObject {
    return {};
  }

  load(): void {}

  usage(): UserUsage {
    return NO_USAGE;
  }

  close(): void {
    this.#terminal.close();
  }

  async #ask(text: string, signal: AbortSignal): Promise<string> {
    for (let time = 0; time < MOST_EMPTY; time += 1) {
      const line = await this.#terminal.ask(time === 0 ? text : '(a line with text)', signal);
      if (line.trim() !== '') return line;
    }
    throw new EmptyUserReplyError(`the user said nothing, ${MOST_EMPTY} times`);
  }
}
