import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCallSignal } from '../../../src/engine/client/call-signal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('a call ends at its deadline', () => {
  const { signal } = openCallSignal(new AbortController().signal, 14_400);
  vi.advanceTimersByTime(14_399_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ reason: 'deadline', retry: 'never' });
});

it('a call ends with its caller, also with one that gave up before', () => {
  const caller = new AbortController();
  const before = openCallSignal(caller.signal, 1);
  caller.abort(new Error('enough'));
  const after = openCallSignal(caller.signal, 1);
  for (const { signal } of [before, after]) {
    expect(signal.reason).toMatchObject({ reason: 'aborted', cause: { message: 'enough' } });
  }
});

it('many calls under one signal are no leak', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const caller = new AbortController();
  const calls = Array.from({ length: 20 }, () => openCallSignal(caller.signal, 1));
  expect(warn).not.toHaveBeenCalled();
  for (const call of calls) call.release();
  warn.mockRestore();
});

it('a released call holds no timer and no listener', () => {
  const caller = new AbortController();
  const call = openCallSignal(caller.signal, 1);
  expect(vi.getTimerCount()).toBe(1);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
  call.release();
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
});
