import type { IncomingHttpHeaders } from 'node:http';
import { TryFault } from './try-fault.ts';

/** Longest pause that a server may ask for. */
const MAX_RETRY_AFTER_MS = 30_000;

/** SGLang's words for a request id that is still running: a retry of the router's met its first. */
const DUPLICATE_RID = /duplicate request id/i;

/**
 * A reply whose status is no success, as a fault: 408, 429 and 5xx pass with time, a duplicate
 * request id passes with a new id, all else is final.
 */
export function statusFault(status: number, headers: IncomingHttpHeaders, body: Buffer): TryFault {
  const message = `HTTP ${status}: ${readMessage(body)}`;
  if (status === 400 && DUPLICATE_RID.test(message)) {
    return new TryFault('duplicate_rid', message, { retry: 'now', status });
  }
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  return new TryFault(`http_${status}`, message, {
    retry: isPassing(status) ? 'later' : 'never',
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Whether a status passes with time: the server is busy, restarting or out of order. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The server's own words, from the shapes that engine and router write. */
function readMessage(body: Buffer): string {
  const text = body.toString('utf8', 0, 4096).trim();
  const message = messageOf(parseOrUndefined(text)) ?? text;
  return message === '' ? 'no message' : message.slice(0, 500);
}

/**
 * Message of an error body: `{"error":{"message"}}`, `{"message"}`, `{"detail"}` or a bare string.
 * Undefined when there is none.
 */
export function messageOf(body: unknown): string | undefined {
  let value = body;
  while (typeof value === 'object' && value !== null) {
    if ('error' in value) value = value.error;
    else if ('message' in value) value = value.message;
    else value = 'detail' in value ? value.detail : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON (a proxy's HTML, plain text): the text itself is the message.
    return undefined;
  }
}

/** `Retry-After`, seconds or an HTTP date, in milliseconds from now: 30 s at most. */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
