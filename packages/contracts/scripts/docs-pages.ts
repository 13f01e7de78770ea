import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DocumentedCheck } from '../src/docs/documented-check.ts';
import { FAULT_ROWS } from '../src/docs/fault-rows.ts';
import { renderDocs } from '../src/docs/render-docs.ts';
import { readSpecimenSource } from '../src/docs/specimen-source.ts';
import { severityOf } from '../src/severity.ts';
import { allChecks, type KnownCheck } from '../src/suites/all-checks.ts';

const SPECIMENS = new URL('../specimens/', import.meta.url);

/** The folder of the pages. */
export const DOCS_FOLDER = new URL('../../../docs/contracts/', import.meta.url);

/** Every generated page of the checks that there are, by its path below the folder. */
export const DOCS_PAGES: ReadonlyMap<string, string> = renderDocs({
  checks: (await allChecks()).map(documentCheck),
  rows: FAULT_ROWS,
  proven: provenRows(),
});

function documentCheck(check: KnownCheck): DocumentedCheck {
  const file = new URL(`${check.id}.ts`, SPECIMENS);
  const { broken, correct } = existsSync(file)
    ? readSpecimenSource(readFileSync(file, 'utf8'))
    : { broken: null, correct: null };
  return {
    ...check,
    severity: severityOf(check.id),
    ...(broken === null ? {} : { brokenSource: broken }),
    ...(correct === null ? {} : { correctSource: correct }),
  };
}

function provenRows(): Set<string> {
  const folder = new URL('faults/', SPECIMENS);
  if (!existsSync(folder)) return new Set();
  return new Set(readdirSync(folder).flatMap((name) => /^([AB]\d{3})\.ts$/.exec(name)?.[1] ?? []));
}
