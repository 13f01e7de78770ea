import { DataError } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import type { Verdict } from '../verdict.ts';
import { assertText } from '../text-argument.ts';
import { f1Words } from './f1-words.ts';

/**
 * `overlap` words are shared; `different` none is, or one side is yes, no or noanswer and the other
 * is not the same; `no_answer` the response has no words.
 */
export type F1Reason = 'overlap' | 'different' | 'no_answer';

/** slime's reward `f1`: between 0 and 1. */
export type F1Reward = Verdict<number, F1Reason>;

/** The form in which slime's `f1_score` gives the same. */
export type F1Score = [f1: number, precision: number, recall: number];

/** Of a long response the rest is not repeated in the verdict. */
const MAX_EXTRACTED = 2048;
const CLOSED = new Set(['yes', 'no', 'noanswer']);
const NOTHING: F1Score = [0, 0, 0];

function labelError(label: JsonValue | undefined, fault: string): DataError {
  const shown = (JSON.stringify(label) ?? 'undefined').slice(0, 200);
  return new DataError(
    `f1: the label ${shown} ${fault}; give every row its answer as a text, or a list of texts`,
    { data: { label: shown, fault } },
  );
}

/** The words of each reference; none is empty. */
function references(label: JsonValue | undefined): string[][] {
  if (label === undefined || label === null) throw labelError(label, 'is missing');
  const all = Array.isArray(label) ? label : [label];
  if (all.length === 0) throw labelError(label, 'is an empty list');
  return all.map((one) => {
    if (typeof one !== 'string' && typeof one !== 'number') {
      throw labelError(label, 'is neither a text nor a list of texts');
    }
    const words = f1Words(String(one));
    if (words.length === 0) throw labelError(label, 'has no words to compare');
    return words;
  });
}

/** How often each word stands in a text; only wanted words, where they are named. */
function countsOf(words: readonly string[], wanted?: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    if (wanted?.has(word) ?? true) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function scoreOf(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  reference: readonly string[],
): F1Score {
  const isSame =
    words.length === reference.length && words.every((word, at) => word === reference[at]);
  const isClosed = [words, reference].some(
    ([word = '', more]) => more === undefined && CLOSED.has(word),
  );
  if (isClosed && !isSame) return NOTHING;
  let shared = 0;
  for (const [word, count] of countsOf(reference)) {
    shared += Math.min(count, counts.get(word) ?? 0);
  }
  if (shared === 0) return NOTHING;
  const [precision, recall] = [shared / words.length, shared / reference.length];
  return [(2 * precision * recall) / (precision + recall), precision, recall];
}

/** Words that no reference has are not counted one by one: a response may have very many. */
function bestScore(words: readonly string[], all: readonly string[][]): F1Score {
  const counts = countsOf(words, new Set(all.flat()));
  return all
    .map((reference) => scoreOf(words, counts, reference))
    .reduce((best, score) => (score[0] > best[0] ? score : best), NOTHING);
}

/**
 * F1, precision and recall of the words of a response against a label, slime's `f1_score`; of
 * several references the best F1 counts.
 *
 * @throws DataError for a label that is missing, of another type or without words; TypeError for a
 * response that is no text.
 */
export function f1Score(response: string, label: JsonValue | undefined): F1Score {
  assertText('f1', response);
  return bestScore(f1Words(response), references(label));
}

/**
 * slime's `--rm-type f1`: the F1 of the response's words against the label's, as SQuAD counts it.
 * Takes time in proportion to both.
 *
 * @throws DataError for a label that is missing, of another type or without words; TypeError for a
 * response that is no text.
 */
export function f1(response: string, label: JsonValue | undefined): F1Reward {
  assertText('f1', response);
  const all = references(label);
  const words = f1Words(response);
  if (words.length === 0) return { reward: 0, extracted: null, reason: 'no_answer' };
  const [reward] = bestScore(words, all);
  return {
    reward,
    extracted: words.slice(0, MAX_EXTRACTED).join(' ').slice(0, MAX_EXTRACTED),
    reason: reward > 0 ? 'overlap' : 'different',
  };
}
