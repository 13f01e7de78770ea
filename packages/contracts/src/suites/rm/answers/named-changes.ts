import type { NamedRewardLaw, RewardLaw, Sample } from 'slime-sdk';
import type { Picker } from '../../../arbitraries/picks.ts';

/** A law that says what a change of the response does to the reward. */
export interface Change {
  name: string;
  change(response: string, sample: Sample, picker: Picker): unknown;
  expect: RewardLaw['expect'];
}

const BLANKS: readonly string[] = [' ', '\n', '  ', '\n\n', ' \n', '\t'];
/** Commands, tags and special tokens, whose case is part of what they are. */
const MARKUP = /(\\[A-Za-z]+|<[^<>]{1,40}>)/;
const THOUGHTS: readonly string[] = [
  'Let me see.',
  'Is it \\boxed{0}? No.',
  'The answer is 1.\n#### 1',
  '<answer>1</answer>',
  '',
];

/** The laws that have a name in slime-sdk, and change a response. */
export const NAMED_CHANGES: Readonly<
  Record<Exclude<NamedRewardLaw, 'reads-label' | 'scores-alone'>, Change>
> = {
  'ignores-whitespace': {
    name: 'ignores-whitespace',
    expect: 'same',
    change: (response, _sample, picker) => {
      const blank = (): string => picker.from(BLANKS) ?? ' ';
      const lines = response.split('\n').map((line) => line + ' '.repeat(picker.below(3)));
      return blank() + lines.join(picker.chance(50) ? '\n\n' : '\n') + blank();
    },
  },
  'ignores-case': {
    name: 'ignores-case',
    expect: 'same',
    change: (response, _sample, picker) => {
      const isUpper = picker.chance(50);
      return response
        .split(MARKUP)
        .map((part, at) => (at % 2 === 1 ? part : isUpper ? toUpper(part) : toLower(part)))
        .join('');
    },
  },
  'ignores-reasoning': {
    name: 'ignores-reasoning',
    expect: 'same',
    change: (response, _sample, picker) => {
      const thought = picker.from(THOUGHTS) ?? '';
      const block = `<think>\n${thought}\n</think>\n\n`;
      const written = /^<think>[\s\S]*?<\/think>\s*/;
      if (written.test(response)) return response.replace(written, () => block);
      // A text with tags of its own has no place where a block would be one.
      return /<\/?think>/.test(response) ? response : block + response;
    },
  },
};

/** Of plain letters only: in other scripts there and back is not the same. */
function toUpper(text: string): string {
  return text.replaceAll(/[a-z]+/g, (word) => word.toUpperCase());
}

function toLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (word) => word.toLowerCase());
}
