import { describe, expect, it } from 'vitest';
import { dapo, deepscaler, gradeAnswer, math } from '../../../src/rewards/index.ts';

/** LaTeX and arithmetic that break off or lack a part. */
const brokenLabels =
  String.raw`\frac{1}|\frac1|\frac{1}{}|\frac{}{2}|\sqrt|\sqrt{}|\sqrt[3]{}|\sqrt[]{2}
  |\binom{5}|\log_2|3\text|3 \over|1 +|1 -|1/|2 \cdot|5 \pm|*5|5*/2|5 * * 2|5^|x^{}|x^2+|y=2x+
  |9!!!!|1,2,|1,,2|\{1,2,\}|(1, )|5()|x =|= 5|x >|3 <|12:|50\% +|1 2/|\text{3 +}|\boxed{1 +}`
    .split('|')
    .map((label) => label.trim());

/** Plain text answers, and mathematics that is not read but is whole. */
const words = [
  '\\{x|x>3\\}',
  '\\{x|x\\ne 0\\}',
  '2|n',
  'x>=3',
  'A -> B',
  'x => 3',
  '≥5',
  '>5',
  'Fe3+',
  'SO42-',
  '5 to 7',
  '^5P_2',
  '!5',
  'Zn -> Zn2+ + 2e-',
  '3 mod 5',
  'z^*',
  'e^-',
  '\\mu^+',
  '\\pi^{+}',
  'n^+',
  '(2n-1)!!',
  '<',
  '>',
  '=',
  'A^{*}',
  ...String.raw`Monday|\text{even}|3\text{ cm}|C++|A+|B-|-|Yes!|Go!!|N/A|C#|3D|1st|1.2.3|Paris, France|Na^+
  |Ca^{2+}|\mathrm{SO}_4^{2-}|{}^{14}C|P(3, 4)|x \to 0^+|\mathbb{R}|\emptyset|1,2,\ldots|\infty
  |\pm\infty|\overline{AB}|\triangle ABC|\lfloor 3.5 \rfloor|\sum_{i=1}^n i|October 5, 2020|5 July 2020|5 apples and 3 pears|-1 \le x \le 1
  |\begin{pmatrix} 1 & \\ 2 & 3\end{pmatrix}|12:30 \text{ pm}|\text{(A)}|\text{ Cannot be determined }`
    .split('|')
    .map((label) => label.trim()),
];

