import { expect, it, vi } from 'vitest';
import { Exchange } from '../../../src/engine/client/exchange.ts';

const controller = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
};

it('knows when something last went over the wire', () => {
  const now = vi.spyOn(performance, 'now');
  const exchange = new Exchange();
  const seen: (number | null)[] = [exchange.activity];
  const steps = [
    () => exchange.onRequestStart(controller),
    () => exchange.onResponseStart(controller, 200, {}),
    () => exchange.onResponseData(controller, Buffer.from('a')),
    () => exchange.onResponseData(controller, Buffer.from('b')),
  ];
  for (const [index, step] of steps.entries()) {
    now.mockReturnValue(index);
    step();
    seen.push(exchange.activity);
  }
  now.mockRestore();
  expect(seen).toEqual([null, 0, 1, 2, 3]);
});

it('joins a body that comes in pieces', async () => {
  const exchange = new Exchange();
  exchange.onResponseStart(controller, 200, { 'x-a': 'b' });
  for (const piece of ['a', 'b', 'c']) exchange.onResponseData(controller, Buffer.from(piece));
  exchange.onResponseEnd();
  expect(await exchange.reply).toEqual({
    status: 200,
    headers: { 'x-a': 'b' },
    body: Buffer.from('abc'),
  });
});
