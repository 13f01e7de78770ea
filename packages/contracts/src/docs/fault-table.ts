import type { CheckText } from '../check.ts';
import { severityOf } from '../severity.ts';
import { linkToCheck } from './documented-check.ts';
import type { FaultRow } from './fault-row.ts';
import { page, prose, table } from './markdown.ts';

/** What of a check the table of faults reads. */
export type CatchingCheck = Pick<CheckText, 'id' | 'faults'>;

/** The checks that are meant to catch a fault: those of its row, and those that name the row. */
export function catchersOf(row: FaultRow, checks: readonly CatchingCheck[]): string[] {
  const naming = checks.filter(({ faults }) => faults.includes(row.row)).map(({ id }) => id);
  return [...new Set<string>([...row.caughtBy, ...naming])];
}

/** Says what is wrong with a table of faults and its checks, a line each; none when it is whole. */
export function auditFaultRows(
  rows: readonly FaultRow[],
  checks: readonly CatchingCheck[],
): string[] {
  const ids = new Set<string>(checks.map(({ id }) => id));
  const known = new Set(rows.map(({ row }) => row));
  return [
    ...rows.flatMap((row) => {
      const catchers = catchersOf(row, checks);
      if (row.reason === null && catchers.length === 0) {
        return [`${row.row}: no check catches it, and no reason says why`];
      }
      if (row.reason !== null && catchers.length > 0) {
        return [`${row.row}: out of reach, and yet caught by ${catchers.join(', ')}`];
      }
      return catchers.filter((id) => !ids.has(id)).map((id) => `${row.row}: there is no ${id}`);
    }),
    ...checks.flatMap(({ id, faults }) =>
      faults.filter((row) => !known.has(row)).map((row) => `${id}: there is no row ${row}`),
    ),
  ];
}

/**
 * Writes the table of real faults: which check catches each, or why none can.
 *
 * @param proven rows of which a plugin with the fault lies in `specimens/faults`
 */
export function renderFaultTable(
  rows: readonly FaultRow[],
  checks: readonly CatchingCheck[],
  proven: ReadonlySet<string>,
): string {
  const reachable = rows.filter(({ reason }) => reason === null).length;
  const count = rows.filter(({ row }) => proven.has(row)).length;
  return page([
    '# Real faults and the checks that catch them',
    '',
    `${rows.length} faults of plugins and of the loops around them: \`A\` rows are public reports, \`B\` rows were found by reading and running slime. ${reachable} of them a plugin can have; of ${count} a plugin in TypeScript with that fault lies in \`packages/contracts/specimens/faults\`, and a test sees its check catch it. Checks marked as a warning fail a run with \`--strict\` alone. The others say why no contract reaches them.`,
    '',
    ...table(
      ['Row', 'Fault', 'Caught by', 'Specimen'],
      rows.map((row) => [
        row.row,
        prose(row.summary),
        caughtBy(row, checks),
        proven.has(row.row)
          ? `[${row.row}.ts](../../packages/contracts/specimens/faults/${row.row}.ts)`
          : '',
      ]),
    ),
  ]);
}

function caughtBy(row: FaultRow, checks: readonly CatchingCheck[]): string {
  const links = catchersOf(row, checks).map(
    (id) => linkToCheck(id, 0) + (severityOf(id) === 'warning' ? ' (warning)' : ''),
  );
  if (links.length > 0) return links.join(', ');
  return row.reason === null ? 'none yet' : `none: ${prose(row.reason)}`;
}
