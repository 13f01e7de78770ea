import { describe, expect, it } from 'vitest';
import { gradeAnswer, type MathOptions } from '../../../src/rewards/index.ts';

async function isRight(
  answer: string,
  label: string | number,
  options?: MathOptions,
): Promise<boolean> {
  return (await gradeAnswer(`so \\boxed{${answer}}`, label, options)).correct;
}

/** [answer, label] pairs that are equal, by what makes them so. */
const equal: Record<string, readonly (readonly [string, string | number])[]> = {
  'integers by value': [
    ['2^3', '8'],
    ['96/2', '48'],
    ['48', 48],
    ['48.0', 48],
    ['0', 0],
    ['-0', '0'],
    ['59049', '3^{10}'],
    ['1,234,567', '1234567'],
    ['1\\,234\\,567', '1234567'],
    ['1{,}234{,}567', '1,\\!234,\\!567'],
    ['12 345', '12345'],
    ['10,\\! 000', '10000'],
    ['1\\!,\\!000', '1000'],
    ['1~000', '1000'],
    ['1\\;000', '1000'],
    ['1\\ 000', '1000'],
    ['1~234/567', '\\frac{1234}{567}'],
    ['\\{1\\!,\\!000,2\\}', '\\{2,1000\\}'],
    ['4.8\\times10^{1}', '48'],
    ['5!', '120'],
    ['\\binom{10}{3}', '120'],
    ['|-5|', '5'],
    ['\\{48\\}', '48'],
    ['48', '\\{48\\}'],
    ['4 8', '48'],
    ['(1,000)', '(1000)'],
    ['1\\times10^{-3}', '10⁻³'],
    ['{5\\choose 2}', '10'],
    ['٤٨', '48'],
    ['𝟒𝟖', '48'],
  ],
  'fractions and decimals': [
    ['\\frac12', '0.5'],
    ['34/10', '\\frac{17}{5}'],
    ['3\\frac{2}{5}', '3.4'],
    ['3 2/5', '17/5'],
    ['-1\\frac12', '-1.5'],
    ['½', '.5'],
    ['⅝', '5/8'],
    ['1⅛', '1.125'],
    ['3\\over 4', '0.75'],
    ['1+{1\\over x}', '1+\\frac1x'],
    ['0.\\overline{3}', '1/3'],
    ['0.1\\bar{6}', '\\frac16'],
    ['0.\\dot{3}', '1/3'],
    ['1.6 × 10^{-19}', '1.6e-19'],
    ['−\\frac{1}{2}', '-0.5'],
    ['3\\frac{xy}{2}', '\\frac{3xy}{2}'],
    ['3\\frac{x}{2}', '1.5x'],
    ['2\\frac{3}{2}', '3'],
    ['2\\frac{1}{2}^2', '\\frac12'],
  ],
  roots: [
    ['2 \\sqrt { 221 }', '\\sqrt{884}'],
    ['\\frac{40}{\\sqrt3}', '\\frac { 40 \\sqrt { 3 } } { 3 }'],
    ['2√221', '2\\sqrt{221}'],
    ['8^{1/3}', '2'],
    ['\\sqrt[3]{-8}', '-2'],
    ['(\\sqrt2+\\sqrt3)^2', '5+2\\sqrt6'],
    ['4\\sqrt3(1+\\sqrt2)+52', '52 + 4 \\sqrt { 3 } + 4 \\sqrt { 6 }'],
    ['\\sqrt{3+2\\sqrt2}', '1+\\sqrt2'],
    ['\\sqrt[3]{2+\\sqrt5}+\\sqrt[3]{2-\\sqrt5}', '1'],
  ],
  'constants and functions': [
    ['\\frac{2\\pi}{6}', 'pi/3'],
    ['12π', '12\\cdot\\pi'],
    ['\\sin\\frac{\\pi}{6}', '0.5'],
    ['\\sin 30^\\circ', '\\frac12'],
    ['\\frac{\\sqrt6-\\sqrt2}{4}', '\\sin 15^\\circ'],
    ['\\cos\\frac{2\\pi}7+\\cos\\frac{4\\pi}7+\\cos\\frac{6\\pi}7', '-\\frac12'],
    ['\\arctan 1', '\\frac\\pi4'],
    ['\\log_2 8', '3'],
    ['\\ln 6', '\\ln 2+\\ln 3'],
    ['\\frac{\\log 8}{\\log 2}', '3'],
    ['e^{i\\pi}', '-1'],
    ['\\frac{2}{1+i}', '1-i'],
    ['\\sqrt{-4}', '2i'],
  ],
  'identities of functions': [
    ['2\\sin x\\cos x', '\\sin 2x'],
    ['2\\sin\\frac x2\\cos\\frac x2', '\\sin x'],
    ['\\sin x\\cos y+\\cos x\\sin y', '\\sin(x+y)'],
    ['\\frac{1-\\cos 2x}{2}', '\\sin^2 x'],
    ['-\\sin t', '\\sin(t+\\pi)'],
    ['\\frac{\\sin x}{1-\\cos x}', '\\frac{1+\\cos x}{\\sin x}'],
    ['\\sec^2 x', '1+\\tan^2 x'],
    ['\\cosh^2 x-\\sinh^2 x', '1'],
    ['\\cos x+i\\sin x', 'e^{ix}'],
    ['\\sin(\\ln x)\\cos(\\ln x)', '\\frac12\\sin(2\\ln x)'],
    ['\\ln(x^2y)', '2\\ln x+\\ln y'],
    ['|-2x||y|', '2|xy|'],
  ],
  'polynomials and their quotients': [
    ['(x+1)^2', 'x^2+2x+1'],
    ['-4b+6a', '2(3a-2b)'],
    ['\\frac{a+b}{c}', '\\frac{a}{c}+\\frac{b}{c}'],
    ['\\frac{x^2-1}{x-1}', 'x+1'],
    ['yx', 'xy'],
    ['0.5x', '\\dfrac{x}{2}'],
    ['4^x', '2^{2x}'],
    ['2^{x+1}', '2\\cdot 2^x'],
    ['\\sqrt{4x+4}', '2\\sqrt{x+1}'],
    ['\\frac{1}{\\sqrt x}', '\\frac{\\sqrt x}{x}'],
    ['\\sqrt{x^2}', '|x|'],
    ['\\frac{(n+1)!}{(n-1)!}', 'n^2+n'],
    ['\\binom{n+1}{2}', '\\frac{n(n+1)}{2}'],
    ['{n\\choose k}+k', 'k+\\binom nk'],
    ['X^2+2X+1', '(x+1)^2'],
  ],
  'names and equations': [
    ['x = 5', '5'],
    ['5 = x', '5'],
    ['5 = x', 'x = 5'],
    ['48', 'AB = 48'],
    ['m\\angle A B C = 48^\\circ', '48'],
    ['f(x)=2x+3', '2x+3'],
    ['f^{-1}(x)=\\frac x2', 'x/2'],
    ['(x,y)=(1,2)', '(1,2)'],
    ['x = 2\\cdot 24 = 48', '48'],
    ['m+n=42', '42'],
    ['m+n=20+22=42', '42'],
    ['\\frac{m}{n}=42', '42'],
    ['|x|=42', '42'],
    ['x=y=42', '42'],
    ['2x+3=y', 'y=2x+3'],
    ['y=3+2x', 'y=2x+3'],
    ['y=3-x', '2x+2y=6'],
    ['3>x', 'x<3'],
    ['x\\not=3', 'x\\ne 3'],
    ['\\text{No. of ways}=42', '42'],
    ['1<x\\le 2', '(1,2]'],
    ['x\\ge 1', '[1,\\infty)'],
    ['2>x>1', 'x\\in(1,2)'],
    ['x>=3', 'x\\ge 3'],
    ['x<=3', '(-\\infty,3]'],
    ['3<=x', 'x>=3'],
    ['\\ge 5', '≥5'],
    ['x<1 \\text{ or } x>2', '(2,\\infty)\\cup(-\\infty,1)'],
  ],
  'members without order, and pairs with it': [
    ['\\{2,1\\}', '\\{1,2\\}'],
    ['\\{1,1,2\\}', '\\{1,2\\}'],
    ['\\{200,100\\}', '\\{100,200\\}'],
    ['2 \\text{ or } 1', '1, 2'],
    ['x = 2 or x = 1', 'x=1,2'],
    ['\\pm 3', '-3, 3'],
    ['\\pm1,\\pm2', '-2,-1,1,2'],
    ['[5,\\infty)\\cup(-\\infty,3]', '(-\\infty,3]\\cup[5,\\infty)'],
    ['(-∞, 3)', '(-inf,3)'],
    ['(1.0,\\frac12)', '\\left(1, 0.5\\right)'],
    ['\\emptyset', '\\{\\}'],
    ['2,1,1', '1,2,1'],
    ['1,1,2', '\\{1,2\\}'],
    ['5\\text{ cm},5', '5\\text{ m},5\\text{ cm}'],
    ['6:8', '3 : 4'],
    [
      '\\left(\\begin{array}{cc}1&2\\\\3&\\frac82\\end{array}\\right)',
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    ],
    ['\\begin{bmatrix}1\\\\2\\end{bmatrix}', '\\begin{pmatrix} 1 \\\\ \\frac42 \\end{pmatrix}'],
  ],
  words: [
    ['\\text{Yes}', 'yes'],
    ['\\textbf{(A)}', 'A'],
    ['due  east', 'Due east'],
    ['\\text{-5}', '-5'],
    ['\\text{IX}', 'IX'],
    ['ix', 'IX'],
    ['(IX)', 'IX'],
    ['10\\text{ PM}', '10\\text{ pm}'],
    ['3:00\\text{ p.m.}', '3:00\\text{ PM}'],
    ['3:00 p.m.', '3:00\\text{ PM}'],
    ['6 p.m.', '6\\text{ p.m.}'],
    ['3:30\\text{ PM}', '3:30'],
    ['3:30', '3:30\\text{ PM}'],
    ['3\\text{:}30', '3:30'],
    ['10{:}15', '10:15'],
    ['\\text{xy}', 'xy'],
    ['BC+AB', 'AB+BC'],
    ['\\frac{VP}{RT}', '\\frac{PV}{TR}'],
  ],
  'sentences around the answer': [
    ['18.8.', '18.8'],
    ['5{}\\%', '5\\%'],
    ['x={}5', '5'],
    ['-{}5', '-5'],
    ['1{}000', '1000'],
    ['\\frac12{}', '0.5'],
    ['\\frac{1}{2}{}', '0.5'],
    ['{}5{}{}', '5'],
    ['x^{2}{}', 'x^2'],
    ['\\{\\}', '\\emptyset'],
    ['$48$', '48'],
    ['\\color{red}{48}', '48'],
    ['\\Large 48', '48'],
    ['48\\ ', '48'],
    ['48\\\\', '48'],
    ['\\text{yes}.', 'yes'],
    ['４８', '48'],
    ['5', 'The answer is \\boxed{5}.'],
  ],
};

