import type { AnswerForm } from '../answer-memory.ts';

/** An answer with the words that mark it, and what comes before them once. */
export interface Statement {
  lead: string;
  state: (answer: string) => string;
}

const MARK = '\u0001';
/** Of other marks it is a matter of taste which one of two counts. */
const COMMON = /boxed|answer/i;
/** Calls and records are read by rules of their own. */
const STRUCTURE = /\{\s*"|<\/?(?:tool|function)/i;

/**
 * How a form states an answer, without what leads to it: so that two of them can stand in one text.
 * Null for a form without a mark before the answer; one that nobody declared needs a common one.
 */
export function statementOf(form: AnswerForm, isDeclared: boolean): Statement | null {
  const [before, after, ...more] = form.write(MARK).split(MARK);
  if (before === undefined || after === undefined || more.length > 0) return null;
  const lines = before.split('\n');
  // The mark stands before the answer, or in the line above it.
  const count = lines.at(-1)?.trim() === '' ? 2 : 1;
  const mark = lines.slice(-count).join('\n');
  const lead = lines.slice(0, -count).map((line) => `${line}\n`);
  if (STRUCTURE.test(before) || !(isDeclared ? /[A-Za-z#]/ : COMMON).test(mark)) return null;
  return { lead: lead.join(''), state: (answer) => mark + answer + after };
}
