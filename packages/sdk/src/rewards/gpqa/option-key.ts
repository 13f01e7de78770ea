import type { JsonObject, JsonValue } from '../../json.ts';
import { answerWords, casedAnswerWords, choiceWords } from './choice-words.ts';
import { keyError, readChoices, readLetters, withoutLabels } from './gpqa-metadata.ts';
import { type Option, OptionTexts } from './option-texts.ts';
import { visibleSigns } from './visible-signs.ts';

/** Which answer is right. */
export interface OptionKey {
  /** What the options are called, and what they say. */
  options: OptionTexts;
  /** The right letter; null where only a text is known. */
  letter: string | null;
  /** The right option's texts, as plain words. */
  right: readonly string[];
  /** The texts of the other options. */
  wrong: readonly string[];
  /** Those of the texts that keep their case. */
  withCase: ReadonlySet<string>;
  /** The texts as they are written, of the right option and of others. */
  written: { right: readonly string[]; wrong: readonly string[] };
}

interface Options {
  choices: readonly string[];
  letters: readonly string[];
}

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? visibleSigns(value).trim() : '';

/** The letter of the option with a text; null where there is none. */
function letterOfText({ choices, letters }: Options, text: string): string | null {
  const words = answerWords(text);
  if (words === '') return null;
  const cased = casedAnswerWords(text);
  const at = [
    choices.findIndex((choice) => choice.trim() === text),
    choices.findIndex((choice) => casedAnswerWords(choice) === cased),
    choices.findIndex((choice) => answerWords(choice) === words),
  ].find((found) => found >= 0);
  return at === undefined ? null : (letters[at] ?? null);
}

/** A number counts the options from 0 and comes before all else, as in slime. */
function letterOfNumber({ letters }: Options, label: number): string {
  const letter = Number.isInteger(label) ? letters[label] : undefined;
  if (letter !== undefined) return letter;
  throw keyError('the label', label, `numbers none of ${letters.join(', ')}, counted from 0`);
}

function letterOfLabel(options: Options, label: string): string | null {
  const letter = label.toUpperCase();
  if (options.letters.includes(letter)) return letter;
  return letterOfText(options, label);
}

/**
 * Reads the right option from a label and metadata: a number, else `correct_letter`, else a letter
 * or the text of a choice, else `correct_answer` and `answer_text`, else a label that is a text
 * where there are no choices.
 *
 * @throws DataError that names what cannot be read.
 */
export function readOptionKey(label: JsonValue | undefined, metadata: JsonObject): OptionKey {
  const given = readChoices(metadata);
  const letters = readLetters(metadata, given);
  const { choices, bare } = withoutLabels(given, letters);
  const options: Options = { choices, letters };
  if (typeof label === 'boolean' || (typeof label === 'object' && label !== null)) {
    throw keyError('the label', label, 'is neither a letter, a number nor a text');
  }
  const text = bare(textOf(label));
  const stated = textOf(metadata['correct_letter']).toUpperCase();
  const known = [metadata['correct_answer'], metadata['answer_text']].map((one) =>
    bare(textOf(one)),
  );
  let letter: string | null = null;
  if (typeof label === 'number') letter = letterOfNumber(options, label);
  else if (stated !== '') {
    if (!letters.includes(stated)) {
      const fault = `is none of ${letters.join(', ')}`;
      throw keyError('metadata.correct_letter', metadata['correct_letter'], fault);
    }
    letter = stated;
  } else {
    letter =
      letterOfLabel(options, text) ??
      known.map((one) => letterOfText(options, one)).find((one) => one !== null) ??
      null;
    assertReadable(options, { label, text, letter, known });
  }
  const choice = letter === null ? undefined : choices[letters.indexOf(letter)];
  const { words, withCase } = choiceWords(choices);
  const wrong = words.filter((_, at) => choices[at] !== choice);
  const others = choices.filter((one) => one !== choice);
  const alsoRight = [...known, isOption(options, text) ? '' : text].filter((one) => one !== '');
  const right = [
    words[choices.indexOf(choice ?? '')] ?? '',
    // What is another choice's by small letters tells nothing.
    ...alsoRight
      .map(answerWords)
      .filter((one) => others.every((other) => answerWords(other) !== one)),
  ];
  const named = choices.map((one, at): Option => ({
    letter: letters[at] ?? '',
    text: one,
    words: words[at] ?? '',
  }));
  return {
    options: new OptionTexts(letters, named),
    letter,
    right: distinct(right),
    wrong: distinct(wrong, right),
    withCase,
    written: { right: distinct([choice ?? '', ...alsoRight]), wrong: distinct(others) },
  };
}

/** Whether a label names an option rather than being the text to look for. */
function isOption(options: Options, text: string): boolean {
  return letterOfLabel(options, text) !== null || /^[A-Za-z]$/.test(text);
}

function assertReadable(
  { choices, letters }: Options,
  found: {
    label: JsonValue | undefined;
    text: string;
    letter: string | null;
    known: readonly string[];
  },
): void {
  const { label, text, letter, known } = found;
  if (letter !== null || known.some((one) => answerWords(one) !== '')) return;
  if (text === '') throw keyError('the label', label, 'is missing');
  if (choices.length > 0) throw keyError('the label', label, 'is the text of no choice');
  if (/^[A-Za-z]$/.test(text)) {
    throw keyError('the label', label, `is none of ${letters.join(', ')}`);
  }
  if (answerWords(text) === '') throw keyError('the label', label, 'has no words to compare');
}

const distinct = (texts: readonly string[], but: readonly string[] = []): string[] =>
  [...new Set(texts)].filter((text) => text !== '' && !but.includes(text));
