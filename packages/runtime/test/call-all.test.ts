import { expect, it, vi } from 'vitest';
import { callAll } from '../src/call-all.ts';

const throwing = (message: string) => (): void => {
  throw new Error(message);
};

it('calls each, and throws what one threw when all have been called', () => {
  const told = vi.fn<() => void>();
  expect(() => callAll([told, throwing('broken'), told])).toThrow(new Error('broken'));
  expect(told).toHaveBeenCalledTimes(2);
});

it('throws what several threw together', () => {
  const calls = [throwing('a'), throwing('b')];
  expect(() => callAll(calls)).toThrow(
    expect.objectContaining({ errors: [new Error('a'), new Error('b')] }),
  );
});
