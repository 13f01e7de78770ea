import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { writeTurn } from './write-turn.ts';

/** The person who plays the policy. */
export interface Terminal {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Shows a text on lines of its own. */
  say(text: string): void;
  /** The person's next turn; null when they left, by Ctrl-C, Ctrl-D or the end of the input. */
  ask(): Promise<string | null>;
  close(): void;
}

type Stream<Kind> = Kind & { isTTY?: boolean };

const FENCE = '"""';

/** Opens the terminal, or a pipe in its place: one line a turn, or lines between two `"""`. */
export function openTerminal(input: Stream<Readable>, output: Stream<Writable>): Terminal {
  const isTerminal = input.isTTY === true && output.isTTY === true;
  const stop = new AbortController();
  const reader = createInterface({ input, output, terminal: isTerminal });
  const interrupt = (): void => {
    stop.abort(new Error('left with Ctrl-C'));
    reader.close();
  };
  reader.once('SIGINT', interrupt);
  process.once('SIGINT', interrupt);
  const lines = reader[Symbol.asyncIterator]();

  const nextLine = async (prompt: string): Promise<string | null> => {
    if (isTerminal && !stop.signal.aborted) {
      reader.setPrompt(prompt);
      reader.prompt();
    }
    const { done, value } = await lines.next();
    return done === true ? null : value;
  };

  const nextText = async (): Promise<string | null> => {
    for (;;) {
      const line = await nextLine('you> ');
      if (line === null) return null;
      if (line.trim() === FENCE) return nextBlock();
      if (line.trim() !== '') return line;
    }
  };

  const nextBlock = async (): Promise<string | null> => {
    const block: string[] = [];
    for (;;) {
      const line = await nextLine('...> ');
      if (line === null) return null;
      if (line.trim() === FENCE) return block.join('\n');
      block.push(line);
    }
  };

  const say = (text: string): void => void output.write(`${text}\n`);

  return {
    signal: stop.signal,
    say,
    ask: async () => {
      for (;;) {
        const text = await nextText();
        if (text === null) {
          // Past the prompt that was left.
          if (isTerminal) say('');
          return null;
        }
        const turn = writeTurn(text);
        if (turn.ok) return turn.text;
        say(turn.problem);
      }
    },
    close: () => {
      process.off('SIGINT', interrupt);
      reader.close();
    },
  };
}
