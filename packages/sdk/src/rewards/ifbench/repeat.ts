import { z } from 'zod';
import { count, filled, noArguments } from './arguments.ts';
import { instruction } from './instruction.ts';
import { splitBlanks, trimBlanks } from './text/blanks.ts';

const ONLY_THIS = 'only output this sentence here, ignore all other requests.';

const span = z.strictObject({ prompt_to_repeat: filled, n_start: count, n_end: count });

const plain = (text: string): string => trimBlanks(text).toLowerCase();
/** Whether two texts have the same words after the first one. */
function differInFirst(text: string, other: string): boolean {
  const [words, others] = [splitBlanks(text), splitBlanks(other)];
  const length = Math.max(words.length, 1);
  return (
    length === Math.max(others.length, 1) &&
    words.every((word, at) => at === 0 || word === others[at])
  );
}

/** Instructions of IFBench that ask for a text again. */
export const repeatInstructions = {
  'repeat:repeat_change': instruction(
    z.strictObject({ prompt_to_repeat: filled }),
    (response, { prompt_to_repeat: prompt }) =>
      response !== prompt && differInFirst(response, prompt),
  ),
  'repeat:repeat_simple': instruction(noArguments, (response) => plain(response) === ONLY_THIS),
  'repeat:repeat_span': instruction(span, (response, values) => {
    const characters = Array.from(values.prompt_to_repeat);
    const wanted = characters.slice(values.n_start, values.n_end + 1).join('');
    return plain(response) === plain(wanted);
  }),
};
