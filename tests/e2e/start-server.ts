import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type CliRun, startCli } from './run-cli.ts';

const readySchema = z.object({ url: z.url() });

/** A command of `slime-runtime` that serves, in a process of its own. */
export interface ServerProcess {
  url: string;
  run: CliRun;
}

/** Starts it and waits until it serves. */
export async function startServer(
  args: readonly string[],
  options?: Parameters<typeof startCli>[1],
): Promise<ServerProcess> {
  const run = startCli(args, options);
  const { stdout } = run.child;
  if (stdout === null) throw new TypeError('the server has no standard output');
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve);
    void run.done.finally(() => reject(new Error(`the server ended: ${run.stderr()}`)));
  });
  return { url: readySchema.parse(JSON.parse(first)).url, run };
}
