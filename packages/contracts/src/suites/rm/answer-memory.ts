import type { JsonValue } from 'slime-sdk';
import type { Breach } from '../../broken.ts';
import type { Row } from './rows.ts';

/** A way to state an answer that a reward pays for. */
export interface AnswerForm {
  /** The answer in this form. */
  write(answer: string): string;
}

/** What is known of the answers to one row. */
export interface KnownAnswers {
  row: Row;
  right: string;
  wrong: string;
  rightPay: number;
  wrongPay: number;
  /** States any answer as the right one is stated; null where a declared right one is not of that kind. */
  form: AnswerForm | null;
}

/** A right and a wrong answer to a row, each with the words that mark it. */
export interface StatedPair {
  row: Row;
  /** What comes before them once. */
  lead: string;
  right: string;
  wrong: string;
}

/** What was found out about a reward's answers. */
export interface AnswerMemory {
  /** How a right answer must look; null before it was looked for. */
  learned: Learned | null;
  /** By row. */
  known: Map<Row, KnownAnswers | null>;
  /** Answers that can be stated beside each other; null before they were looked for. */
  pairs: readonly StatedPair[] | null;
  /** Other labels that are wrong answers to a row, where that was looked for. */
  wrongs: Map<Row, readonly JsonValue[]>;
  /** Rows of which it is known whether their label pays in no form. */
  unpaid: Map<Row, boolean>;
  /** What came of scoring answers that the process has not seen; undefined before that. */
  remembers: Breach | null | undefined;
  /** Milliseconds that this was looked for. */
  spentMs: number;
}

/** What came of looking for right answers. */
export interface Learned {
  /** The forms that paid, the one that paid for most rows first; empty where examples are declared. */
  forms: readonly AnswerForm[];
  /** Rows for which a right answer is known. */
  rows: readonly Row[];
  /** Rows that were tried. */
  tried: number;
  /** The least that a right answer earned; NaN where none is known. */
  leastRightPay: number;
  /** Words that have nothing to do with the row earn something too: the reward measures likeness. */
  isGraded: boolean;
}

/** The memory of a reward of which nothing was asked yet. */
export function createAnswerMemory(): AnswerMemory {
  return {
    learned: null,
    known: new Map(),
    pairs: null,
    wrongs: new Map(),
    unpaid: new Map(),
    remembers: undefined,
    spentMs: 0,
  };
}
