import type { Fault } from './fault-picker.ts';
import type { FaultKind } from './fault-plan.ts';
import type { HttpExchange } from '../../server/http-exchange.ts';
import { statusFault } from './print-error.ts';

const lost: ReadonlySet<FaultKind> = new Set(['status_502', 'status_504', 'duplicate_rid']);

/** Whether a fault answers with an error though the engine sampled. */
export function lostFault(kind: FaultKind): boolean {
  return lost.has(kind);
}

/** Sends a finished reply, or what a fault leaves of it. @returns whether it was sent whole. */
export function deliver(
  exchange: HttpExchange,
  body: string,
  fault: Fault | undefined,
  rid: string,
): boolean {
  const kind = fault?.kind;
  const half = Math.floor(body.length / 2);
  if (kind !== undefined && lostFault(kind)) {
    const status = statusFault(kind, rid);
    if (status !== undefined) exchange.sendJson(status.status, status.body);
    return false;
  }
  if (kind === 'reset') exchange.destroy();
  else if (kind === 'reset_mid') exchange.sendPart(body, half);
  else if (kind === 'truncated_body') exchange.sendJson(200, body.slice(0, half));
  else if (kind === 'bad_json') {
    exchange.sendJson(200, '<html><body>upstream connect error</body></html>');
  } else {
    exchange.sendJson(200, body);
    return true;
  }
  return false;
}
