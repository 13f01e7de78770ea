import { DataError, EngineError, EnvError, GraderError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { causeOf, reportFailure } from '../../src/rollout/failure.ts';

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
