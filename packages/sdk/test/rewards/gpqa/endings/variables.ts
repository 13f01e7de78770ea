import type { Ending } from './ending.ts';

const teslas = ['1 T', '2 T', '3 T', '4 T'];
const farads = ['3 μF', '5 μF', '7 μF', '9 μF'];
const coulombs = ['2 C', '4 C', '6 C', '8 C'];
const vitamins = ['vitamin A', 'vitamin B12', 'vitamin C', 'vitamin D'];
const blood = ['Type AB', 'Type A', 'Type O', 'Type B'];
const energies = ['E = mc^2', 'E = hν', 'E = kT', 'E = qV'];

/** A letter that is an option is a variable, a unit or part of a name, too. */
export const variables: readonly Ending[] = [
  ['The answer is B = 2 T', 'B', teslas],
  ['The answer is B = 3 T', 'C', teslas],
  ['The answer is B = 4 T.', 'D', teslas],
  ['The answer is $B = 3\\text{ T}$.', 'C', teslas],
  ['\\boxed{B = 3\\text{ T}}', 'C', teslas],
  ['$B = 3$ T', 'C', teslas],
  ['So B = 3 T.', 'C', teslas],
  ['Hence the field is B = 3 T, option C.', 'C', teslas],
  ['C = 5 μF', 'B', farads],
  ['The answer is C = 5 μF', 'B', farads],
  ['Therefore $C = 5\\,\\mu\\text{F}$.', 'B', farads],
  ['The charge is 2 C (A)', 'A', coulombs],
  ['The charge is 4 C.', 'B', coulombs],
  ['The answer is 4 C.', 'B', coulombs],
  ['Q = 4 C, so the answer is B.', 'B', coulombs],
  ['\\boxed{6\\text{ C}}', 'C', coulombs],
  ['It is vitamin D.', 'D', vitamins],
  ['It is vitamin A.', 'A', vitamins],
  ['The answer is vitamin C.', 'C', vitamins],
  ['Blood type B.', 'D', blood],
  ['The answer is type B.', 'D', blood],
  ['So it is type A.', 'B', blood],
  ['The answer is $E=mc^2$.', 'A', energies],
  ['$E = h\\nu$', 'B', energies],
  ['So E = kT.', 'C', energies],
  ['The answer is E = qV', 'D', energies],
  ['The energy is $E = qV$, so the answer is (D).', 'D', energies],
  ['With A = 2 m^2 and B = 3 T the flux is 6 Wb. The answer is D.', 'D'],
  ['The answer is B = 2 T', 'B'],
  ['Since F = qvB, the answer is A.', 'A'],
  ['The force on charge C is zero. Answer: D', 'D'],
  ['Answer: D. The temperature is 25 °C.', 'D'],
  ['Final answer: B (T = 300 K, V = 2 L, E = 5 J)', 'B'],
  ['The correct choice is A: 2 A flows through R.', 'A'],
  ['The mass is 2 g and the current 3 A.', 'B', ['2 A', '3 A', '4 A', '5 A']],
  ['Compound A reacts to compound B. The answer is C.', 'C'],
  ['The product is compound B.', 'A', ['compound B', 'compound A', 'compound D', 'compound C']],
  ['Answer: C—H bond', 'A', ['C-H bond', 'C-C bond', 'C-O bond', 'C-N bond']],
  ['The C-N bond breaks.', 'D', ['C-H bond', 'C-C bond', 'C-O bond', 'C-N bond']],
  ['Only phase A and phase B coexist.', 'C', ['phase A', 'phase B', 'phase A and phase B', 'none']],
  ['Hepatitis B is the answer.', 'A', ['Hepatitis B', 'Hepatitis A', 'Hepatitis C', 'Hepatitis E']],
];
