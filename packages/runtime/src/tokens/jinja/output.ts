import { chargeCharacters } from './budget.ts';
import type { Execute, Flow, Frame, Run } from './frame.ts';
import { TemplateError } from './template-error.ts';

/** Appends to what the rendering wrote. */
export function write(run: Run, text: string): void {
  chargeCharacters(text.length);
  run.output += text;
}

/**
 * Text that a filter or a call gave for the output.
 *
 * @throws TemplateError for any other value: Jinja cannot join it
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TemplateError('a filter or call block gave no string');
}

/** What a body writes, instead of writing it. */
export function capture(frame: Frame, body: Execute): { text: string; flow: Flow } {
  const { run } = frame;
  const before = run.output;
  run.output = '';
  const flow = body(frame);
  const text = run.output;
  run.output = before;
  return { text, flow };
}

/** As Python's recursion limit: a macro that calls itself without end is an error. */
const DEEPEST_CALL = 200;

/**
 * Runs a macro or a recursive loop.
 *
 * @throws TemplateError when calls are nested too deep
 */
export function enterCall(run: Run, call: () => string): string {
  run.depth += 1;
  if (run.depth > DEEPEST_CALL)
    throw new TemplateError('macros or loops call each other without end');
  const text = call();
  run.depth -= 1;
  return text;
}
