import { z } from 'zod';
import { startServer } from './start-server.ts';

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
  const { url, run } = await startServer(['engine', ...flags]);
  const { hostname, port } = new URL(url);
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