const different: Record<string, readonly (readonly [string, string | number])[]> = {
  'near misses': [
    ['0.333333333333333333', '\\frac13'],
    ['3.14159265358979', '\\pi'],
    ['22/7', '3.14'],
    ['1.41421356237309504880168872420969807', '\\sqrt2'],
    ['18.79', '18.8'],
    ['\\approx 18.8', '\\frac{94}{5}'],
    ['111111111111111111112', '111111111111111111111'],
    ['5-2\\sqrt6', '(\\sqrt2+\\sqrt3)^2'],
    ['0.8414709848078965', '\\sin 1'],
  ],
  'other formulas': [
    ['a+b/c', '\\frac{a+b}{c}'],
    ['\\sqrt{x^2}', 'x'],
    ['\\sin 30', '\\frac12'],
    ['2\\sin x', '\\sin 2x'],
    ['\\cos x', '\\sin x'],
    ['|x|', 'x'],
    ['\\ln(x+y)', '\\ln x+\\ln y'],
    ['2^x', 'x^2'],
    ['\\binom n2', '\\frac{n^2}{2}'],
    ['\\binom nk', '\\binom kn'],
    ['n!', '(n+1)!'],
    ['\\frac{1}{0}', '5'],
    ['\\frac10', '0'],
    ['\\infty-\\infty', '0'],
    ['-\\infty', '\\infty'],
  ],
  'several answers for one': [
    ['47 \\text{ or } 48', '48'],
    ['47 = 48', '48'],
    ['x = 47 = 48', '48'],
    ['\\{47, 48\\}', '48'],
    ['48, 50', '48'],
    ['0 (or 48)', '0'],
    ['0 vs 1', '0'],
    ['0 \\text{ if }x', '0'],
    ['48', '48, 50'],
  ],
  'what was asked given back': [
    ['3x = 7', 'x = \\frac73'],
    ['m+n=40+1=42', '42'],
    ['m+n=42', 'm+n=43'],
    ['x+1=42', '42'],
    ['\\text{not }x=42', '42'],
    ['x\\not=42', '42'],
    ['x =/= 42', '42'],
    ['42=x+1', '42'],
    ['x^2=42', '42'],
    ['\\frac1x=42', '42'],
    ['\\sqrt{x}=42', '42'],
    ['2x=42', '42'],
    ['-x=42', '42'],
    ['x=2x=42', '42'],
    ['\\lfloor x\\rfloor+1=42', '42'],
    ['42', 'm+n=42'],
    ['x+y', 'x+y=5'],
    ['2y=4x+6', 'y=2x+3'],
    ['x = 2x+3', '2x+3'],
    ['x = 48', 'AB = 48'],
  ],
  'other brackets and orders': [
    ['(2,1)', '(1,2)'],
    ['(1,2)', '[1,2]'],
    ['1\\le x<2', '(1,2)'],
    ['x>1', '(-\\infty,1)'],
    ['x>1', '[1,\\infty)'],
    ['x\\ne 1', '(1,\\infty)'],
    ['1<\\pi<4', '(1,4)'],
    ['(1,200)', '(1200)'],
    ['(1,2)', '\\{1,2\\}'],
    ['1,2', '(1,2)'],
    ['(1,2]', '(1,2)'],
    ['1,2,3', '1,2'],
    ['1,2', '1,2,3'],
    ['\\{1,3\\},\\{2\\}', '1,2,3'],
    ['1,1,2', '1,2,2'],
    ['3,3,4', '3,4,4'],
    ['1,2', '1,1,2'],
    ['\\{1,2\\}', '1,1,2'],
    ['HT,HH', 'TH,HH'],
    ['(1,2,3)', '(1,2)'],
    ['3/4', '3:4'],
    ['12,34,567', '1234567'],
    ['1,200', '1.200'],
  ],
  'other words': [
    ['seat', 'east'],
    ['on', 'no'],
    ['Option A', 'B'],
    ['forty-eight', '48'],
    ['>', '<'],
    ['e^+', 'e^-'],
    ['\\pi^-', '\\pi^+'],
    ['3:30\\text{ AM}', '3:30\\text{ PM}'],
    ['1:10\\text{ PM}', '6:60\\text{ PM}'],
    ['1:10', '2:20\\text{ PM}'],
    ['6\\text{ cm}', '6\\text{ p.m.}'],
    ['6', '6:10\\text{ p.m.}'],
    ['\\text{beagle}', 'eagle'],
    ['\\text{XI}', '\\text{IX}'],
    ['XI', 'IX'],
    ['\\text{VI}', '\\text{IV}'],
    ['FT', 'TF'],
    ['TH', 'HT'],
    ['\\text{BA}', '\\text{AB}'],
    ['La', 'Al'],
    ['\\text{La}', '\\text{Al}'],
    ['\\mathrm{yx}', '\\mathrm{xy}'],
  ],
};