describe('a label', () => {
  it.each([
    [null, 'is missing'],
    [undefined, 'is missing'],
    ['', 'is blank'],
    [' \t', 'is blank'],
    ['\\ ', 'is blank'],
    ['$$', 'is blank'],
    ['\\text{ }', 'is blank'],
    ['\\boxed{}', 'is blank'],
    ['\\boxed{48', 'does not close'],
    ['\\frac{1}{', 'do not close'],
    ['(1, 2', 'bracket that does not close'],
    ['[0, 1', 'bracket that does not close'],
    ['\\left(1 + (2)', 'bracket that does not close'],
    ['\\begin{pmatrix} 1 & 2', 'environment that does not end'],
    [Number.NaN, 'not finite'],
    [Number.NEGATIVE_INFINITY, 'not finite'],
    [true, 'neither a number nor a text'],
    [['5'], 'neither a number nor a text'],
    ['1'.repeat(3000), 'too long'],
    ['9**9**9', 'past a bound'],
    ['1e999999999', 'past a bound'],
    ['-1/1e999999999', 'past a bound'],
    ...brokenLabels.map((label): [string, string] => [label, 'is broken']),
    ['5)', 'bracket that does not open'],
    ['(1, 2))', 'bracket that does not open'],
    ['\\%', 'percent sign without a number'],
    ['%', 'percent sign without a number'],
    ['63 out of 400', 'words between two numbers'],
    ['7 parts per 9', 'words between two numbers'],
    ['1/0', 'has no value'],
    ['0/0', 'has no value'],
    ['\\frac{x}{0}', 'has no value'],
    ['(1, 1/0)', 'has no value'],
    ['\\text{1/0}', 'has no value'],
    ['\\ln 0', 'has no value'],
    ['2 \\cdot \\infty', 'has no value'],
  ])('%j is an error of the data, whatever the answer', async (label, fault) => {
    const spelledSame = `\\boxed{${String(label)}}`;
    for (const response of ['\\boxed{48}', '\\boxed{5}', 'no box', '\\boxed{}', spelledSame]) {
      const error = {
        name: 'DataError',
        code: 'SLIME_DATA',
        message: expect.stringContaining(fault),
      };

      await expect(gradeAnswer(response, label)).rejects.toMatchObject(error);
      await expect(math(response, label)).rejects.toMatchObject(error);
    }
  });

  it.each([
    'A)',
    '[0, 1)',
    ']0, 1[',
    '[0, 1[',
    '(0, 1[ \\cup (2, 3]',
    '\\left(0, 1\\right\\rbrack',
  ])('%j is one: intervals are written in several ways', async (label) => {
    expect(await math(`\\boxed{${label}}`, label)).toMatchObject({ reward: 1 });
  });

  it.each(words)(
    '%j is one: words, notation and signs that are no broken formula',
    async (label) => {
      expect(await math(`\\boxed{${label}}`, label)).toMatchObject({ reward: 1 });
      expect(await math('\\boxed{48}', label)).toMatchObject({ reward: 0 });
    },
  );

  it.each([
    '2018!',
    '501!',
    '2019!-1',
    '2^{9000}',
    '10^{3000}-1',
    '\\frac{3^{6000}-1}{2}',
    '\\binom{4036}{2018}',
    '(x+1)^{50}',
    '(x+1)**3000',
    '1e5000',
    '80000!',
    '2^{10^{9}}',
    '7^{7^7}',
    '\\binom{9999999}{7}',
  ])('%j is one, though it is too much to work out: its spelling meets it', async (label) => {
    expect(await math(`\\boxed{${label}}`, label)).toMatchObject({ reward: 1, reason: 'equal' });
    for (const answer of ['48', 'x+2', '\\{1,2\\}', `${label}+1`]) {
      expect(await math(`\\boxed{${answer}}`, label)).toMatchObject({ reward: 0 });
    }
    expect(await math('\\boxed{48}', label)).toMatchObject({ reason: 'over_bound' });
  });

  it('that is too much to work out is met in any order of its terms and factors', async () => {
    expect(await math('\\boxed{(1+x)^{50}}', '(x+1)^{50}')).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{-1+2019!}', '2019!-1')).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{(3^{6000}-1)/2}', '\\frac{3^{6000}-1}{2}')).toMatchObject({
      reward: 1,
    });
    expect(await math('\\boxed{(2+x)^{50}}', '(x+1)^{50}')).toMatchObject({ reason: 'over_bound' });
    expect(await math('\\boxed{7^{7^{7}}}', '7^{7^7}')).toMatchObject({ reward: 1 });
    expect(await dapo('Answer: $7^{7^7}$', '7^{7^7}')).toMatchObject({ reward: 1 });
    expect(await dapo('Answer: 2018!', '2018!')).toMatchObject({ reward: 1 });
    expect(await dapo('Answer: 5', '2018!')).toMatchObject({ reason: 'over_bound' });
  });

  it.each(['1, 2, and 3', '1, 2, or 3', '1, 2,\\text{ and }3'])(
    '%j has three members: behind a comma the word adds none',
    async (label) => {
      expect(await math('\\boxed{3, 1, 2}', label)).toMatchObject({ reward: 1 });
      expect(await math('\\boxed{1, 2}', label)).toMatchObject({ reward: 0 });
    },
  );

  it('that cannot be read is an error in the name of the grader', async () => {
    for (const label of [null, '1 +', '1/0', '9**9**9', '5)']) {
      await expect(math('5', label)).rejects.toThrow(/^math: the label /);
      await expect(deepscaler('5', label)).rejects.toThrow(/^deepscaler: the label /);
      await expect(dapo('5', label)).rejects.toThrow(/^dapo: the label /);
      await expect(dapo('5', label, { strictBoxVerify: true })).rejects.toThrow(
        /^dapo: the label /,
      );
    }
    await expect(dapo('5', 'five')).rejects.toThrow('dapo: the label "five" is not a number');
  });

  it('that is 0 is a label', async () => {
    expect(await math('\\boxed{0}', 0)).toMatchObject({ reward: 1, reason: 'equal' });
    expect(await math('\\boxed{0.0}', '0')).toMatchObject({ reward: 1, reason: 'equal' });
    expect(await math('\\boxed{1}', 0)).toMatchObject({ reward: 0, reason: 'different' });
  });

  it('that is a number is taken at its shortest decimal', async () => {
    expect(await math('\\boxed{\\frac{1}{10}}', 0.1)).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{3e21}', 3e21)).toMatchObject({ reward: 1 });
  });

  it('may hold its answer in a box, the last complete one', async () => {
    expect(await math('\\boxed{48}', 'first \\boxed{1}, then \\boxed{48}')).toMatchObject({
      reward: 1,
    });
  });
});
