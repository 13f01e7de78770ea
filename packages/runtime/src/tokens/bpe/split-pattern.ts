import { TokenizerError } from './tokenizer-error.ts';
import { asciiClass, tableClass, tableNames, whitespaceClass } from './unicode.ts';

/**
 * How `\p{...}` is written in JavaScript: ASCII ranges for ASCII text, the engine's own
 * properties, or ranges of the frozen tables where the two differ. In this order of speed.
 */
export type PropertyMode = 'ascii' | 'native' | 'table';

/**
 * Rewrites a split pattern of a `tokenizer.json`, written for Oniguruma, as a JavaScript one that
 * matches the same text.
 *
 * `\s` has U+0085 and has not U+FEFF; `(?i:s)` has U+017F and `(?i:k)` U+212A.
 *
 * @throws TokenizerError for anything whose meaning could differ
 */
export function splitPattern(source: string, mode: PropertyMode): RegExp {
  const flags = mode === 'ascii' ? 'g' : 'gu';
  const translated = new PatternTranslator(source, mode).run();
  try {
    return new RegExp(translated, flags);
  } catch (error) {
    throw new TokenizerError(`the split pattern ${source} is not understood`, error);
  }
}

/** What `(?i:` matches beyond its upper and lower case: `ss` also matches `ß`. */
const FOLDS = /^(?:ss|st|ff|fi|fl|[^\0-\x7f])/i;

class PatternTranslator {
  readonly #source: string;
  readonly #mode: PropertyMode;
  #position = 0;
  #output = '';
  #inClass = false;
  /** For each open group, whether it ignores case. */
  readonly #groups: boolean[] = [];

  constructor(source: string, mode: PropertyMode) {
    this.#source = source;
    this.#mode = mode;
  }

  run(): string {
    if (/[\ud800-\udfff]/.test(this.#source)) throw this.#unknown('a character beyond U+FFFF');
    while (this.#position < this.#source.length) {
      if (this.#source[this.#position] === '\\') this.#escape();
      else if (this.#inClass) this.#classCharacter();
      else this.#character();
    }
    return this.#output;
  }

  #unknown(what: string): TokenizerError {
    return new TokenizerError(`the split pattern ${this.#source} has ${what}`);
  }

  #put(text: string, consumed: number): void {
    this.#output += text;
    this.#position += consumed;
  }

  get #ignoresCase(): boolean {
    return this.#groups.at(-1) ?? false;
  }

  #escape(): void {
    const rest = this.#source.slice(this.#position);
    const property = /^\\p\{(\w+)\}/.exec(rest);
    if (property !== null) {
      this.#put(this.#class(this.#property(property[1] ?? '')), property[0].length);
      return;
    }
    const code = rest.charAt(1);
    if (code === 's') {
      this.#put(this.#class(whitespaceClass(this.#mode)), 2);
    } else if (code === 'S' && !this.#inClass) {
      this.#put(`[^${whitespaceClass(this.#mode)}]`, 2);
    } else if (/[/rntvf.*+?()[\]{}|^$\\-]/.test(code)) {
      this.#put(rest.slice(0, 2), 2);
    } else {
      throw this.#unknown(`the escape \\${code}`);
    }
  }

  /** A set: bare inside a class, else a class of its own; the empty set matches nothing. */
  #class(body: string): string {
    if (this.#inClass) return body;
    return body === '' ? '(?!)' : `[${body}]`;
  }

  #property(name: string): string {
    if (!tableNames.has(name)) throw this.#unknown(`the property \\p{${name}}`);
    if (this.#ignoresCase) throw this.#unknown('a property in (?i:)');
    if (this.#mode === 'ascii') return asciiClass(name);
    return this.#mode === 'native' ? `\\p{${name}}` : tableClass(name);
  }

  #classCharacter(): void {
    const character = this.#source.charAt(this.#position);
    if (character === '[') throw this.#unknown('a class inside a class');
    if (this.#source.startsWith('&&', this.#position)) throw this.#unknown('a class with &&');
    if (this.#ignoresCase && /[a-zA-Z]/.test(character)) throw this.#unknown('a class in (?i:)');
    if (character === ']') this.#inClass = false;
    this.#put(character, 1);
  }

  #character(): void {
    const character = this.#source.charAt(this.#position);
    if (character === '[') {
      const negated = this.#source[this.#position + 1] === '^';
      // In Oniguruma the bracket is one of the characters, in JavaScript it ends the class.
      if (this.#source[this.#position + (negated ? 2 : 1)] === ']') throw this.#unknown('[]');
      this.#put(negated ? '[^' : '[', negated ? 2 : 1);
      this.#inClass = true;
    } else if (character === '(') {
      this.#openGroup();
    } else if (character === ')') {
      this.#groups.pop();
      this.#put(')', 1);
    } else if ('.^$'.includes(character)) {
      throw this.#unknown(`a bare ${character}`);
    } else if (this.#ignoresCase && FOLDS.test(this.#source.slice(this.#position))) {
      throw this.#unknown('letters in (?i:) that one character stands for, or beyond ASCII');
    } else if (this.#ignoresCase && /[a-zA-Z]/.test(character)) {
      this.#put(`[${this.#bothCases(character)}]`, 1);
    } else {
      this.#put(character, 1);
    }
  }

  #bothCases(character: string): string {
    const lower = character.toLowerCase();
    const both = lower + lower.toUpperCase();
    if (this.#mode === 'ascii') return both;
    return both + (lower === 's' ? '\\u017f' : lower === 'k' ? '\\u212a' : '');
  }

  #openGroup(): void {
    const opening = /^\((?:\?(?:i:|:|=|!|<=|<!))?/.exec(this.#source.slice(this.#position))?.[0];
    if (opening === undefined) throw this.#unknown('a group');
    if (opening === '(' && this.#source[this.#position + 1] === '?') {
      throw this.#unknown(`the group ${this.#source.slice(this.#position, this.#position + 4)}`);
    }
    this.#groups.push(opening === '(?i:' || this.#ignoresCase);
    this.#put(opening === '(?i:' ? '(?:' : opening, opening.length);
  }
}
