/** How much it matters that a check fell short. */
export type Severity = 'error' | 'warning';

/** Checks that warn; all others fail the run. A plugin may break them and train all the same. */
const WARNINGS: ReadonlySet<string> = new Set<string>([]);

/** The severity of a check, unless the user overrides it. */
export function severityOf(id: string): Severity {
  return WARNINGS.has(id) ? 'warning' : 'error';
}
