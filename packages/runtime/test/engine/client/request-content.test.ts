import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HttpClient } from '../../../src/engine/client/http-client.ts';
import {
  type RequestContent,
  RequestContents,
} from '../../../src/engine/client/request-content.ts';

const textOf = ({ body }: RequestContent): string =>
  Buffer.isBuffer(body) ? body.toString('utf8') : '';

it('uses the room of an answered request again, but not while bytes are on their way', () => {
  let haveSentAll = false;
  const contents = new RequestContents(() => haveSentAll);
  const first = contents.of([Buffer.from('first')]);
  first.release();
  const second = contents.of([Buffer.from('other')]);
  expect(textOf(first)).toBe('first');
  second.release();
  haveSentAll = true;
  const third = contents.of([Buffer.from('third')]);
  expect([textOf(first), textOf(second)].sort()).toEqual(['first', 'third']);
  expect(textOf(third)).toBe('third');
});

const REPLY = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
/** More than loopback holds for a server that does not read. */
const COUNT = 140;
const LENGTH = 60_000;

it('sends a body as it is to a server that answers before it reads', async () => {
  const sockets: Socket[] = [];
  const listener = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const client = new HttpClient(new URL(`http://127.0.0.1:${port}`), 1);
  const sent = Array.from({ length: COUNT }, (_, at) =>
    String.fromCharCode(65 + (at % 26)).repeat(LENGTH),
  );
  for (const body of sent) {
    const exchange = client.post({ path: '/', headers: {}, body: [Buffer.from(body)] });
    while (exchange.activity === null || sockets.length === 0) await nextTurn();
    sockets[0]?.write(REPLY);
    await exchange.reply;
    // The connection is taken again in the next turn.
    await nextTurn();
    await nextTurn();
  }
  const texts: string[] = [];
  await new Promise<void>((resolve) => {
    let length = 0;
    sockets[0]?.setEncoding('latin1').on('data', (text: string) => {
      texts.push(text);
      length += text.length;
      const whole = (texts[0]?.indexOf('\r\n\r\n') ?? 0) + 4 + LENGTH;
      if (length === COUNT * whole) resolve();
    });
    sockets[0]?.resume();
  });
  const bodies = texts
    .join('')
    .split(/POST [^]*?\r\n\r\n/)
    .slice(1);
  expect(bodies.filter((body, at) => body !== sent[at])).toEqual([]);
  expect(bodies.length).toBe(COUNT);
  await client.close();
  listener.close();
});
