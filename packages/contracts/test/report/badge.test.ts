import { describe, expect, it } from 'vitest';
import { renderBadge } from '../../src/report/badge.ts';
import type { PluginReport, Report } from '../../src/report/report.ts';
import { makeCheck, makeFallen, makePlugin, makeReport } from './sample-report.ts';

function badge(plugins: PluginReport[], fields: Partial<Report> = {}, strict = false): unknown {
  return JSON.parse(renderBadge(makeReport(plugins, fields), { strict }));
}

const warned = makePlugin({ checks: [makeCheck(), makeFallen({ severity: 'warning' })] });

describe('the badge', () => {
  it('is an endpoint of shields.io', () => {
    expect(badge([makePlugin({ checks: [makeCheck(), makeCheck()] })])).toEqual({
      schemaVersion: 1,
      label: 'slime contracts',
      message: '2 held',
      color: 'brightgreen',
    });
  });

  it.each<[string, PluginReport[], Partial<Report>, boolean, string, string]>([
    [
      'counts what fell short of what ran',
      [makePlugin({ checks: [makeCheck(), makeFallen(), makeCheck({ outcome: 'skipped' })] })],
      {},
      false,
      '1 of 2 fell short',
      'red',
    ],
    ['is yellow for warnings', [warned], {}, false, '1 held', 'yellow'],
    ['is red for warnings under strict', [warned], {}, true, '1 of 2 fell short', 'red'],
    [
      'tells of a plugin that was not loaded',
      [makePlugin({ error: 'x', checks: [] })],
      {},
      false,
      'not loaded',
      'red',
    ],
    ['tells of a crash', [makePlugin()], { verdict: 'crashed' }, false, 'crashed', 'lightgrey'],
    ['is no success where nothing ran', [], {}, false, 'no check ran', 'lightgrey'],
  ])('%s', (_, plugins, fields, strict, message, color) => {
    expect(badge(plugins, fields, strict)).toMatchObject({ message, color });
  });
});
