import { randomBytes } from 'node:crypto';
import { ConfigError } from 'slime-sdk';

/**
 * Gives a maker of request ids: run nonce, client, counter. All have one length, because SGLang
 * aborts every request whose id *starts with* the one it is given.
 *
 * @throws ConfigError when the nonce is not 1 to 64 letters and digits; a separator in it would let
 *   an id of one run start like another's.
 */
export function createRids(nonce: string): () => string {
  if (!/^[0-9A-Za-z]{1,64}$/.test(nonce)) {
    throw new ConfigError(`run nonce "${nonce}": expected 1 to 64 letters and digits`);
  }
  const prefix = `${nonce}-${randomBytes(4).toString('hex')}-`;
  let count = 0;
  return () => {
    count += 1;
    return prefix + count.toString(16).padStart(10, '0');
  };
}
