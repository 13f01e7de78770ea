import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallSignal } from '../../../src/engine/client/call-signal.ts';
import { TryFault } from '../../../src/engine/client/try-fault.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('a call ends at its deadline', () => {
  const call = new CallSignal(new AbortController().signal, 14_400);
  vi.advanceTimersByTime(14_399_999);
  expect(call.fault).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(call.fault).toMatchObject({ reason: 'deadline', retry: 'never' });
});

it('a call ends with its caller, also with one that gave up before', () => {
  const caller = new AbortController();
  const before = new CallSignal(caller.signal, 1);
  caller.abort(new Error('enough'));
  const after = new CallSignal(caller.signal, 1);
  for (const { fault } of [before, after]) {
    expect(fault).toMatchObject({ reason: 'aborted', cause: { message: 'enough' } });
  }
});

it('many calls under one signal share a listener', () => {
  const caller = new AbortController();
  const calls = Array.from({ length: 20 }, () => new CallSignal(caller.signal, 1));
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
  for (const call of calls) call.release();
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
});

it('a released call holds no timer and is told of nothing', () => {
  const caller = new AbortController();
  const call = new CallSignal(caller.signal, 1);
  expect(vi.getTimerCount()).toBe(1);
  call.release();
  expect(vi.getTimerCount()).toBe(0);
  caller.abort();
  expect(call.fault).toBeUndefined();
});

it('tells those who wait once, with the first fault, and none that took it back', () => {
  const call = new CallSignal(new AbortController().signal, 1);
  const told = vi.fn<(fault: TryFault) => void>();
  const silent = vi.fn<(fault: TryFault) => void>();
  call.whenEnded(told);
  call.whenEnded(silent)();
  const first = new TryFault('closed', 'first', { retry: 'never' });
  call.end(first);
  call.end(new TryFault('closed', 'second', { retry: 'never' }));
  expect(told.mock.calls).toEqual([[first]]);
  expect(silent).not.toHaveBeenCalled();
});

it('tells those who wait behind one that throws, and none that it took back', () => {
  const call = new CallSignal(new AbortController().signal, 1);
  const told = vi.fn<(fault: TryFault) => void>();
  const silent = vi.fn<(fault: TryFault) => void>();
  call.whenEnded(() => {
    forget();
    throw new Error('broken');
  });
  const forget = call.whenEnded(silent);
  call.whenEnded(told);
  expect(() => call.end(new TryFault('closed', 'closed', { retry: 'never' }))).toThrow('broken');
  expect(told).toHaveBeenCalledOnce();
  expect(silent).not.toHaveBeenCalled();
});
