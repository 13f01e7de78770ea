import { deserialize, serialize } from 'node:v8';
import {
  ConfigError,
  DataError,
  EnvError,
  GraderError,
  isSlimeError,
  PluginError,
  RetryableEnvError,
} from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { decodeError, encodeError } from '../../src/plugins/wire-error.ts';

/** The way over a process border. */
function cross(error: unknown): Error {
  return decodeError(deserialize(serialize(encodeError(error))));
}

describe('an error that crosses to another process', () => {
  test.each([ConfigError, DataError, PluginError, EnvError, RetryableEnvError, GraderError])(
    'stays a %o',
    (Class) => {
      const cause = new TypeError('boom');
      const crossed = cross(new Class('message', { cause, data: { where: 'step' } }));
      expect(crossed).toBeInstanceOf(Class);
      expect(crossed).toMatchObject({ message: 'message', data: { where: 'step' } });
      expect(crossed.cause).toMatchObject({
        name: 'TypeError',
        message: 'boom',
        stack: cause.stack,
      });
    },
  );

  test('keeps the name of a class that a plugin made of ours', () => {
    class OutOfPaperError extends EnvError {}
    const crossed = cross(new GraderError('e', { cause: new OutOfPaperError('no paper') }));
    expect(crossed.cause).toBeInstanceOf(EnvError);
    expect(crossed.cause).toMatchObject({ name: 'OutOfPaperError', message: 'no paper' });
  });

  test('keeps its name and stack when it is none of ours', () => {
    const error = new RangeError('too far');
    const crossed = cross(error);
    expect(isSlimeError(crossed)).toBe(false);
    expect(crossed).toMatchObject({ name: 'RangeError', message: 'too far', stack: error.stack });
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an error whose message is a function', Object.assign(new Error('x'), { message: () => 1 })],
    [
      'an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('no');
        },
      }),
    ],
    ['an error that causes itself', selfCaused()],
    [
      'an error that throws when it is asked',
      new Proxy(new Error('x'), {
        getPrototypeOf() {
          throw new Error('no');
        },
      }),
    ],
  ])('is plain data even when it is %s', (_, thrown) => {
    expect(cross(new EnvError('e', { cause: thrown }))).toBeInstanceOf(EnvError);
    expect(cross(thrown)).toBeInstanceOf(Error);
  });

  test('loses data that JSON cannot carry', () => {
    const error = new EnvError('e');
    Object.assign(error.data, { f: () => 1 });
    expect(cross(error)).toMatchObject({ data: {} });
  });
});

function selfCaused(): Error {
  const error = new Error('x');
  error.cause = error;
  return error;
}
