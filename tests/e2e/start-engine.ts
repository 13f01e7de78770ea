import { createInterface } from 'node:readline';
import { z } from 'zod';
import { startCli } from './run-cli.ts';

const readySchema = z.object({ url: z.url() });
const statsSchema = z.object({
  stats: z.looseObject({ faults: z.record(z.string(), z.number()) }),
});

/** An engine in its own process. */
export interface EngineProcess {
  host: string;
  port: string;
  /** Ends it, and gives how often each fault was met. */
  stop(): Promise<Record<string, number>>;
}

/** Starts `slime-runtime engine` and waits until it serves. */
export async function startEngine(flags: readonly string[]): Promise<EngineProcess> {
  const run = startCli(['engine', ...flags]);
  const { stdout } = run.child;
  if (stdout === null) throw new TypeError('the engine has no standard output');
  const lines = createInterface({ input: stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    void run.done.finally(() => reject(new Error(`the engine ended: ${run.stderr()}`)));
  });
  const { hostname, port } = new URL(readySchema.parse(JSON.parse(first)).url);
  return {
    host: hostname,
    port,
    stop: async () => {
      run.child.kill('SIGTERM');
      const { stdout: text } = await run.done;
      return statsSchema.parse(JSON.parse(text.trim().split('\n').at(-1) ?? '')).stats.faults;
    },
  };
}
