import { describeKind, type DocumentedCheck, linkToCheck } from './documented-check.ts';
import { codeBlock, page, prose, table } from './markdown.ts';

/** Writes the list of all checks: a table for each kind of plugin. */
export function renderCheckIndex(checks: readonly DocumentedCheck[]): string {
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  return page([
    '# Contracts',
    '',
    'What `slime-contracts` holds a plugin to. Each page says why slime cares, how a plugin is mended, and shows one that breaks the law beside one that keeps it. [faults.md](faults.md) lists real faults and the checks that catch them.',
    '',
    ...kinds.flatMap((kind) =>
      section(
        kind,
        checks.filter((check) => check.kind === kind),
      ),
    ),
  ]);
}

function section(kind: DocumentedCheck['kind'], checks: readonly DocumentedCheck[]): string[] {
  const { title, call } = describeKind(kind);
  const rows = checks.map((check) => [
    linkToCheck(check.id, 0),
    prose(check.title),
    check.severity,
    check.isProperty ? 'property' : 'examination',
  ]);
  return [
    `## ${title}`,
    '',
    ...codeBlock('sh', `npx slime-contracts ${call}`),
    '',
    ...table(['Check', 'What holds', 'Severity', 'Law'], rows),
    '',
  ];
}
