import { z } from 'zod';
import { filled, percent } from './arguments.ts';
import { instruction } from './instruction.ts';
import { trigramOverlap } from './trigram-overlap.ts';

const overlap = z.strictObject({ reference_text: filled, percentage: percent });

/** Percent by which an overlap may differ from the one that is asked for. */
const TOLERANCE = 2;

/** Instructions of IFBench on shares. */
export const ratioInstructions = {
  'ratio:overlap': instruction(overlap, (response, { reference_text: reference, percentage }) => {
    const share = trigramOverlap(response, reference);
    if (share === null) return false;
    return percentage - TOLERANCE <= share * 100 && share * 100 <= percentage + TOLERANCE;
  }),
};
