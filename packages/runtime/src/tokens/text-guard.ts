import { EncoderError } from 'slime-sdk';

/**
 * Noncharacters: Unicode keeps them out of text, Python and JavaScript neither trim nor compose
 * them. One that the messages do not have marks places in a text that goes through a template.
 */
const MARKS = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0xfdd0 + index));

/** Text out of a template, with the places in it that no special token may span. */
export interface GuardedText {
  readonly text: string;
  /** Ascending. */
  readonly cuts: readonly number[];
}

/** Text before it goes through a template. */
export interface Guard {
  /** Whether the text could be read as a special token, or as a part of one. */
  matches(text: string): boolean;
  /** Puts the mark where a special token could begin. */
  mark(text: string, mark: string): string;
}

/**
 * Guards against special tokens that come out of content instead of the template.
 *
 * Each place where one could begin (its first two characters, or its first at the end of the
 * text, where the next part could continue it) is cut after the first character.
 *
 * @param tokens the special tokens as text
 * @throws EncoderError for a token of one character, which cannot be cut
 */
export function specialTokenGuard(tokens: readonly string[]): Guard {
  const starts = new Map<string, Set<string>>();
  for (const token of tokens) {
    const [first = '', second] = token;
    if (second === undefined) {
      throw new EncoderError(
        `the special token ${JSON.stringify(token)} is one character: it cannot be told from text`,
      );
    }
    const seconds = starts.get(first) ?? new Set();
    starts.set(first, seconds.add(second));
  }
  if (starts.size === 0) return { matches: () => false, mark: (text) => text };
  const alternatives = [...starts].map(([first, seconds]) => {
    const next = [...seconds].map(escape).join('|');
    return `${escape(first)}(?=${next}|\\s*$)`;
  });
  const once = new RegExp(alternatives.join('|'), 'u');
  const every = new RegExp(alternatives.join('|'), 'gu');
  return {
    matches: (text) => once.test(text),
    mark: (text, mark) => text.replace(every, `$&${mark}`),
  };
}

function escape(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/**
 * A mark that a text lacks.
 *
 * @throws EncoderError when the text has all 32 noncharacters
 */
export function unusedMark(text: string): string {
  const mark = MARKS.find((candidate) => !text.includes(candidate));
  if (mark === undefined) {
    throw new EncoderError('the messages contain all of U+FDD0 to U+FDEF: remove them');
  }
  return mark;
}

/**
 * Takes the marks out of rendered text.
 *
 * @throws EncoderError when the template wrote the mark as an escape, so that its place is lost
 */
export function removeMarks(rendered: string, mark: string, template: string): GuardedText {
  const escaped = `\\u${mark.charCodeAt(0).toString(16)}`;
  if (rendered.toLowerCase().includes(escaped)) {
    throw new EncoderError(
      `chat template ${template} escapes non-ASCII text; ` +
        'content that looks like a special token cannot be told from one there: remove it',
    );
  }
  const [head = '', ...rest] = rendered.split(mark);
  const cuts: number[] = [];
  let text = head;
  for (const part of rest) {
    cuts.push(text.length);
    text += part;
  }
  return { text, cuts };
}
