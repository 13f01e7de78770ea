import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { abortable } from './abortable.ts';
import { admit, checkBody, checkLora, type Job } from './admit.ts';
import { type GenerateBody, parseBody } from './body-schema.ts';
import type { EngineState } from './engine-state.ts';
import type { Fault } from './fault-picker.ts';
import { type Generation, runStreamed, runWhole } from './generation.ts';
import type { HttpExchange } from '../../server/http-exchange.ts';
import { normalizeBody } from './normalize.ts';
import {
  errorResponseBody,
  statusFault,
  streamErrorRecord,
  valueErrorBody,
} from './print-error.ts';
import { printUnrun } from './print-reply.ts';
import { hashInts, unit } from './random.ts';
import { RequestError } from './request-error.ts';
import { PolicyFault } from './sample.ts';
import type { ScheduledRequest } from './scheduler.ts';
import { deliver, lostFault } from './transport-faults.ts';

/** One `/generate` request in the making. */
interface Call {
  state: EngineState;
  exchange: HttpExchange;
  body: GenerateBody;
  /** Of the client, or of a sibling in the batch that failed. */
  signal: AbortSignal;
  routingKey: string | null;
  number: number;
  arrived: number;
}

/** `POST|PUT /generate`. */
export async function handleGenerate(state: EngineState, exchange: HttpExchange): Promise<void> {
  const arrived = performance.now();
  const number = state.stats.requests++;
  const raw = await exchange.body();
  state.tap?.onArrived?.({ number, headers: exchange.headers, body: raw.toString('utf8') });
  let body: GenerateBody;
  try {
    body = parseBody(raw, exchange.header('content-type'));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    state.tap?.onRefused?.({ number, status: 400, message: error.message });
    refuse(state, exchange, 400, errorResponseBody(400, error.message, 'Bad Request'));
    return;
  }
  const siblings = new AbortController();
  // Each generation of a batch listens.
  setMaxListeners(0, siblings.signal);
  const call: Call = {
    state,
    exchange,
    body,
    signal: siblings.signal,
    routingKey: exchange.header('x-smg-routing-key') ?? null,
    number,
    arrived,
  };
  if (!body.background) {
    exchange.signal.addEventListener('abort', () => siblings.abort(exchange.signal.reason));
  }
  const requests: ScheduledRequest[] = [];
  try {
    exchange.signal.throwIfAborted();
    await answer(call, requests);
  } catch (error) {
    siblings.abort(error);
    if (exchange.signal.aborted) state.stats.disconnected++;
    else answerError(call, requests, error);
  } finally {
    for (const request of requests) state.scheduler.remove(request);
  }
}

async function answer(call: Call, requests: ScheduledRequest[]): Promise<void> {
  const { state, body, signal, exchange } = call;
  const normalized = normalizeBody(body);
  const { single } = normalized;
  checkBody(body);
  const items = normalized.split();
  for (const item of items) {
    if (typeof item.rid === 'object' && item.rid !== null) {
      throw new RequestError('internal', 'a list of rids for one prompt');
    }
    requests.push(state.scheduler.add(item.rid ?? newRid(), signal));
  }
  for (const request of requests) await state.scheduler.pass(request);
  checkLora(body, single);
  const jobs: Job[] = [];
  for (const item of items) jobs.push(await abortable(admit(body, item, state), signal));
  const fault = await pickFault(call, jobs[0]);
  if (fault !== undefined && 'reply' in fault) {
    exchange.sendJson(200, fault.reply);
    return;
  }
  if (fault !== undefined && (await answerUnsampled(call, fault, requests))) return;
  const generations = items.map((item, index): Generation | undefined => {
    const [job, request] = [jobs[index], requests[index]];
    if (job === undefined || request === undefined) return undefined;
    return {
      state,
      body,
      item,
      job,
      request,
      routingKey: call.routingKey,
      fault,
      number: call.number,
      arrived: call.arrived,
      index: body.stream && !single ? index : undefined,
    };
  });
  const present = generations.filter((one) => one !== undefined);
  if (body.stream) await stream(call, present, fault);
  else await replyWhole(call, single, present, fault);
}

function newRid(): string {
  return randomUUID().replaceAll('-', '');
}

async function pickFault(
  call: Call,
  first: Job | undefined,
): Promise<Fault | { reply: string } | undefined> {
  const { state, routingKey, number } = call;
  const identity = first?.identity ?? hashInts([]);
  const decided = await decide(call, first);
  if (typeof decided === 'object' && decided !== null) return decided;
  const fault =
    decided === undefined
      ? state.faults?.pick({ identity, request: number, routingKey })
      : decided === null
        ? undefined
        : { kind: decided, place: unit(hashInts([4], identity)) };
  if (fault !== undefined) {
    state.stats.faults[fault.kind] = (state.stats.faults[fault.kind] ?? 0) + 1;
  }
  return fault;
}

/** What the tap says; undefined without one. */
async function decide({ state, number, signal }: Call, first: Job | undefined) {
  const { tap } = state;
  if (tap?.decide === undefined || first === undefined) return undefined;
  const { prompt, images } = first;
  const decided = tap.decide({ number, promptIds: prompt, images, signal });
  return decided instanceof Promise ? await abortable(decided, signal) : decided;
}

