import type { Ending } from './ending.ts';

const metals = ['iron', 'copper', 'silver', 'gold'];
const counts = ['4', '5', '6', '7'];
const speeds = ['5 m/s', '10 m/s', '15 m/s', '20 m/s'];
const energies = ['10^-8 eV', '10^-9 eV', '10^-11 eV', '10^-4 eV'];
const equations = ['x = a/b', 'x = b/a', 'x = ab', 'x = a + b'];
const pressures = [
  'The pressure doubles',
  'The pressure halves',
  'The pressure quadruples',
  'The pressure stays the same',
];

/** Options that may be the answer, that are said of another, or of which an answer is given up. */
export const doubtfulAnswers: readonly Ending[] = [
  // A letter and the text of another option.
  ['Answer: D. 10^-11 eV', '', energies],
  ['**Answer: D. 10^-11 eV**', '', energies],
  ['The answer is D (10^-11 eV)', '', energies],
  ['\\boxed{D. 10^{-11} eV}', '', energies],
  ['The answer is D. Copper', '', metals],
  ['The answer is D, copper.', '', metals],
  ['Answer: D. 10^-4 eV', 'D', energies],
  ['\\boxed{D: 10^{-4} eV}', 'D', energies],
  ['Answer: D) 10^-4 eV, not 10^-11 eV', 'D', energies],
  ['Answer: D. 10^-11 eV is too small.', 'D', energies],
  ['Answer: D. 10^-11 eV\n\nFinal answer: D', 'D', energies],
  ['The answer is D. Copper is wrong.', 'D', metals],
  // How to answer.
  ['Please end with "The answer is D" if you agree.', ''],
  ['Please end your reply with "The answer is D".', ''],
  ['Format: "Answer: D"', ''],
  ['As you asked, "the answer is C".', 'C'],
  ['In the required format: "Answer: D"', 'D'],
  ['Example: "Answer: A"\n\nAnswer: C', 'C'],
  ['You asked me to end with "The answer is X". The answer is B.', 'B'],
  ['I conclude with "The answer is B".', 'B'],
  ['The answer must be "B".', 'B'],
  // What may be.
  ['The answer could be D.', ''],
  ['The answer might be D.', ''],
  ['A is small. The answer could be D.', ''],
  ['It could only be D.', 'D'],
  ['It might be A, but it is D.', 'D'],
  ['The answer could be D. Checking: the answer is D.', 'D'],
  ['D with 30% probability and A with 70%', ''],
  ['D with 70% confidence', 'D'],
  ['First choice: D. Second choice: A.', ''],
  ['First choice: D. Second choice: A. Final answer: D', 'D'],
  ['If B is correct, then C must be, too.', ''],
  ['If A holds, D holds as well.', ''],
  ['If A is wrong, the answer is D.', 'D'],
  ['If friction is neglected, D.', 'D'],
  ['A fits and B fits.', ''],
  ['A fits. B fits.', ''],
  ['A fits and B fits better.', 'B'],
  ['A fits and B fits. The answer is B.', 'B'],
  // What is false, and what is only thought.
  ['It is false that the pressure doubles.', '', pressures],
  ['It is not the case that the pressure doubles.', '', pressures],
  ['It is wrong to say that the pressure doubles.', '', pressures],
  ['It is false that the pressure doubles; the pressure halves.', 'B', pressures],
  ['It is true that the pressure doubles.', 'A', pressures],
  ['One might think the pressure doubles.', '', pressures],
  [
    'One might think the pressure doubles, but since V is also halved, the pressure quadruples.',
    'C',
    pressures,
  ],
  [
    'At first the pressure doubles, as one might expect, but since V is also halved, the pressure quadruples.',
    'C',
    pressures,
  ],
  // An answer that is given up.
  ['Only 20 m/s was given last. I do not know.', '', speeds],
  ['4. Finally, I give up.', '', counts],
  ['A was given. I do not know.', ''],
  ['最后给出的是20 m/s。不知道。', '', speeds],
  ["I don't know. My guess is 20 m/s.", 'D', speeds],
  ['The answer is 20 m/s. I give up.', 'D', speeds],
  ['The speed is 20 m/s. I do not know why.', 'D', speeds],
  ['The answer is D. I do not know.', 'D', speeds],
  // What a variable is said to equal.
  ['$\\boxed{b/a}$', 'B', equations],
  ['\\boxed{\\frac{b}{a}}', 'B', equations],
  ['\\boxed{ab}', 'C', equations],
  ['\\boxed{c/a}', '', equations],
  ['b/a', '', equations],
  ['\\boxed{b/a}', '', ['x = b/a', 'y = b/a', 'z = ab', 'w = a']],
];
