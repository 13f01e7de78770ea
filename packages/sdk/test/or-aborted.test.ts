import { expect, it } from 'vitest';
import { orAborted } from '../src/index.ts';

it('gives what the work gives, its failure too', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('throws the reason of the signal while the work goes on, and lets go of it', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const waiting = orAborted(new Promise(() => {}), stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
