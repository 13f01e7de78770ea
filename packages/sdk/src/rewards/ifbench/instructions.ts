import { countInstructions } from './count.ts';
import { customInstructions } from './custom/custom.ts';
import { contentInstructions } from './detectable-content.ts';
import { formatInstructions } from './detectable-format.ts';
import { shapeInstructions } from './format.ts';
import type { Instruction } from './instruction.ts';
import { keywordInstructions } from './keywords.ts';
import { languageInstructions } from './language/language.ts';
import { lengthInstructions } from './length-constraints.ts';
import { ratioInstructions } from './ratio.ts';
import { repeatInstructions } from './repeat.ts';
import { wholeInstructions } from './whole-response.ts';
import { wordInstructions } from './words.ts';

/** The instructions that can be judged, by their ids. */
export const instructions: ReadonlyMap<string, Instruction> = new Map<string, Instruction>(
  Object.entries({
    ...keywordInstructions,
    ...languageInstructions,
    ...lengthInstructions,
    ...contentInstructions,
    ...formatInstructions,
    ...wholeInstructions,
    ...countInstructions,
    ...ratioInstructions,
    ...wordInstructions,
    ...shapeInstructions,
    ...customInstructions,
    ...repeatInstructions,
  }),
);
