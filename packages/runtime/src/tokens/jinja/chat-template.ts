import { EncoderError } from 'slime-sdk';
import { withBudget } from './budget.ts';
import type { Execute, Run } from './frame.ts';
import { templateGlobals } from './globals.ts';
import type { LocalTime } from './local-time.ts';
import { deepUses } from './name-uses.ts';
import { compileStatements } from './template-compiler.ts';
import { BoundError, TemplateError } from './template-error.ts';
import { parseTemplate } from './template-parser.ts';

/** A chat template, compiled once. */
export interface ChatTemplate {
  /** Where it came from, for messages. */
  readonly name: string;
  /** Whether it names `strftime_now`, so that its prompts may differ from day to day. */
  readonly readsClock: boolean;
  /**
   * Renders with Python's semantics: `True`, `None`, code points, `json.dumps`.
   *
   * @throws EncoderError with the template's line.
   */
  render(variables: Readonly<Record<string, unknown>>): string;
}

/**
 * Compiles a Jinja chat template as transformers would set it up: `trim_blocks`, `lstrip_blocks`,
 * loop controls, `tojson` without HTML escapes, `raise_exception`, `strftime_now`.
 *
 * @param now the clock of `strftime_now`
 * @throws EncoderError that names the construct and its line when the template is wrong or uses
 * what is not implemented. Nothing is skipped. Rendering is bounded in steps and in memory.
 */
export function compileChatTemplate(
  source: string,
  name: string,
  now: () => LocalTime = () => new Date(),
): ChatTemplate {
  const { execute, readsClock } = withPlace(name, undefined, () => {
    const statements = parseTemplate(source);
    return {
      execute: compileStatements(statements, templateGlobals(now)),
      readsClock: [...deepUses(statements)].some((use) => use.name === 'strftime_now'),
    };
  });
  return { name, readsClock, render: (variables) => render(name, execute, variables) };
}

function render(
  name: string,
  execute: Execute,
  variables: Readonly<Record<string, unknown>>,
): string {
  const run: Run = { output: '', line: 1, depth: 0, variables };
  return withPlace(name, run, () =>
    withBudget(() => {
      execute({ slots: [], parent: undefined, run });
      return run.output;
    }),
  );
}

function withPlace<T>(name: string, run: Run | undefined, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    const line = problem.line ?? run?.line ?? 1;
    throw new EncoderError(`chat template ${name}, line ${line}: ${problem.message}`, {
      cause: error,
      data: { template: name, line, ...(problem instanceof BoundError && { bound: true }) },
    });
  }
}

/** What the template did wrong; undefined for a fault of ours. */
function problemOf(error: unknown): { message: string; line?: number | undefined } | undefined {
  if (error instanceof TemplateError) return error;
  // V8 throws these for what is nested too deep and for texts beyond 512 MB.
  if (error instanceof RangeError)
    return { message: `it goes too deep or too far: ${error.message}` };
  return undefined;
}
