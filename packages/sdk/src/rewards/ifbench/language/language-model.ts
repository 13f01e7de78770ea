import { profiles } from './profiles.ts';

/** How often n-grams come in each language. */
export interface LanguageModel {
  /** The codes of the languages. */
  readonly codes: readonly string[];
  /** Of each n-gram its frequency in each language, in the order of the codes. */
  readonly grams: ReadonlyMap<string, Float64Array>;
}

/** The logarithm of a frequency is written in steps of this. */
const STEP = 0.05;

let model: LanguageModel | null = null;

/** The model of all languages, read when it is first needed. */
export function languageModel(): LanguageModel {
  model ??= readModel(profiles.trim().split('\n'));
  return model;
}

function readModel(lines: readonly string[]): LanguageModel {
  const grams = new Map<string, Float64Array>();
  const codes: string[] = [];
  for (const line of lines) {
    const [code = '', ...parts] = line.split('|');
    for (const [at, part] of parts.entries()) {
      for (const [gram, frequency] of readPart(part, at + 1)) {
        const frequencies = grams.get(gram) ?? new Float64Array(lines.length);
        frequencies[codes.length] = frequency;
        grams.set(gram, frequencies);
      }
    }
    codes.push(code);
  }
  return { codes, grams };
}

/** The n-grams of one length, with their frequencies. No n-gram has an ASCII digit. */
function* readPart(part: string, length: number): Generator<[gram: string, frequency: number]> {
  for (const [, step, joined = ''] of part.matchAll(/([0-9]+)([^0-9]+)/g)) {
    const frequency = Math.exp(-STEP * Number(step));
    const characters = Array.from(joined);
    for (let at = 0; at < characters.length; at += length) {
      yield [characters.slice(at, at + length).join(''), frequency];
    }
  }
}
