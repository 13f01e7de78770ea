import { PassThrough } from 'node:stream';
import { main } from '../src/main.ts';

/** What the program left. */
export interface MainResult {
  code: number;
  output: string;
  errors: string;
}

/** A stand-in for a terminal: keys in, text out. */
export interface FakeTerminal {
  /** Keys, each sent once the program asks for the text that comes before it. */
  keys: readonly (readonly [waitFor: string, key: string])[];
}

/** Runs the program in this process; without a terminal nobody can be asked. */
export async function runMain(
  argv: readonly string[],
  cwd: string,
  options: { terminal?: FakeTerminal; signal?: AbortSignal } = {},
): Promise<MainResult> {
  const isTTY = options.terminal !== undefined;
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24 });
  const errors = new PassThrough();
  const written = { output: '', errors: '' };
  const keys = [...(options.terminal?.keys ?? [])];
  let asked = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
    asked += text;
    const [next] = keys;
    if (next === undefined || !asked.includes(next[0])) return;
    keys.shift();
    asked = '';
    setImmediate(() => input.write(next[1]));
  });
  errors.setEncoding('utf8').on('data', (text: string) => {
    written.errors += text;
  });
  const signal = options.signal ?? new AbortController().signal;
  const code = await main({ argv, cwd, input, output, errors, signal });
  await Promise.all([ended(output), ended(errors)]);
  return { code, ...written };
}

function ended(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    stream.once('end', resolve);
    stream.end();
  });
}