/** Faults that strike before anything is sampled. @returns whether the request is answered. */
async function answerUnsampled(
  { state, exchange, signal, body }: Call,
  fault: Fault,
  requests: readonly ScheduledRequest[],
): Promise<boolean> {
  if (fault.kind === 'stall') {
    const forever = new Promise<void>(() => {});
    await (state.stallMs === 0
      ? abortable(forever, signal)
      : delay(state.stallMs, undefined, { signal }));
    return false;
  }
  // A stream has no status left to lose.
  if (lostFault(fault.kind) && !body.stream) return false;
  const status = statusFault(fault.kind, requests[0]?.rid ?? '');
  if (status === undefined) return false;
  if (status.json) exchange.sendJson(status.status, status.body);
  else exchange.sendText(status.status, status.body);
  return true;
}

async function replyWhole(
  call: Call,
  single: boolean,
  generations: readonly Generation[],
  fault: Fault | undefined,
): Promise<void> {
  const replies = await Promise.all(generations.map(runWhole));
  const body = single ? (replies[0] ?? '') : `[${replies.join(',')}]`;
  const isWhole = deliver(call.exchange, body, fault, generations[0]?.request.rid ?? '');
  if (isWhole) call.state.stats.replies++;
}

async function stream(
  { state, exchange, signal }: Call,
  generations: readonly Generation[],
  fault: Fault | undefined,
): Promise<void> {
  const { reply } = exchange;
  const write = async (record: string) => {
    signal.throwIfAborted();
    if (!reply.headersSent) reply.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.write(`data: ${record}\n\n`)) return;
    await abortable(new Promise<void>((resolve) => reply.once('drain', resolve)), signal);
  };
  const kind = fault?.kind;
  const isCut = kind === 'reset' || kind === 'reset_mid' || kind === 'truncated_body';
  let records = 0;
  await Promise.all(
    generations.map(async (generation) => {
      for await (const record of runStreamed(generation)) {
        // A stream that breaks off runs to its end all the same: the ledger has what was sampled.
        if (isCut && (kind === 'reset' || records > 0)) continue;
        records++;
        await write(kind === 'bad_json' ? '<html>' : record);
      }
    }),
  );
  if (isCut) {
    if (kind === 'truncated_body') reply.end();
    else if (kind === 'reset') exchange.destroy();
    else reply.write('data: {"text":', () => exchange.destroy());
    return;
  }
  await write('[DONE]');
  reply.end();
  state.stats.replies++;
}

function refuse(state: EngineState, exchange: HttpExchange, status: number, body: string): void {
  state.stats.refused[status] = (state.stats.refused[status] ?? 0) + 1;
  exchange.sendJson(status, body);
}

function answerError(call: Call, requests: readonly ScheduledRequest[], error: unknown): void {
  const { state, exchange, body } = call;
  const kind = kindOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof PolicyFault) {
    state.stats.policyFaults++;
    state.log?.error(message, { rid: requests[0]?.rid ?? null });
  } else if (!(error instanceof RequestError)) {
    state.log?.error(`/generate failed: ${message}`);
  }
  if (body.stream) {
    endStream(call, requests[0]?.rid ?? '', kind, message);
    return;
  }
  state.tap?.onRefused?.({ number: call.number, status: kind === 'internal' ? 500 : 400, message });
  if (kind === 'internal') {
    state.stats.refused[500] = (state.stats.refused[500] ?? 0) + 1;
    exchange.sendText(500, 'Internal Server Error');
    return;
  }
  refuse(state, exchange, 400, valueErrorBody(message));
}

/** A policy is no part of SGLang, and fails alike when it is asked again: its caller is told, once. */
function kindOf(error: unknown): RequestError['kind'] {
  if (error instanceof PolicyFault) return 'value';
  return error instanceof RequestError ? error.kind : 'internal';
}

/** A refused stream has status 200 all the same: one record, or no end when SGLang fails. */
function endStream(
  { state, exchange, body, arrived }: Call,
  rid: string,
  kind: RequestError['kind'],
  message: string,
): void {
  const { reply } = exchange;
  const counted = kind === 'internal' ? 500 : 400;
  state.stats.refused[counted] = (state.stats.refused[counted] ?? 0) + 1;
  if (!reply.headersSent) reply.writeHead(200, { 'content-type': 'text/event-stream' });
  if (kind === 'internal') {
    reply.flushHeaders();
    exchange.destroy();
    return;
  }
  const record =
    kind === 'scheduler'
      ? printUnrun({
          rid,
          finishReason: JSON.stringify({
            type: 'abort',
            message,
            status_code: 400,
            err_type: 'BadRequestError',
          }),
          weightVersion: state.weightVersion,
          returnLogprob: body.return_logprob === true,
          seconds: (performance.now() - arrived) / 1000,
        })
      : streamErrorRecord(message);
  reply.end(`data: ${record}\n\ndata: [DONE]\n\n`);
}
