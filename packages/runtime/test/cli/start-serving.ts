import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CliContext } from '../../src/cli/cli-context.ts';

/** A command that serves in this process. */
export interface Serving {
  url: string;
  pid: number;
  /** Stops it and gives the rest of what it wrote. */
  stop(): Promise<{ stdout: string; stderr: string }>;
}

/** Starts a command, which ends when its signal fires, and waits until it serves. */
export async function startServing(
  serve: (context: CliContext, signal: AbortSignal) => Promise<void>,
): Promise<Serving> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  const running = serve({ stdout, stderr, exitCode: 0 }, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const told = text(stderr);
  const first = await Promise.race([lines.next(), running.then(() => undefined)]);
  const ready: { url: string; pid: number } = JSON.parse(first?.value ?? '');
  return {
    ...ready,
    stop: async () => {
      stop.abort();
      const last = await lines.next();
      await running;
      stderr.end();
      return { stdout: last.value ?? '', stderr: await told };
    },
  };
}
