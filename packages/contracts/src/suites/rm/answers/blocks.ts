import type { Vocabulary } from '../../../arbitraries/vocabulary.ts';

/** A well-formed response with a gap inside of a block, that is no part of the answer. */
export type Structure = (gap: string, answer: string) => string;

const MOST_STRUCTURES = 12;
/** A tag of an expression with its end, and what that takes between them. */
const BLOCK = /<(\w{1,20})>((?:(?!<\\?\/).){0,40})<\\?\/\1>/g;
const WRITTEN = /<(\w{1,20})>([^<]*)<\/\1>/g;

/** Tags of what is one line by nature. */
const ONE_LINE = /title|name|query|search|date|score|confidence|choice|label/i;

/** Blocks that everybody knows. */
const COMMON: readonly Structure[] = [
  (gap, answer) => `<think>We look.${gap}We add.</think>\n<answer>${answer}</answer>`,
  (gap, answer) => `<think>We look.${gap}We add.</think><answer>${answer}</answer>`,
  (gap, answer) => `<think>We look.${gap}We add.</think>\n\n\\boxed{${answer}}`,
  (gap, answer) => `<reasoning>We look.${gap}We add.</reasoning>\n<answer>${answer}</answer>`,
  (gap, answer) => `<think>We look.${gap}We add.</think>\n\nThe answer is ${answer}.`,
];

/** The common ones, and those of the plugin's own expressions that take any text. */
export function structuresOf({ regexes }: Vocabulary): readonly Structure[] {
  const own = regexes.flatMap(({ source }) => {
    const blocks = [...source.matchAll(BLOCK)].flatMap(([, tag = '', inner = '']) =>
      inner.includes('.') && !ONE_LINE.test(tag) ? [tag] : [],
    );
    const [first, ...rest] = blocks;
    if (first === undefined) return [];
    const last = rest.at(-1);
    const middle = rest.slice(0, -1);
    return ['\n', ''].flatMap((between): Structure[] => {
      const start = (gap: string): string =>
        [first, ...middle].map((tag) => `<${tag}>We look.${gap}We add.</${tag}>`).join(between);
      if (last === undefined) return [(gap, answer) => `${start(gap)}${between}${answer}`];
      return [(gap, answer) => `${start(gap)}${between}<${last}>${answer}</${last}>`];
    });
  });
  return [...COMMON, ...own.slice(0, MOST_STRUCTURES)];
}

/** A known right answer whose blocks, but for the one of the answer, hold a gap. */
export function withGaps(right: string, answer: string | null): Structure[] {
  const changed: Structure = (gap) =>
    right.replaceAll(WRITTEN, (block: string, tag: string, inner: string) =>
      ONE_LINE.test(tag) || (answer !== null && inner.includes(answer))
        ? block
        : `<${tag}>We look.${gap}We add.</${tag}>`,
    );
  return changed(' ', '') === right ? [] : [changed];
}
