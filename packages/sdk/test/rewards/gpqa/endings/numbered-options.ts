import type { Ending } from './ending.ts';

const metals = ['iron', 'copper', 'silver', 'gold'];
const counts = ['4', '5', '6', '7'];
const seconds = ['2 s', '3 s', '4 s', '5 s'];

/** Options that are called by their number, from 1. */
export const numberedOptions: readonly Ending[] = [
  ['The second option is correct', 'B', metals],
  ['The correct answer is the second option', 'B', metals],
  ['The answer is the last option.', 'D', metals],
  ['Option 2 is correct', 'B', metals],
  ['The answer is (2)', 'B', metals],
  ['The answer is option 2: copper.', 'B', metals],
  ['**Option 3** is the correct answer.', 'C', metals],
  ['\\boxed{\\text{Option 2}}', 'B', metals],
  ['So the third option.', 'C', metals],
  ['Option 1 fails because iron rusts. Hence option 2.', 'B', metals],
  ['The first option is wrong; the second option is correct.', 'B', metals],
  [
    'Option 1: incorrect. Option 2: correct. Option 3: incorrect. Option 4: incorrect.',
    'B',
    metals,
  ],
  ['第二个选项', 'B', metals],
  ['第一个选项错误，第二个选项正确。', 'B', metals],
  ['答案是选项2。', 'B', metals],
  // A number in the text of an option names none.
  ['The answer is (4)', 'A', counts],
  ['Option 4 is correct.', 'A', counts],
  ['The answer is (2).', '', seconds],
  ['The answer is (2 s).', 'A', seconds],
  // None, or several.
  ['The second option is correct.', ''],
  ['The answer is 2.', '', metals],
  ['\\boxed{2}', '', metals],
  ['The answer is option 5.', '', metals],
  ['The second option is not correct.', '', metals],
  ['The answer is not the second option.', '', metals],
  ['The second option fails.', '', metals],
  ['Is the second option correct? I cannot say.', '', metals],
  ['Neither the second option nor the third option is correct.', '', metals],
  ['Option 1 or 2 is correct.', '', metals],
  ['Options 1 and 2 are correct.', '', metals],
  ['The first or second option is correct.', '', metals],
  ['The first and second options are correct.', '', metals],
  ['Consider option 1 first. Then option 2.', '', metals],
  ['第二个选项错误。', '', metals],
  ['第一个选项和第二个选项都正确。', '', metals],
  ['答案不是第二个选项。', '', metals],
  // A letter or a text says more.
  ['As in option 2.5, the answer is copper.', 'B', metals],
  ['See equation (2). The answer is silver.', 'C', metals],
  ['The answer is silver, the third option.', 'C', metals],
  ['The answer is option 2: gold.', '', metals],
  ['Option 2 is correct. The answer is silver.', 'C', metals],
  ['My first choice is D.', 'D', metals],
];
