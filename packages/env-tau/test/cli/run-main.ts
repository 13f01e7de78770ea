import { PassThrough, Readable } from 'node:stream';
import { main } from '../../src/cli/main.ts';

/** What the program left. */
export interface MainResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program on an input that ends. */
export async function runMain(args: readonly string[], input = ''): Promise<MainResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  const read = async (stream: PassThrough): Promise<string> =>
    (await stream.toArray()).map(String).join('');
  return { code, stdout: await read(stdout), stderr: await read(stderr) };
}
