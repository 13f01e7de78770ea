import { PassThrough, Readable } from 'node:stream';
import { main } from '../src/cli/main.ts';

/** Runs the program in this process, and gives what it wrote and its exit code. */
export async function runCli(args: readonly string[], input = '') {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = async (stream: PassThrough): Promise<string> =>
    (await stream.toArray()).map(String).join('');
  // Read while it runs: a full pipe would hold it.
  const texts = [read(stdout), read(stderr)];
  const code = await main(args, { stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = await Promise.all(texts);
  return { code, stdout: out, stderr: err };
}
