import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { beyond, within } from '../../src/docs/fault-row.ts';
import { FAULT_ROWS } from '../../src/docs/fault-rows.ts';
import { auditFaultRows, renderFaultTable } from '../../src/docs/fault-table.ts';
import { allChecks } from '../../src/suites/all-checks.ts';

const shared =
  process.env['SLIME_SHARED'] ?? fileURLToPath(new URL('../../../../../shared', import.meta.url));
const catalogue = `${shared}/spec/faults.md`;

const rows = [
  within('A001', 'Caught by its row', ['rm/a']),
  within('A002', 'Caught by a check that names it, and by its row', ['rm/a']),
  within('A003', 'Caught by nothing'),
  beyond('A004', 'Out of reach | far', 'in `slime` alone'),
];
const checks = [
  { id: 'rm/a', faults: [] },
  { id: 'rm/b', faults: ['A002'] },
] as const;

describe('the table of faults', () => {
  it('says which check catches a fault, or why none can', () => {
    const text = renderFaultTable(rows, checks, new Set(['A002']));
    expect(text).toContain('4 faults');
    expect(text).toContain('3 of them a plugin can have; of 1 a plugin');
    expect(text.slice(text.indexOf('| Row'))).toBe(`\
| Row | Fault | Caught by | Specimen |
| --- | --- | --- | --- |
| A001 | Caught by its row | [\`rm/a\`](rm/a.md) |  |
| A002 | Caught by a check that names it, and by its row | [\`rm/a\`](rm/a.md), [\`rm/b\`](rm/b.md) | [A002.ts](../../packages/contracts/specimens/faults/A002.ts) |
| A003 | Caught by nothing | none yet |  |
| A004 | Out of reach \\| far | none: in \`slime\` alone |  |
`);
  });
});

it('says which of the checks only warn', () => {
  const row = within('A104', 'A batch without a trained token', ['sample-filter/keeps-some']);
  expect(renderFaultTable([row], [], new Set())).toContain('keeps-some.md) (warning) |');
});

describe('the audit of faults', () => {
  it('finds rows without an answer or with two, and names that do not exist', () => {
    const wrong = [...rows, beyond('A005', 'Both', 'no plugin is called')];
    const unknown = [...checks, { id: 'rm/c', faults: ['A005', 'A999'] }] as const;
    expect(auditFaultRows([...wrong, within('A006', 'x', ['rm/d'])], unknown)).toEqual([
      'A003: no check catches it, and no reason says why',
      'A005: out of reach, and yet caught by rm/c',
      'A006: there is no rm/d',
      'rm/c: there is no row A999',
    ]);
  });

  it('is content with a table that is whole', () => {
    expect(
      auditFaultRows(
        rows.filter(({ row }) => row !== 'A003'),
        checks,
      ),
    ).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('says of every row which check catches it, or why none can', { timeout: 60_000 }, async () => {
    expect(auditFaultRows(FAULT_ROWS, await allChecks())).toEqual([]);
  });

  it('tells each fault in one line of its own', () => {
    const summaries = FAULT_ROWS.map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(FAULT_ROWS.length);
    expect(summaries.filter((text) => text.length > 90 || /[.\n]$/.test(text))).toEqual([]);
  });

  it.skipIf(!existsSync(catalogue))(
    `has every row, in order (skipped without ${catalogue})`,
    () => {
      const known = readFileSync(catalogue, 'utf8').matchAll(/^\| ([AB]\d{3}) \|/gm);
      expect(FAULT_ROWS.map(({ row }) => row)).toEqual([...known].map(([, row]) => row));
    },
  );
});
