import { describe, expect, it } from 'vitest';
import { exitCodeOf, verdictOf } from '../../src/report/standing.ts';
import { makeCheck, makeFallen, makePlugin, makeReport } from './sample-report.ts';

const one = (check: ReturnType<typeof makeCheck>) => makeReport([makePlugin({ checks: [check] })]);

describe('the exit code', () => {
  it('is 0 where every check held, was left out, or fell short as a warning', () => {
    const checks = [
      makeCheck(),
      makeFallen({ severity: 'warning' }),
      makeCheck({ outcome: 'not_exercised', severity: 'warning' }),
      makeCheck({ outcome: 'not_applicable' }),
      makeCheck({ outcome: 'skipped' }),
      makeCheck({ outcome: 'blocked' }),
    ];
    expect(exitCodeOf(makeReport([makePlugin({ checks })]))).toBe(0);
  });

  it.each([makeFallen(), makeCheck({ outcome: 'not_exercised' })])(
    'is 1 where an error $outcome',
    (check) => {
      expect(exitCodeOf(one(check))).toBe(1);
    },
  );

  it.each([
    makeFallen({ severity: 'warning' }),
    makeCheck({ outcome: 'not_exercised', severity: 'warning' }),
    makeCheck({ outcome: 'not_applicable' }),
    makeCheck({ outcome: 'not_applicable', severity: 'warning' }),
  ])('is 1 under strict where a check of severity $severity is $outcome', (check) => {
    expect(exitCodeOf(one(check), { strict: true })).toBe(1);
  });

  it.each(['skipped', 'blocked'] as const)('is 0 under strict where a check is %s', (outcome) => {
    expect(exitCodeOf(one(makeCheck({ outcome })), { strict: true })).toBe(0);
  });

  it('is 2 where a plugin could not be loaded, whatever the others did', () => {
    const lost = makePlugin({ error: 'no such file', checks: [] });
    const fallen = makePlugin({ checks: [makeFallen()] });
    expect(exitCodeOf(makeReport([fallen, lost]))).toBe(2);
  });

  it('is 3 where a check or the whole run crashed, whatever else there was', () => {
    const lost = makePlugin({ error: 'no such file', checks: [] });
    const crashed = makePlugin({ checks: [makeFallen(), makeCheck({ outcome: 'crashed' })] });
    expect(exitCodeOf(makeReport([lost, crashed]))).toBe(3);
    expect(exitCodeOf(makeReport([makePlugin()], { verdict: 'crashed' }))).toBe(3);
  });
});

describe('the verdict', () => {
  it('says the same', () => {
    expect(verdictOf([makePlugin()])).toBe('held');
    expect(verdictOf([makePlugin({ checks: [makeFallen()] })])).toBe('fell_short');
    expect(verdictOf([makePlugin({ error: 'no such file', checks: [] })])).toBe('fell_short');
    expect(verdictOf([makePlugin({ checks: [makeCheck({ outcome: 'crashed' })] })])).toBe(
      'crashed',
    );
  });

  it('is stricter under strict', () => {
    const plugins = [makePlugin({ checks: [makeFallen({ severity: 'warning' })] })];
    expect([verdictOf(plugins), verdictOf(plugins, { strict: true })]).toEqual([
      'held',
      'fell_short',
    ]);
  });
});
