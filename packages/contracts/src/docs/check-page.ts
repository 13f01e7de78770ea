import { describeKind, type DocumentedCheck, linkToCheck } from './documented-check.ts';
import type { FaultRow } from './fault-row.ts';
import { codeBlock, page, prose, table } from './markdown.ts';

/** Writes the page of a check from the check itself. */
export function renderCheckPage(check: DocumentedCheck, rows: readonly FaultRow[]): string {
  const { id, title, why, fix, faults, brokenSource, correctSource } = check;
  const { call } = describeKind(check.kind);
  return page([
    `# \`${id}\``,
    '',
    `${prose(title)}.`,
    '',
    ...table(['', ''], facts(check)),
    '',
    '## Why slime cares',
    '',
    prose(why),
    '',
    '## How to fix it',
    '',
    prose(fix),
    '',
    '## Run it alone',
    '',
    ...codeBlock('sh', `npx slime-contracts ${call} --only ${id}`),
    '',
    ...(faults.length === 0
      ? []
      : [
          '## Faults that it is meant to catch',
          '',
          ...faults.map((row) => `- ${faultLine(row, rows)}`),
          '',
          'All faults: [faults.md](../faults.md)',
          '',
        ]),
    ...specimen('A plugin that it rejects', brokenSource),
    ...specimen('A plugin that it accepts', correctSource),
  ]);
}

function facts(check: DocumentedCheck): [string, string][] {
  const { title, call } = describeKind(check.kind);
  const severity = {
    error: 'error: the run falls short',
    warning: 'warning: the run falls short under `--strict` alone',
  }[check.severity];
  return [
    ['Checks', `${title}: \`${call}\``],
    ['Severity', severity],
    ['Law', check.isProperty ? 'property over generated inputs' : 'one examination'],
    [
      'Depends on',
      check.requires.length === 0
        ? 'no other check'
        : check.requires.map((id) => linkToCheck(id, 1)).join(', '),
    ],
    ['Source', prose(check.source)],
  ];
}

function faultLine(row: string, rows: readonly FaultRow[]): string {
  const fault = rows.find((one) => one.row === row);
  return fault === undefined ? row : `${row}: ${prose(fault.summary)}`;
}

function specimen(heading: string, source: string | undefined): string[] {
  return source === undefined ? [] : [`## ${heading}`, '', ...codeBlock('ts', source), ''];
}
