import { DataError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { visibleSigns } from './visible-signs.ts';

/** What a row's metadata may say of its options; all may be left out. */
export interface GpqaMetadata {
  /** The texts of the options, in the order of their letters; of a mapping the values count. */
  choices?: (string | number)[] | Record<string, string | number>;
  /** Default: as many letters as there are choices, else A to J. */
  valid_letters?: string[];
  /** The letter of the right option. */
  correct_letter?: string;
  /** The text of the right option. */
  correct_answer?: string;
  /** The same, in the spelling of other data sets. */
  answer_text?: string;
}

const LABEL = /^\s*\(?([A-Z])[).:]\s+(?=\S)/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DEFAULT_LETTERS = 10;

/** The error for a row that has no right option, or none that can be read. */
export function keyError(name: string, value: JsonValue | undefined, fault: string): DataError {
  const shown = (JSON.stringify(value) ?? 'undefined').slice(0, 200);
  return new DataError(
    `gpqa: ${name} ${shown} ${fault}; give every row the letter, the number from 0 or the text of ` +
      'its right option',
    { data: { [name]: shown, fault } },
  );
}

/** The texts of the options, in order; empty where the row has none. */
export function readChoices(metadata: JsonObject): string[] {
  const choices = metadata['choices'] ?? [];
  if (typeof choices !== 'object') {
    throw keyError('metadata.choices', choices, 'is neither a list nor a mapping');
  }
  const texts = Object.values(choices).map((choice) => {
    if (typeof choice === 'string' || typeof choice === 'number')
      return visibleSigns(String(choice));
    throw keyError('metadata.choices', choices, 'holds what is no text');
  });
  if (texts.length > ALPHABET.length) {
    throw keyError('metadata.choices', texts.length, 'are more than there are letters');
  }
  return texts;
}

/** The letters that name the options. */
export function readLetters(metadata: JsonObject, choices: readonly string[]): string[] {
  const given = metadata['valid_letters'] ?? [];
  if (!Array.isArray(given)) throw keyError('metadata.valid_letters', given, 'is no list');
  if (given.length === 0) return ALPHABET.slice(0, choices.length || DEFAULT_LETTERS).split('');
  const letters = given.map((letter) => (typeof letter === 'string' ? letter.toUpperCase() : ''));
  if (letters.some((letter) => !/^[A-Z]$/.test(letter)) || letters.length < choices.length) {
    throw keyError('metadata.valid_letters', given, 'does not name each option by one letter');
  }
  return letters;
}

/** The texts of options without their own letters, `A) 300 K`, where all of them begin so. */
export function withoutLabels(
  choices: readonly string[],
  letters: readonly string[],
): { choices: readonly string[]; bare: (text: string) => string } {
  const isLabelled =
    choices.length > 0 && choices.every((one, at) => LABEL.exec(one)?.[1] === letters[at]);
  const bare = (text: string): string => (isLabelled ? text.replace(LABEL, '') : text);
  return { choices: choices.map(bare), bare };
}
