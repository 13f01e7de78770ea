import { DataError } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import { MAX_ANSWER_LENGTH, OverBound } from './bounds.ts';
import { extractAnswer } from './extract-answer.ts';
import { isBlank, plainAnswer } from './read/plain-answer.ts';

/** The error for a label that cannot grade anything: the fault is the data's, never a reward. */
export function labelError(label: JsonValue | undefined, fault: string): DataError {
  const shown = (JSON.stringify(label) ?? 'undefined').slice(0, 200);
  return new DataError(
    `math: the label ${shown} ${fault}; give every row its answer as a number or a text`,
    { data: { label: shown, fault } },
  );
}

/** Reads a label. @throws DataError when that goes past a bound, which is no fault of the answer. */
export function withinBounds<T>(label: string, read: (label: string) => T): T {
  try {
    return read(label);
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
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

/** What is begun and not ended, in words; null for nothing. `[0, 1[` is an interval. */
function openEnd(text: string): string | null {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  if (count(/\\begin\s*\{/g) !== count(/\\end\s*\{/g))
    return 'has an environment that does not end';
  const round = count(/\(/g);
  const square = count(/\[/g);
  const closing = count(/[)\]]|\\r(?:brack|paren)/g);
  const isOpen = round > closing + square || (closing === 0 && round + square === 1);
  return isOpen ? 'has a bracket that does not close' : null;
}

/**
 * The answer that a label states, in plain characters. A label may be a number, a text, or a text
 * with the answer in a box. 0 is a label.
 *
 * @throws DataError for a label that is missing, blank, too long, broken off, or of another type.
 */
export function readLabel(label: JsonValue | undefined): string {
  if (label === undefined || label === null) throw labelError(label, 'is missing');
  if (typeof label === 'number') {
    if (!Number.isFinite(label)) throw labelError(String(label), 'is not finite');
    return plainAnswer(String(label));
  }
  if (typeof label !== 'string') throw labelError(label, 'is neither a number nor a text');
  const boxed = /\\(?:boxed|fbox)/.test(label) ? extractAnswer(label) : label;
  if (boxed === null) throw labelError(label, 'has a box that does not close');
  if (boxed.length > MAX_ANSWER_LENGTH) throw labelError(label, 'is too long');
  if (!isBalanced(boxed)) throw labelError(label, 'has braces that do not close');
  const fault = openEnd(boxed);
  if (fault !== null) throw labelError(label, fault);
  const plain = plainAnswer(boxed);
  if (isBlank(plain)) throw labelError(label, 'is blank');
  return plain;
}
