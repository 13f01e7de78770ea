import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineState } from './engine-state.ts';
import type { HttpExchange } from '../../server/http-exchange.ts';
import { errorResponseBody } from './print-error.ts';

const abortRequest = z.object({
  rid: z.string().nullish(),
  abort_all: z.boolean().default(false),
});

const pauseGeneration = z.object({
  mode: z.enum(['abort', 'retract', 'in_place']).default('abort'),
});

const weightVersion = z.object({
  new_version: z.string(),
  abort_all_requests: z.boolean().default(true),
});

/** Reads a JSON body; a wrong one is answered with 400 and gives undefined. */
async function readJson<Schema extends z.ZodType>(
  exchange: HttpExchange,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  let value: unknown;
  try {
    value = JSON.parse((await exchange.body()).toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  exchange.sendJson(400, errorResponseBody(400, z.prettifyError(parsed.error), 'Bad Request'));
  return undefined;
}

/** `POST /abort_request`: 200 at once, before anything has happened. */
export async function handleAbort(state: EngineState, exchange: HttpExchange): Promise<void> {
  const body = await readJson(exchange, abortRequest);
  if (!body) return;
  if (body.abort_all) state.scheduler.abortAll();
  else state.scheduler.abort(body.rid ?? '');
  exchange.sendText(200, '');
}

/** `POST /pause_generation`. */
export async function handlePause(state: EngineState, exchange: HttpExchange): Promise<void> {
  const body = await readJson(exchange, pauseGeneration);
  if (!body) return;
  await state.scheduler.pause(body.mode, exchange.signal);
  exchange.sendJson(200, '{"message":"Generation paused successfully.","status":"ok"}');
}

/** `POST /continue_generation`. */
export async function handleContinue(state: EngineState, exchange: HttpExchange): Promise<void> {
  const body = await readJson(exchange, z.object({}));
  if (!body) return;
  state.scheduler.continue();
  exchange.sendJson(200, '{"message":"Generation continued successfully.","status":"ok"}');
}

/** `GET|POST /flush_cache?timeout=s`: 400 while requests run or wait. */
export async function handleFlush(state: EngineState, exchange: HttpExchange): Promise<void> {
  const { scheduler } = state;
  const seconds = Number(exchange.query.get('timeout') ?? 0);
  if (!(seconds >= 0)) {
    exchange.sendJson(400, errorResponseBody(400, 'timeout must be at least 0', 'Bad Request'));
    return;
  }
  if (seconds > 0) {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    exchange.signal.addEventListener('abort', stop);
    await Promise.race([
      scheduler.idle(waiting.signal).catch(() => {}),
      delay(seconds * 1000, undefined, { signal: waiting.signal }).catch(() => {}),
    ]);
    stop();
  }
  if (!scheduler.canFlush) {
    exchange.sendText(400, 'Flush cache failed.\n');
    return;
  }
  state.cache.flush();
  exchange.sendText(
    200,
    'Cache flushed.\nPlease check backend logs for more details. ' +
      '(When there are running or waiting requests, the operation will not be performed.)\n',
  );
}

/** `POST /update_weight_version`: later replies name the new version. */
export async function handleUpdateWeightVersion(
  state: EngineState,
  exchange: HttpExchange,
): Promise<void> {
  const body = await readJson(exchange, weightVersion);
  if (!body) return;
  if (body.abort_all_requests) state.scheduler.abortAll();
  state.weightVersion = body.new_version;
  exchange.sendJson(
    200,
    JSON.stringify({
      success: true,
      message: `Weight version updated to ${body.new_version}`,
      new_version: body.new_version,
    }),
  );
}
