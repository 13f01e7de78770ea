import { pythonMissing, type PythonResult, renderWithPython } from './jinja/python-jinja.ts';

export type { PythonResult } from './jinja/python-jinja.ts';

/** What Python is to write: a template, and what it is given. */
export interface PythonCase {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Why Python cannot be asked here; undefined when it can. */
export function whyNoPython(): string | undefined {
  return pythonMissing();
}

/** Writes all cases in one Python process. */
export function writeInPython(cases: readonly PythonCase[]): PythonResult[] {
  return renderWithPython(
    cases.map(({ template, variables }) => ({ template, json: JSON.stringify(variables) })),
  );
}
