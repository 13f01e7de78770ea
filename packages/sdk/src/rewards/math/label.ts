import { DataError } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import { MAX_ANSWER_LENGTH, Unwritable } from './bounds.ts';
import { extractAnswer } from './extract-answer.ts';
import { isBlank, plainAnswer } from './read/plain-answer.ts';

/** The graders that compare answers as mathematics. */
export type MathGrader = 'math' | 'dapo' | 'deepscaler';

/** A label as a grader reads it. */
export interface MathLabel {
  readonly grader: MathGrader;
  readonly given: JsonValue | undefined;
  /** The answer that it states, in plain characters. */
  readonly text: string;
}

/** The error for a label that cannot grade anything: the fault is the data's, never a reward. */
export function labelError(
  { grader, given }: Pick<MathLabel, 'grader' | 'given'>,
  fault: string,
): DataError {
  const shown = (JSON.stringify(given) ?? 'undefined').slice(0, 200);
  return new DataError(
    `${grader}: the label ${shown} ${fault}; give every row its answer as a number or a text`,
    { data: { label: shown, fault } },
  );
}

/** Notation of programs, by which a pipeline left a value unevaluated: `9**9**9`, `1e999999999`. */
const PROGRAM = /\*\*|\d[eE][+-]?\d/;

/** Whether a label is a number too large to write out that is no answer either, as `7^{7^7}` is one. */
export function isUnusable(label: MathLabel, error: unknown): error is Unwritable {
  return error instanceof Unwritable && PROGRAM.test(label.text);
}

/**
 * Reads a label.
 *
 * @throws DataError for a program's number that could not be written out; OverBound for other
 * formulas that are too much to work out: such a label is met by its own spelling.
 */
export function readable<T>(label: MathLabel, read: (text: string) => T): T {
  try {
    return read(label.text);
  } catch (error) {
    if (!isUnusable(label, error)) throw error;
    throw labelError(label, `goes past a bound (${error.message})`);
  }
}

/** Whether every brace that is not escaped has its partner. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth >= 0; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
  }
  return depth === 0;
}

/** What has no beginning or no end, in words; null for nothing. `[0, 1[` is an interval. */
function unpaired(text: string): string | null {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  if (count(/\\begin\s*\{/g) !== count(/\\end\s*\{/g))
    return 'has an environment that does not end';
  const [openRound, openSquare] = [count(/\(|\\lparen/g), count(/\[|\\lbrack/g)];
  const [closeRound, closeSquare] = [count(/\)|\\rparen/g), count(/\]|\\rbrack/g)];
  const [opening, closing] = [openRound + openSquare, closeRound + closeSquare];
  if (openRound > closing + openSquare || (closing === 0 && opening === 1)) {
    return 'has a bracket that does not close';
  }
  // `B)` names an option.
  const isExtra = closeRound > opening + closeSquare || (opening === 0 && closing === 1);
  return isExtra && /\d/.test(text) ? 'has a bracket that does not open' : null;
}

/**
 * The answer that a label states. A label may be a number, a text, or a text with the answer in a
 * box. 0 is a label.
 *
 * @throws DataError for a label that is missing, blank, too long, broken off, or of another type.
 */
export function readLabel(grader: MathGrader, given: JsonValue | undefined): MathLabel {
  const error = (fault: string, shown = given): DataError =>
    labelError({ grader, given: shown }, fault);
  if (given === undefined || given === null) throw error('is missing');
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) throw error('is not finite', String(given));
    return { grader, given, text: plainAnswer(String(given)) };
  }
  if (typeof given !== 'string') throw error('is neither a number nor a text');
  const boxed = /\\(?:boxed|fbox)/.test(given) ? extractAnswer(given) : given;
  if (boxed === null) throw error('has a box that does not close');
  if (boxed.length > MAX_ANSWER_LENGTH) throw error('is too long');
  if (!isBalanced(boxed)) throw error('has braces that do not close');
  const fault = unpaired(boxed);
  if (fault !== null) throw error(fault);
  const text = plainAnswer(boxed);
  if (isBlank(text)) throw error('is blank');
  if (/^\\?%$/.test(text)) throw error('is a percent sign without a number');
  return { grader, given, text };
}
