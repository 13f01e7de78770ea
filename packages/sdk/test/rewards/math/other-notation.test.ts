import { describe, expect, it } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';

const isRight = async (answer: string, label: string): Promise<boolean> =>
  (await gradeAnswer(`so \\boxed{${answer}}`, label)).correct;

/** [answer, label that it meets, label that it misses], by the form that answers are written in. */
const forms: Record<string, readonly (readonly [string, string, string])[]> = {
  'number bases in words': [
    ['52_{\\text{eight}}', '52_8', '52_9'],
    ['101_{\\text{two}}', '101_2', '101_3'],
    ['52_{(8)}', '52_{\\text{eight}}', '52_{\\text{nine}}'],
    ['\\frac{52_\\text{eight}}{1}', '\\frac{52_8}{1}', '\\frac{52_9}{1}'],
  ],
  'several values of one name': [
    ['x_{1,2}=\\pm 3', '\\pm 3', '3'],
    ['x_{1,2} = 1\\pm\\sqrt2', '1\\pm\\sqrt2', '1+\\sqrt2'],
    ['f(x)_{\\min}=-2', '-2', '2'],
    ['S_{\\max}=12', '12', '21'],
  ],
  'points with their names': [
    ['A(1,2)', '(1,2)', '(2,1)'],
    ['(1,2)', 'A(1,2)', 'A(2,1)'],
    ['P\\left(\\frac12, 3\\right)', '\\left(\\frac12,3\\right)', '\\left(3,\\frac12\\right)'],
    ['A(1,2), B(3,4)', '(1,2),(3,4)', 'B(1,2), A(3,4)'],
  ],
  'columns and multiples of matrices': [
    ['(1,2)^T', '\\begin{pmatrix}1\\\\2\\end{pmatrix}', '\\begin{pmatrix}2\\\\1\\end{pmatrix}'],
    [
      'x=(1,2,3)^{\\top}',
      '\\begin{bmatrix}1\\\\2\\\\3\\end{bmatrix}',
      '\\begin{bmatrix}3\\\\2\\\\1\\end{bmatrix}',
    ],
    [
      '\\begin{pmatrix}1&2\\end{pmatrix}^T',
      '\\begin{pmatrix}1\\\\2\\end{pmatrix}',
      '\\begin{pmatrix}1&2\\end{pmatrix}',
    ],
    [
      '\\frac13\\begin{pmatrix}1\\\\2\\end{pmatrix}',
      '\\begin{pmatrix}1/3\\\\2/3\\end{pmatrix}',
      '\\begin{pmatrix}1\\\\2\\end{pmatrix}',
    ],
    [
      '-\\begin{pmatrix}1\\\\2\\end{pmatrix}',
      '\\begin{pmatrix}-1\\\\-2\\end{pmatrix}',
      '\\begin{pmatrix}1\\\\2\\end{pmatrix}',
    ],
    [
      'A^{-1}=\\frac15\\begin{pmatrix}3&-1\\\\-1&2\\end{pmatrix}',
      '\\begin{pmatrix}3/5&-1/5\\\\-1/5&2/5\\end{pmatrix}',
      '\\begin{pmatrix}3&-1\\\\-1&2\\end{pmatrix}',
    ],
  ],
  'open ends as square brackets': [
    [']0,1[', '(0,1)', '[0,1]'],
    ['[0,1[', '[0,1)', '(0,1]'],
    ['\\left]-\\infty;1\\right[', '(-\\infty,1)', '(-\\infty,1]'],
    [
      ']-\\infty,1[\\cup]2,+\\infty[',
      '(-\\infty,1)\\cup(2,\\infty)',
      '(-\\infty,1]\\cup[2,\\infty)',
    ],
  ],
  'codes of currencies': [
    ['USD 40', '40', '41'],
    ['40 USD', '40', '41'],
    ['USD 40', '\\$40', '£40'],
    ['\\text{Rs. }500', '500', '50'],
    ['RMB 5', '5元', '5角'],
  ],
  'minutes in Chinese': [
    ['2小时30分', '2.5小时', '2.3小时'],
    ['2\\text{小时}30\\text{分}', '150分钟', '230分钟'],
    ['3分20秒', '200秒', '320秒'],
  ],
  'bounds from both sides': [
    ['x>1 \\text{ and } x<3', '(1,3)', '(1,4)'],
    ['1<x, x\\le 3', '(1,3]', '[1,3]'],
    ['x<1 \\text{ or } x>3', '(-\\infty,1)\\cup(3,\\infty)', '(1,3)'],
    ['|2-x|<1', '(1,3)', '(-3,-1)'],
    ['|3-x|>2', '(-\\infty,1)\\cup(5,\\infty)', '(1,5)'],
  ],
  'decimals that go on': [
    ['0.333\\ldots', '1/3', '0.333'],
    ['0.1666...', '\\frac16', '0.1666'],
    ['0.1212\\dots', '4/33', '0.1212'],
  ],
  'numbers in words': [
    ['\\text{zero}', '0', '1'],
    ['seven', '7', '8'],
    ['\\text{twenty}', '20', '21'],
    ['\\text{minus } 3', '-3', '3'],
  ],
  'values that are none': [
    ['DNE', '\\text{does not exist}', '\\text{exists}'],
    ['\\text{The limit does not exist}', 'DNE', '0'],
  ],
  'ratios in words': [
    ['3\\text{ to }2', '3:2', '2:3'],
    ['6 to 4', '3:2', '6'],
  ],
  'choices and arrangements': [
    ['C_{10}^3', '120', '720'],
    ['A_5^2', '20', '10'],
    ['\\frac{C_5^2}{C_{10}^2}', '\\frac29', '\\frac12'],
  ],
  'sets of whole numbers by a condition': [
    ['\\{x\\in\\mathbb N\\mid x<3\\}', '\\{0,1,2\\}', '\\{1,2\\}'],
    ['\\{x\\in\\mathbb{N}^*\\mid x\\le 3\\}', '\\{1,2,3\\}', '\\{0,1,2,3\\}'],
    ['\\{1,2\\}', '\\{x\\in\\mathbb{Z}\\mid 0<x<3\\}', '\\{x\\in\\mathbb{Z}\\mid 0\\le x<3\\}'],
    ['\\{x\\in\\mathbb{Z}\\mid -2.5<x<1\\}', '\\{-2,-1,0\\}', '\\{-3,-2,-1,0\\}'],
  ],
  'the condition behind a value': [
    ['34\\text{ when }x=3', '34', '3'],
    ['2x+3, \\text{ where } x>0', '2x+3', '2x'],
    ['x+1,\\quad \\text{where } x\\ne 1', 'x+1', 'x'],
  ],
  'roots of one sign': [['\\sqrt 12', '\\sqrt{12}', '\\sqrt{13}']],
  'what a question may ask for': [
    ['x^2+y^2=25', '25', '5'],
    ['A\\cap B=A', 'A', 'B'],
    ['m+n=20+22=42', '42', '22'],
    ['\\vec a', 'a', 'b'],
    ['x_1=1, x_2=2', '\\{1,2\\}', '\\{1,3\\}'],
  ],
};

