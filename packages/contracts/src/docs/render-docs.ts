import { renderCheckIndex } from './check-index.ts';
import { renderCheckPage } from './check-page.ts';
import { type DocumentedCheck, pageOfCheck } from './documented-check.ts';
import type { FaultRow } from './fault-row.ts';
import { renderFaultTable } from './fault-table.ts';

/** What the docs are made of. */
export interface DocsInput {
  checks: readonly DocumentedCheck[];
  rows: readonly FaultRow[];
  /** Rows of which a plugin with the fault lies in `specimens/faults`. */
  proven: ReadonlySet<string>;
}

/**
 * Gives every generated page by its path below the docs' folder.
 *
 * @throws TypeError when two checks share an id
 */
export function renderDocs({ checks, rows, proven }: DocsInput): Map<string, string> {
  const pages = new Map([
    ['README.md', renderCheckIndex(checks)],
    ['faults.md', renderFaultTable(rows, checks, proven)],
  ]);
  for (const check of checks) {
    const path = pageOfCheck(check.id);
    if (pages.has(path)) throw new TypeError(`two checks are called ${check.id}`);
    pages.set(path, renderCheckPage(check, rows));
  }
  return pages;
}