describe('gradeAnswer', () => {
  describe.each(Object.entries(equal))('takes for equal: %s', (_, pairs) => {
    it.each(pairs)('%s is %s', async (answer, label) => {
      expect(await isRight(answer, label)).toBe(true);
    });
  });

  describe.each(Object.entries(different))('tells apart: %s', (_, pairs) => {
    it.each(pairs)('%s is not %s', async (answer, label) => {
      expect(await isRight(answer, label)).toBe(false);
    });
  });

  it('compares lists of a hundred members in any order', async () => {
    const members = Array.from({ length: 100 }, (_, at) => String(at * at));
    const label = `\\{${members.join(', ')}\\}`;
    expect(await isRight(`\\{${members.toReversed().join(',')}\\}`, label)).toBe(true);
    expect(await isRight(`\\{${members.slice(1).join(',')},7\\}`, label)).toBe(false);
  });

  it('says why an answer is wrong', async () => {
    const reason = async (response: string): Promise<string> =>
      (await gradeAnswer(response, '48')).reason;

    expect(await reason('\\boxed{48}')).toBe('equal');
    expect(await reason('\\boxed{49}')).toBe('different');
    expect(await reason('forty-eight')).toBe('no_answer');
    expect(await reason('\\boxed{ \\text{} }')).toBe('no_answer');
    expect(await reason('\\boxed{many}')).toBe('unparsable');
    expect(await reason('\\boxed{9**9**9}')).toBe('over_bound');
  });

  it('gives back the answer that it took', async () => {
    expect(await gradeAnswer('\\boxed{5} and \\boxed {7}', '7')).toEqual({
      correct: true,
      reason: 'equal',
      answer: '7',
    });
    expect(await gradeAnswer('7', '7')).toEqual({
      correct: false,
      reason: 'no_answer',
      answer: null,
    });
  });

  it('does not read a capital for a small letter where one side uses both', async () => {
    expect(await isRight('A-b', 'a-B')).toBe(true);
    expect(await isRight('A+a', '2a')).toBe(false);
  });
});
