import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, type TestContext } from 'vitest';
import { dumpJson } from '../../src/python/dump-json.ts';
import { hashableText } from '../../src/python/hashable-text.ts';
import { roundToCents } from '../../src/python/number.ts';
import { textOf } from '../../src/python/operations.ts';
import { parseJson } from '../../src/python/parse-json.ts';
import { numberText } from '../../src/python/text.ts';
import type { PyNumber, PyValue } from '../../src/python/value.ts';

const root =
  process.env['SLIME_SHARED'] ?? fileURLToPath(new URL('../../../../../shared', import.meta.url));

/** Rows of texts, or skips the test saying that there are none. */
function readRows(context: TestContext, file: string): Map<string, PyValue>[] {
  const path = `${root}/data/tau/${file}`;
  if (!existsSync(path)) context.skip(`no recorded data: ${path} is absent, set SLIME_SHARED`);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const row = parseJson(line, file);
    if (!(row instanceof Map)) throw new Error(`a row of ${file} is no object`);
    return row;
  });
}

describe('recorded values of Python', () => {
  it('are hashed and printed alike', (context) => {
    const rows = readRows(context, 'hash_cases.jsonl');

    expect(rows).toHaveLength(61);
    for (const row of rows) {
      const value = parseJson(textOf(row.get('value_json') ?? null, 'value_json'), 'value_json');
      const hashed = typeof value === 'string' ? value : hashableText(value);
      expect(
        new Map([
          ...row,
          ['hashable_str', hashed],
          ['sha256', createHash('sha256').update(hashed).digest('hex')],
          ['json_dumps', dumpJson(value)],
        ]),
      ).toEqual(row);
    }
  });

  it('are rounded alike', (context) => {
    const rows = readRows(context, 'round_cases.jsonl');
    const read = (text: PyValue): PyNumber => {
      const value = parseJson(textOf(text, 'number'), 'number');
      if (typeof value !== 'bigint' && typeof value !== 'number') throw new Error('no number');
      return value;
    };

    expect(rows).toHaveLength(63);
    for (const row of rows) {
      const rounded = numberText(roundToCents(read(row.get('x_repr') ?? null)));
      expect([row.get('id'), rounded]).toEqual([row.get('id'), row.get('round2_repr')]);
    }
  });
});
