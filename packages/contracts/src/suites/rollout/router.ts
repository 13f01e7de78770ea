import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { EmbeddedEngine } from 'slime-runtime';
import type { World } from '../../world/world.ts';

/** An address where an engine answers. */
export interface Router {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens where a router would, and starts the embedded engine when somebody connects: a function
 * that asks no engine loads none.
 */
export async function startRouter(world: Pick<World, 'encoder'>): Promise<Router> {
  let engine: Promise<EmbeddedEngine> | null = null;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // A client that goes away in mid-request is no fault of ours.
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    engine ??= startEngine(world);
    engine.then(
      ({ host, port }) => join(client, keep(connect(port, host))),
      (error: unknown) => client.end(refusal(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: portOf(server),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      // One that could not be started has told every client so.
      await engine?.then(
        (started) => started.close(),
        () => {},
      );
    },
  };
}

async function startEngine(world: Pick<World, 'encoder'>): Promise<EmbeddedEngine> {
  const { randomPolicy, startEmbeddedEngine } = await import('slime-runtime');
  const encoder = await world.encoder();
  return startEmbeddedEngine({ encoder, policy: randomPolicy(encoder) });
}

/** What a router answers that has no engine. */
function refusal(error: unknown): string {
  const body = JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  const length = Buffer.byteLength(body);
  return (
    'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n' +
    `content-length: ${length}\r\nconnection: close\r\n\r\n${body}`
  );
}

function join(a: Socket, b: Socket): void {
  a.pipe(b).pipe(a);
  a.once('close', () => b.destroy());
  b.once('close', () => a.destroy());
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new TypeError('a server that does not listen on a port');
}
