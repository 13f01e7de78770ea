import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageOf, statusFault } from '../../../src/engine/client/http-status.ts';

describe('Retry-After', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['seconds', '3', 3000],
    ['a date', 'Thu, 01 Jan 2026 00:00:02 GMT', 2000],
    ['a date gone by', 'Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['an hour, of which half a minute is waited', '3600', 30_000],
    ['nonsense', 'soon', undefined],
  ])('may be %s', (_name, value, ms) => {
    const fault = statusFault(429, { 'retry-after': value }, Buffer.from(''));
    expect(fault.retryAfterMs).toBe(ms);
  });
});

describe('the message of an error', () => {
  it.each([
    ['of the engine', { error: { message: 'too long' } }, 'too long'],
    ['of its schema', { object: 'error', message: 'bad type', code: 400 }, 'bad type'],
    ['of its framework', { detail: 'Not Found' }, 'Not Found'],
    ['of the router', { error: { type: 'x', code: 'y', message: 'no workers' } }, 'no workers'],
    ['of a list of problems', { detail: [{ msg: 'x' }] }, undefined],
  ])('is found in the shape %s', (_name, body, message) => {
    expect(messageOf(body)).toBe(message);
  });

  it('is the body itself when it is no JSON, cut at a bound', () => {
    const fault = statusFault(502, {}, Buffer.from('x'.repeat(10_000)));
    expect(fault.message).toBe(`HTTP 502: ${'x'.repeat(500)}`);
    expect(statusFault(500, {}, Buffer.from(' ')).message).toBe('HTTP 500: no message');
  });
});
