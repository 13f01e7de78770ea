import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpqa } from '../../../src/rewards/index.ts';

const reward = (response: string, label: string, choices: string[]): number =>
  gpqa(response, label, { choices }).reward;

describe('a choice said word for word', () => {
  const part = fc.constantFrom(
    'Na+',
    'Na⁺',
    'Cl-',
    'Fe^{3+}',
    'Fe3+',
    '[Fe(CN)6]4-',
    '[Fe(CN)_6]^{4-}',
    'SO₄²⁻',
    'SO4^2-',
    'CO_2',
    '$\\mathrm{H_2O}$',
    '4',
    '-4',
    '±5',
    '4 ± 1',
    '0.5',
    '1,000',
    '10 000',
    '50%',
    '10^-4',
    '\\pm 5',
    '\\frac{1}{2}',
    '\\sqrt{2}',
    '3.0 × 10⁸',
    'x + y',
    'x/y',
    '< 4',
    '≥ 7',
    '- 4',
    'mV',
    '水',
    '是火',
    '答え',
    '물',
    'δ',
    'Δ',
    '\\beta',
    'eV',
    'blue',
    'not soluble',
    '(aq)',
    '→',
    '²',
    '⁺',
  );
  const choice = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom(' ', '', ', ').map((blank) => parts.join(blank)))
    .filter((text) => /[\p{L}\p{N}]/u.test(text));

  it.each(['', 'The answer is ', '**Answer:** ', 'So it goes.\nThe answer is '])(
    'is equal behind %j',
    (before) => {
      fc.assert(
        fc.property(choice, choice, (one, other) => {
          fc.pre(one !== other);
          for (const end of ['', '.']) {
            expect(gpqa(`${before}${one}${end}`, 0, { choices: [one, other] }).reason).toBe(
              'equal',
            );
            expect(gpqa(`${before}${one}${end}`, 1, { choices: [one, other] }).reward).toBe(0);
          }
        }),
        { seed: 5, numRuns: 500 },
      );
    },
  );

  it('is equal in a sentence, too, where no other choice is in it', () => {
    fc.assert(
      fc.property(choice, (one) => {
        expect(
          gpqa(`We find that it is ${one}, as said.`, 0, { choices: [one, 'none'] }).reason,
        ).toBe('equal');
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('is equal whatever capitals by themselves are in it', () => {
    expect(reward('vitamin C', 'D', ['a', 'b', 'c', 'vitamin C'])).toBe(1);
    expect(reward('The answer is A and B', 'D', ['x', 'y', 'z', 'A and B'])).toBe(1);
    expect(reward('The answer is B', 'A', ['B', 'A'])).toBe(0);
  });
});

describe('a choice that is one letter and names none', () => {
  const shells = ['K', 'L', 'M', 'N'];

  it.each<[string, string[], string, string]>([
    ['q', ['p', 'q'], 'B', 'A'],
    ['Q', ['p', 'q'], 'B', 'A'],
    ['(q)', ['p', 'q'], 'B', 'A'],
    ['\\boxed{q}', ['p', 'q'], 'B', 'A'],
    ['<answer>q</answer>', ['p', 'q'], 'B', 'A'],
    ['$x$', ['$x$', '$y$'], 'A', 'B'],
    ['n', ['n', 'n^2', '1/n'], 'A', 'B'],
    ['**L**', shells, 'B', 'C'],
    ['Answer: L', shells, 'B', 'C'],
    ['The correct option is L', shells, 'B', 'C'],
    ['\\boxed{\\text{L}}', shells, 'B', 'C'],
    ['The K shell is full, so the electron is in the L shell. The answer is L.', shells, 'B', 'A'],
    ['The L shell is full. The answer is C', shells, 'C', 'B'],
    ['C', ['C', 'G', 'T', 'A'], 'C', 'A'],
  ])('%j of %j says %s and not %s', (response, choices, right, other) => {
    expect(reward(response, right, choices)).toBe(1);
    expect(reward(response, other, choices)).toBe(0);
  });

  it.each(['K or L', 'K, L, M, N', '\\boxed{K} or \\boxed{L}'])(
    '%j settles on none',
    (response) => {
      for (const label of ['A', 'B', 'C', 'D']) expect(reward(response, label, shells)).toBe(0);
    },
  );
});

describe('boxes with an "or" between them', () => {
  const joiners = [
    ' or ',
    ', or ',
    '/',
    ' and/or ',
    ', or maybe ',
    ' or possibly ',
    ' (or ',
    ' \\quad \\text{or} \\quad ',
    '\n\\text{ or }\n',
    '\\, \\text{or} \\, ',
    '$ or $',
    ' 或 ',
  ];

  it.each(joiners)('%j settles on none of them', (joiner) => {
    for (const [one, other] of [
      ['A', 'B'],
      ['cat', 'dog'],
    ]) {
      const response = `\\boxed{${one}}${joiner}\\boxed{${other}}`;
      for (const label of ['A', 'B']) {
        expect(gpqa(response, label, { choices: ['cat', 'dog'] })).toMatchObject({
          reward: 0,
          reason: 'hedged',
        });
      }
    }
  });

  it.each([
    'First \\boxed{cat}. No: \\boxed{dog}',
    'Not \\boxed{cat} but \\boxed{dog}',
    '\\boxed{A}? No, \\boxed{B}',
    'We had \\boxed{A} before, and see now that it is \\boxed{B}',
  ])('%j settles on the last', (response) => {
    expect(reward(response, 'B', ['cat', 'dog'])).toBe(1);
  });
});

describe('which choice a spelling is', () => {
  it.each<[string, string[], string]>([
    ['so 4 ± 1 it is', ['4 ± 1', '4'], 'A'],
    ['it is $\\pm 5$, then', ['±5', '5'], 'A'],
    ['it is [Fe(CN)6]^{4-}, then', ['[Fe(CN)6]4-', '[Fe(CN)6]3-'], 'A'],
    ['it is Na⁺, then', ['Na+', 'Na'], 'A'],
    ['The answer is δ', ['Δ', 'δ'], 'B'],
    ['it is \\Delta, then', ['Δ', 'δ'], 'A'],
    ['The answer is σ+', ['Σ+', 'σ+'], 'B'],
    ['it is 5 MV, then', ['5 mV', '5 MV'], 'B'],
    ['it is 50 %, then', ['50%', '50'], 'A'],
    ['it is 50\\%, then', ['50%', '50'], 'A'],
    ['it is 50, then', ['50%', '50'], 'B'],
    ['it is 50, then', ['50%', '20%'], 'A'],
    ['it is 10 000 J', ['1,000 J', '10,000 J'], 'B'],
    ['it is $10\\,000$ J', ['1,000 J', '10,000 J'], 'B'],
    ['it is $10{,}000$ J', ['1,000 J', '10,000 J'], 'B'],
    ['it is 10{,}000 J', ['1,000 J', '10,000 J'], 'B'],
    ['it is $10,\\!000$ J', ['1,000 J', '10,000 J'], 'B'],
    ['it is 1 234 567 J', ['1,000 J', '1234567 J'], 'B'],
    ['which gives - 4', ['4', '-4'], 'B'],
    ['we get -  4', ['4', '-4'], 'B'],
    ['it is $-\\!4$', ['4', '-4'], 'B'],
    ['it is minus 4', ['4', '-4'], 'B'],
    ['it is negative 4', ['4', '-4'], 'B'],
    ['it is —4', ['4', '-4'], 'B'],
    ['it is – 4', ['4', '- 4'], 'B'],
    ['5 minus 4', ['5 - 4', '-4'], 'A'],
    ['it is $\\mathrm{CO_2}$', ['CO2', 'CO'], 'A'],
    ['it is CO$_2$', ['CO2', 'CO'], 'A'],
    ['it is \\ce{CO2}', ['CO2', 'CO'], 'A'],
    ['it is $H_2O_2$', ['H2O', 'H2O2'], 'B'],
    ['it is $\\mathrm{C_6H_{12}O_6}$', ['C6H12', 'C6H12O6'], 'B'],
    ['it is $\\text{C}_6\\text{H}_{12}\\text{O}_6$', ['C6H12', 'C6H12O6'], 'B'],
    ['it is Fe³⁺', ['Fe2+', 'Fe3+'], 'B'],
    ['it is Fe^{3+}', ['Fe2+', 'Fe3+'], 'B'],
    ['it is $\\mathrm{Fe}^{3+}$', ['Fe2+', 'Fe3+'], 'B'],
    ['it is SO₄²⁻', ['SO3^2-', 'SO4^2-'], 'B'],
    ['it is $\\mathrm{SO_4^{2-}}$', ['SO3^2-', 'SO4^2-'], 'B'],
    ['it is Cr2O72-.', ['CrO4^2-', 'Cr2O7^{2-}'], 'B'],
    ['K+', ['Na+', 'K+'], 'B'],
    ['$e^{-}$', ['e-', 'e+'], 'A'],
    ['The answer is C++', ['Java', 'C++'], 'B'],
    ['it is 5 percent', ['5%', '5'], 'A'],
    ['it comes out as - 4', ['4', '-4'], 'B'],
    ['The answer is K+', ['Na+', 'K+'], 'B'],
    ['The answer is F⁻.', ['Cl-', 'F-'], 'B'],
  ])('%j of %j is %s', (response, choices, letter) => {
    const other = letter === 'A' ? 'B' : 'A';
    expect(gpqa(response, letter, { choices })).toMatchObject({ reward: 1 });
    expect(reward(response, other, choices)).toBe(0);
  });

  it('is told by the label with its case', () => {
    expect(gpqa('The answer is B', 'δ', { choices: ['Δ', 'δ'] }).reward).toBe(1);
    expect(gpqa('The answer is A', 'δ', { choices: ['Δ', 'δ'] }).reward).toBe(0);
  });

  it('is told by letters alone where no text tells them apart', () => {
    const choices = ['a–b', 'a — b!'];
    expect(gpqa('it is a b, then', 'A', { choices }).reward).toBe(0);
    expect(gpqa('The answer is A', 'A', { choices }).reward).toBe(1);
  });

  it('keeps a percent sign with its number', () => {
    expect(gpqa('It is 4%', '4').reward).toBe(0);
    expect(gpqa('It is 4 %', '4%').reward).toBe(1);
    // Only other options tell that all are percents.
    expect(gpqa('It is 4', '4%').reward).toBe(0);
    expect(gpqa('It is 4', 'A', { choices: ['4%', '5%'] }).reward).toBe(1);
  });
});
