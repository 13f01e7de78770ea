import { describe, expect, it } from 'vitest';
import { ConfigError, isSlimeError, RetryableEnvError } from '../src/index.ts';

describe('errors', () => {
  it('carry a stable code, their class name, data and cause', () => {
    const cause = new Error('inner');
    const error = new RetryableEnvError('busy', { cause, data: { turn: 2 } });
    expect(error).toMatchObject({
      code: 'SLIME_ENV_RETRYABLE',
      name: 'RetryableEnvError',
      data: { turn: 2 },
      cause,
    });
  });

  it('are recognised by brand, also of another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('slime-sdk/error')]: true });
    expect(isSlimeError(new ConfigError('x'))).toBe(true);
    expect(isSlimeError(foreign)).toBe(true);
    expect(isSlimeError(new Error('x'))).toBe(false);
    expect(isSlimeError('x')).toBe(false);
  });
});
