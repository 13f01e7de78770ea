import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJson } from '../../src/report/json.ts';
import { reportJsonSchema } from '../../src/report/json-schema.ts';
import { HOSTILE_RUNS, hostileReport } from './hostile-report.ts';
import { everyOutcome, makePlugin, makeReport } from './sample-report.ts';

const published: unknown = JSON.parse(
  readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'),
);

describe('the JSON report', () => {
  const report = makeReport([makePlugin({ checks: everyOutcome() })]);

  it('is the report, indented by two', () => {
    const text = renderJson(report);
    expect(JSON.parse(text)).toEqual(report);
    expect(text.split('\n').slice(0, 2)).toEqual(['{', '  "version": 1,']);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('is refused where it would be no report', () => {
    expect(() => renderJson({ ...report, seconds: NaN })).toThrow(/seconds/);
    expect(() => renderJson({ ...report, runs: 0 })).toThrow(/runs/);
  });
});

describe('the published schema', () => {
  // Of a draft that ajv has to be told to be strict about nothing but what it knows.
  const validate = new Ajv2020({ strict: true }).compile(published as Record<string, unknown>);

  it('is what the code says: else run `node scripts/write-schema.mjs`', () => {
    expect(published).toEqual(reportJsonSchema());
  });

  it('accepts what the reporter writes', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        expect(validate(JSON.parse(renderJson(report)))).toBe(true);
      }),
      HOSTILE_RUNS,
    );
  });

  it.each([
    [{ verdict: 'fine' }, '/verdict'],
    [{ plugins: [{}] }, '/plugins/0'],
    [{ extra: 1 }, ''],
  ])('refuses %j', (fields, path) => {
    expect(validate({ ...makeReport([]), ...fields })).toBe(false);
    expect(validate.errors?.[0]?.instancePath).toBe(path);
  });
});
