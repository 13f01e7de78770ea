import type { JsonObject } from 'slime-sdk';
import { printableBlock } from '../cli/printable-text.ts';
import { EmptyUserReplyError } from './user-errors.ts';
import { STOP_MARKER } from './stop-marker.ts';
import type { Terminal } from './terminal.ts';
import { NO_USAGE, type UserSimulator, type UserStart, type UserUsage } from './user-simulator.ts';

/** Empty lines in a row after which nobody is taken to be there. */
const MOST_EMPTY = 3;

/** What a person types for the marker, which does as well. */
const STOP = '/stop';

/** Where a person is shown a text, and types the line that answers it. */
type Asking = Pick<Terminal, 'ask' | 'close'>;

/**
 * A person at a terminal, who is shown the instruction and then the agent's messages, with no
 * character in them that the terminal would obey.
 */
export class HumanUser implements UserSimulator {
  readonly #instruction: string;
  readonly #terminal: Asking;

  /** @param terminal Closed with the user. */
  constructor(instruction: string, terminal: Asking) {
    this.#instruction = instruction;
    this.#terminal = terminal;
  }

  open({ signal }: UserStart): Promise<string> {
    const told = `You are the user; type what you say, ${STOP} when you have what you came for.`;
    return this.#ask(`${told}\n${printableBlock('Your task', this.#instruction)}`, signal);
  }

  reply(content: string, signal: AbortSignal): Promise<string> {
    return this.#ask(printableBlock('agent', content), signal);
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
      if (line.trim() === STOP) return STOP_MARKER;
      if (line.trim() !== '') return line;
    }
    throw new EmptyUserReplyError(`the user said nothing, ${MOST_EMPTY} times`);
  }
}
