import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { onAbort } from '../src/on-abort.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

it('calls each who waits once, in order, and none that took it back', () => {
  const controller = new AbortController();
  const told: string[] = [];
  for (const name of ['a', 'b']) onAbort(controller.signal, () => told.push(name));
  onAbort(controller.signal, () => told.push('c'))();
  controller.abort();
  controller.abort();
  expect(told).toEqual(['a', 'b']);
});

it('takes two waits with one function for two', () => {
  const controller = new AbortController();
  const listener = vi.fn<() => void>();
  const letGo = onAbort(controller.signal, listener);
  onAbort(controller.signal, listener);
  letGo();
  letGo();
  controller.abort();
  expect(listener).toHaveBeenCalledOnce();
});

it('holds one listener while somebody waits, and none before and after', () => {
  const controller = new AbortController();
  const { signal } = controller;
  const [first, second] = [onAbort(signal, () => {}), onAbort(signal, () => {})];
  expect(listeners(signal)).toBe(1);
  first();
  expect(listeners(signal)).toBe(1);
  second();
  expect(listeners(signal)).toBe(0);
  onAbort(signal, () => {});
  expect(listeners(signal)).toBe(1);
  controller.abort();
  expect(listeners(signal)).toBe(0);
});

it('a listener that takes another back while they are called keeps it from being called', () => {
  const controller = new AbortController();
  const told: string[] = [];
  onAbort(controller.signal, () => {
    told.push('a');
    letGo();
  });
  const letGo = onAbort(controller.signal, () => told.push('b'));
  onAbort(controller.signal, () => told.push('c'));
  controller.abort();
  expect(told).toEqual(['a', 'c']);
});

it('calls those who wait behind one that throws', async () => {
  const controller = new AbortController();
  const told = vi.fn<() => void>();
  onAbort(controller.signal, () => {
    throw new Error('broken');
  });
  onAbort(controller.signal, told);
  // Node.js reports what a listener of a signal throws as an uncaught exception.
  const reported = new Promise((resolve) => {
    process.setUncaughtExceptionCaptureCallback(resolve);
  });
  controller.abort();
  expect(await reported).toEqual(new Error('broken'));
  process.setUncaughtExceptionCaptureCallback(null);
  expect(told).toHaveBeenCalledOnce();
});
