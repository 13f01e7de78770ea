import type { HttpExchange } from '../server/http-exchange.ts';
import { isSameSecret } from '../server/same-secret.ts';

/**
 * Whether a request carries the token: as `Authorization: Bearer TOKEN`, or as the password of Basic
 * authorization, which slime's client sends for `--rm-url http://slime:TOKEN@host:port/`; without a
 * password, as the user.
 */
export function carriesToken(exchange: HttpExchange, token: string): boolean {
  const header = exchange.header('authorization') ?? '';
  const [scheme = '', credentials = ''] = header.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return isSameSecret(credentials, token);
  if (scheme.toLowerCase() !== 'basic') return false;
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const [user, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
  return isSameSecret(password === '' ? user : password, token);
}
