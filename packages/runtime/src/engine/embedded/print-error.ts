import type { FaultKind } from './fault-plan.ts';

/** `{"error":{"message"}}`: a ValueError, HTTP 400. */
export function valueErrorBody(message: string): string {
  return JSON.stringify({ error: { message } });
}

/** `ErrorResponse`: a body of the wrong types (`Bad Request`), or an error that has a status. */
export function errorResponseBody(code: number, message: string, type = String(code)): string {
  return JSON.stringify({ object: 'error', message, type, param: null, code });
}

/** The one record of a stream whose request was refused. */
export function streamErrorRecord(message: string): string {
  return JSON.stringify({
    error: { message, type: 'invalid_request_error', code: 400, retryable: false },
  });
}

/** Status and body of a fault that answers with an error. */
export function statusFault(
  kind: FaultKind,
  rid: string,
): { status: number; body: string; json: boolean } | undefined {
  if (kind === 'duplicate_rid') {
    return {
      status: 400,
      body: valueErrorBody(`Duplicate request ID detected: ${rid}`),
      json: true,
    };
  }
  const status = Number(/^status_(\d{3})$/.exec(kind)?.[1] ?? 0);
  if (status === 0) return undefined;
  if (status === 500) return { status, body: 'Internal Server Error', json: false };
  if (status === 400) return { status, body: valueErrorBody('injected fault'), json: true };
  if (status === 503) {
    return { status, body: errorResponseBody(503, 'The request queue is full.'), json: true };
  }
  // What is left comes from the router.
  const body = JSON.stringify({
    error: { type: 'injected_fault', code: kind, message: `injected fault ${status}` },
  });
  return { status, body, json: true };
}
