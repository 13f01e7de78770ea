import { randomBytes } from 'node:crypto';

/** Names a run, so that two can share an engine: 8 hexadecimal digits. */
export function createNonce(): string {
  return randomBytes(4).toString('hex');
}

/** Routing key and session id of an episode; of one length, so that no key starts another. */
export function routingKeyOf(nonce: string, index: number, attempt: number): string {
  return `${nonce}-${String(attempt).padStart(2, '0')}-${String(index).padStart(10, '0')}`;
}

/** The sample index in a routing key, undefined when the key is not ours. */
export function indexOfRoutingKey(key: string): number | undefined {
  const digits = /^[0-9a-f]{8}-\d{2}-(\d{10})$/.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
