import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HttpClient } from '../../../src/engine/client/http-client.ts';

let server: Server;
let client: HttpClient;

/** Answers with the body that it was sent, after a while that hangs on its length. */
beforeEach(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      setTimeout(() => response.end(body), body.length % 7);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new HttpClient(new URL(`http://127.0.0.1:${port}`), 8);
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const length = fc.oneof(
  fc.nat({ max: 300 }),
  fc.nat({ max: 100_000 }),
  fc.constantFrom(4095, 4096, 4097, 65_535, 65_536),
);

it('sends each body as it is, whatever other requests are on their way, end or are cancelled', async () => {
  const requests = fc.array(fc.record({ length, isCancelled: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      const exchanges = all.map((one, at) => {
        const body = Buffer.alloc(one.length, `${at};`);
        const half = one.length >> 1;
        const pieces = [body.subarray(0, half), body.subarray(half)];
        const exchange = client.post({ path: '/', headers: {}, body: pieces });
        if (one.isCancelled) setTimeout(() => exchange.cancel(new Error('cancelled')), at % 5);
        return { exchange, body };
      });
      const replies = await Promise.allSettled(exchanges.map(({ exchange }) => exchange.reply));
      for (const [at, reply] of replies.entries()) {
        if (reply.status === 'fulfilled') {
          expect(reply.value.body.equals(exchanges[at]?.body ?? Buffer.of())).toBe(true);
        } else expect(all[at]?.isCancelled).toBe(true);
      }
    }),
    { seed: 3, numRuns: 60 },
  );
});
