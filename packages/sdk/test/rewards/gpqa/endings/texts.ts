import type { Ending } from './ending.ts';

const masses = ['500 kg', '3500 kg', '300 kg', '50 kg'];
const plain = ['4', '-4', '5', '-5'];
const mechanisms = ['SN1', 'SN2', 'E1', 'E2'];
const powers = ['1.2e6 J', '1.2e5 J', '1.2e-6 J', '2.1e6 J'];
const photons = ['E = hν', 'E = hλ', 'p = hν', 'p = h/λ'];
const orbitals = ['sp', 'sp^2', 'sp^3', 'dsp^2'];

/** No letter is stated: the text of an option decides. */
export const texts: readonly Ending[] = [
  ['As we saw in section 3 500 kg suffice.', 'A', masses],
  ['The mass is 3 500 kg.', 'B', masses],
  ['The mass is 3,500 kg.', 'B', masses],
  ['The mass is 500 kg.', 'A', masses],
  ['The result:\n- 4', 'A', plain],
  ['- 4', 'A', plain],
  ['The result is - 4.', 'B', plain],
  ['The answer is -5', 'D', plain],
  ['**Answer:** 5', 'C', plain],
  ['The reaction is S$_N$2.', 'B', mechanisms],
  ['The reaction is $S_N2$.', 'B', mechanisms],
  ['The reaction is $\\mathrm{S_N1}$.', 'A', mechanisms],
  ['The reaction is an SN2.', 'B', mechanisms],
  ['It goes by SN1, not SN2.', 'A', mechanisms],
  ['The reaction is Sₙ2.', 'B', mechanisms],
  ['The mechanism is E2.', 'D', mechanisms],
  ['The energy is $1.2 \\times 10^6$ J.', 'A', powers],
  ['The energy is 1.2 × 10^6 J', 'A', powers],
  ['The energy is 1.2e6 J', 'A', powers],
  ['The energy is 1.2E5 J', 'B', powers],
  ['The energy is 1.2×10⁻⁶ J', 'C', powers],
  ['The energy is 2.1 * 10^6 J', 'D', powers],
  ['We find $E = h\\nu$.', 'A', photons],
  ['We find p = hν.', 'C', photons],
  ['We find $p = \\frac{h}{\\lambda}$.', 'D', photons],
  ['We find $p = h/\\lambda$.', 'D', photons],
  ['The carbon is sp² hybridised.', 'B', orbitals],
  ['The carbon is $sp^3$ hybridised.', 'C', orbitals],
  ['The carbon is sp hybridised.', 'A', orbitals],
  ['The carbon is $\\mathrm{dsp}^{2}$.', 'D', orbitals],
  ['答案是水。', 'A', ['水', '火', '土', '金']],
  ['应该是火，而不是水。', 'B', ['水', '火', '土', '金']],
  ['最终答案：5 m/s', 'A', ['5 m/s', '10 m/s', '15 m/s', '20 m/s']],
  ['\\boxed{10\\ \\text{m/s}}', 'B', ['5 m/s', '10 m/s', '15 m/s', '20 m/s']],
  ['\\boxed{\\text{Mitochondria}}', 'C', ['Nucleus', 'Ribosome', 'Mitochondria', 'Golgi']],
  ['The answer is the mitochondria.', 'C', ['Nucleus', 'Ribosome', 'Mitochondria', 'Golgi']],
  [
    'It happens in the ribosome or the nucleus.',
    '',
    ['Nucleus', 'Ribosome', 'Mitochondria', 'Golgi'],
  ],
  ['It does not happen in the nucleus.', '', ['Nucleus', 'Ribosome', 'Mitochondria', 'Golgi']],
  ['The answer is about 6.', '', plain],
];
