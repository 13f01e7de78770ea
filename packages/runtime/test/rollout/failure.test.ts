import { DataError, EngineError, EnvError, GraderError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { causeOf, reportFailure } from '../../src/rollout/failure.ts';

function fail(): never {
  throw new Error('no');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('a failure', () => {
  it('is blamed on whose error it is', () => {
    expect(causeOf(new EngineError('x'), 'env_failed')).toBe('engine_failed');
    expect(causeOf(new EnvError('x'), 'engine_failed')).toBe('env_failed');
    expect(causeOf(new GraderError('x'), 'env_failed')).toBe('grader_failed');
    expect(causeOf(new TypeError('x'), 'env_failed')).toBe('env_failed');
  });

  it('of the data stays the data’s through the border of a plugin', () => {
    const cause = new DataError('the label is missing');
    expect(causeOf(new GraderError('reward failed', { cause }), 'env_failed')).toBe('data_failed');
    expect(causeOf(new EnvError('build failed', { cause }), 'engine_failed')).toBe('data_failed');
  });

  it.each<[string, unknown]>([
    ['an object without a prototype', Object.create(null)],
    ['an object whose toString throws', { toString: () => fail() }],
    ['a revoked proxy', revoked()],
    ['an error that throws when it is asked', new Proxy(new Error('x'), { getPrototypeOf: fail })],
    ['an error whose name throws', Object.defineProperty(new Error('x'), 'name', { get: fail })],
    ['an error whose message is a symbol', Object.assign(new Error('x'), { message: Symbol('y') })],
    ['an error whose message is no text', Object.assign(new Error('x'), { message: { a: 1n } })],
    ['a symbol', Symbol('z')],
  ])('is told of as text when it is %s', (_, thrown) => {
    const report = reportFailure(thrown, 'generate', 0);
    expect(report).toMatchObject({ code: null, where: 'generate', turn: 0 });
    expect(typeof report.name).toBe('string');
    expect(typeof report.message).toBe('string');
    expect(causeOf(thrown, 'env_failed')).toBe('env_failed');
  });

  it.each<[string, unknown]>([
    ['an error', new Error('🙂'.repeat(5_000_000))],
    ['a text', 'z'.repeat(10_000_000)],
  ])('is a short text when %s of megabytes is thrown', (_, thrown) => {
    const { message } = reportFailure(thrown, 'step', 0);
    expect(message.length).toBeLessThan(5000);
    expect(message).toMatch(/… \(100000\d\d characters\)$/);
    expect(message).not.toMatch(/\p{Cs}/u);
  });

  it('keeps what was thrown, also when it is no error', () => {
    expect(reportFailure('a text', 'step', 2)).toEqual({
      name: 'string',
      message: 'threw a text',
      code: null,
      where: 'step',
      turn: 2,
    });
    const error = new EnvError('x', { data: { where: 'formatObservation' } });
    expect(reportFailure(error, 'step', 2)).toMatchObject({
      where: 'formatObservation',
      code: 'SLIME_ENV',
    });
  });
});
