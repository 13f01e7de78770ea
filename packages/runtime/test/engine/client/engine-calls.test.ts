import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CallSignal } from '../../../src/engine/client/call-signal.ts';
import { Counter } from '../../../src/engine/client/counter.ts';
import { EngineCalls } from '../../../src/engine/client/engine-calls.ts';

const calls = (): EngineCalls =>
  new EngineCalls('engine', { url: '', concurrency: 1, nonce: 'run1' }, new Counter());

/** Ends some turns of the event loop after its signal. */
async function endSlowly(signal: CallSignal): Promise<never> {
  const fault = await new Promise((resolve) => {
    signal.whenEnded(resolve);
  });
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  throw fault;
}

it('is closed when every call has settled, also one that ends some turns later', async () => {
  const client = calls();
  const outcomes: unknown[] = [];
  const running = Array.from({ length: 3 }, () =>
    client
      .run(new AbortController().signal, ({ signal }) => endSlowly(signal))
      .catch((error: unknown) => outcomes.push(error)),
  );
  await client.close();
  expect(outcomes).toMatchObject(Array.from(running, () => ({ data: { cause: 'closed' } })));
});

it('ends each call when it closes, also after one whose listener throws', async () => {
  const client = calls();
  const { signal } = new AbortController();
  const throwing = client.run(signal, async (one) => {
    one.signal.whenEnded(() => {
      throw new Error('broken');
    });
    return await endSlowly(one.signal);
  });
  const other = client.run(signal, (one) => endSlowly(one.signal));
  const ended = Promise.allSettled([throwing, other]);
  await expect(client.close()).rejects.toThrow('broken');
  expect(await ended).toMatchObject(
    Array.from({ length: 2 }, () => ({ reason: { data: { cause: 'closed' } } })),
  );
});
