import type { ControlClient } from '../client/control-client.ts';

/** For routes that answer out of memory. */
const QUICK_MS = 5000;

/** For a bare sign of life, and for `/health_generate`, which polls for 20 s before it gives up. */
const PATIENT_MS = 25_000;

/**
 * What a worker does: `busy`, `idle`, `gone` (it refuses connections or says nothing at all), or
 * `unclear` (it lives, but does not tell its load).
 */
export type WorkerState = 'busy' | 'idle' | 'gone' | 'unclear';

/** Asks a worker for its load, and if it does not answer, for any sign of life. */
export async function probeWorker(control: ControlClient, url: string): Promise<WorkerState> {
  try {
    const reply = await control.send(`${url}/v1/loads?include=core`, { timeoutMs: QUICK_MS });
    const requests = reply.status === 200 ? countRequests(reply.json) : undefined;
    if (requests === undefined) return 'unclear';
    return requests > 0 ? 'busy' : 'idle';
  } catch {
    return (await isAlive(control, url)) ? 'unclear' : 'gone';
  }
}

/**
 * Whether a worker generates: one token, by `/health_generate`. False while it is paused: the load
 * of an engine paused for new weights is that of an idle one, and only this route tells them apart.
 */
export async function doesGenerate(control: ControlClient, url: string): Promise<boolean> {
  try {
    const reply = await control.send(`${url}/health_generate`, { timeoutMs: PATIENT_MS });
    return reply.status === 200;
  } catch {
    return false;
  }
}

/** Any answer to a route that never waits for the scheduler, whatever its status. */
export async function isAlive(control: ControlClient, url: string): Promise<boolean> {
  try {
    await control.send(`${url}/model_info`, { timeoutMs: PATIENT_MS });
    return true;
  } catch {
    return false;
  }
}

/** Running and waiting requests of all data-parallel ranks; undefined when it is no such list. */
function countRequests(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('loads' in body)) return undefined;
  if (!Array.isArray(body.loads) || body.loads.length === 0) return undefined;
  const loads: readonly unknown[] = body.loads;
  let sum = 0;
  for (const load of loads) {
    if (typeof load !== 'object' || load === null) return undefined;
    const running = 'num_running_reqs' in load ? load.num_running_reqs : undefined;
    const waiting = 'num_waiting_reqs' in load ? load.num_waiting_reqs : undefined;
    if (typeof running !== 'number' || typeof waiting !== 'number') return undefined;
    sum += running + waiting;
  }
  return sum;
}
