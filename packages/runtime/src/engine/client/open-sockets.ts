import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** The sockets of a pool, known because it opens them by {@link connect}. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  readonly #open = buildConnector({});

  readonly connect: buildConnector.connector = (options, callback) => {
    this.#open(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      callback(null, socket);
    });
  };

  /** Whether the system has every byte that was written. A reply does not say so: it may come early. */
  get haveSentAll(): boolean {
    for (const socket of this.#sockets) {
      if (socket.writableLength > 0) return false;
    }
    return true;
  }
}