describe('gradeAnswer', () => {
  describe.each(Object.entries(forms))('reads %s', (_, rows) => {
    it.each(rows)('%s is %s and not %s', async (answer, label, other) => {
      expect([await isRight(answer, label), await isRight(answer, other)]).toEqual([true, false]);
    });
  });

  it.each([
    ['f(x)+1=42', '42'],
    ['ab+1=42', '42'],
    ['A_{(1)}', 'A_1'],
    ['x=1, y=2', '\\{1,2\\}'],
    ['A(1,2), B(3,4)', 'B(1,2), A(3,4)'],
    ['x>1 \\text{ or } x<3', '(1,3)'],
    ['x<1 \\text{ and } x>3', '(1,3)'],
    ['0.33\\ldots', '1/3'],
    ['3.14159\\ldots', '\\pi'],
    ['\\text{one or two}', '1'],
    ['\\text{twenty-one}', '20'],
    ['C_3^{10}', '120'],
    ['C_1^2', 'C_1'],
    ['30分', '30分钟'],
    ['34\\text{ if }x=3', '34'],
    ['34\\text{ or }35\\text{ when }x=3', '34'],
    ['34\\text{ when }x=3\\text{ else }35', '34'],
    ['34\\text{ when }x=3\\text{ and }7\\text{ when }x=2', '34'],
    ['5\\text{ when }x=1\\text{ or 6}', '5'],
    ['5\\text{ at }x=1\\text{ (not correct)}', '5'],
    ['1\\text{ for }x>0, 0\\text{ for }x<0', '1'],
    ['x != 42', '42'],
    ['n!=42', '42'],
    ['7^{7^8}', '7^{7^7}'],
    ['USD 40 or 50', '40'],
  ])('still tells %s from %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(false);
  });
});
