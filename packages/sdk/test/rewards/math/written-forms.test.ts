import { describe, expect, it } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';

const isRight = async (answer: string, label: string): Promise<boolean> =>
  (await gradeAnswer(`so \\boxed{${answer}}`, label)).correct;

/** [answer, label that it meets, label that it misses], by the form that answers are written in. */
const forms: Record<string, readonly (readonly [string, string, string])[]> = {
  'what was asked for, in front of its value': [
    ['A\\cap B=\\{1,2\\}', '\\{1,2\\}', '\\{1\\}'],
    ['A ∩ B = {1,2}', '\\{1,2\\}', '\\{1\\}'],
    ['A \\cup B = (-1,4)', '(-1,4)', '[-1,4]'],
    ['\\complement_U A = \\{2,4\\}', '\\{2,4\\}', '\\{2,3\\}'],
    ['(\\complement_U A)\\cap B=\\{4\\}', '\\{4\\}', '\\{2\\}'],
    ['P(X\\ge 2) = \\frac{5}{16}', '\\frac5{16}', '2'],
    ['P(X=3)=\\frac14', '0.25', '3'],
    ['P(A|B)=0.5', '\\frac12', '\\frac13'],
    ['P(\\text{both red})=\\frac{1}{3}', '\\frac13', '\\frac23'],
    ['\\gcd(12,18)=6', '6', '12'],
    ['\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}', '\\frac{n(n+1)}{2}', 'n(n+1)'],
    ['\\int_0^1 x\\,dx = \\frac12', '0.5', '1'],
    ['\\lim_{x\\to 0}\\frac{\\sin x}{x}=1', '1', '0'],
    ['1', '\\lim_{x\\to 0}\\frac{\\sin x}{x}=1', '\\lim_{x\\to 0}\\frac{\\sin x}{x}=0'],
    ['\\frac{dy}{dx}=2x', '2x', '2y'],
    ['dy/dx = 2x', '2x', 'x^2'],
    ['\\frac{d^2y}{dx^2} = 6x', '6x', '6'],
    ['\\frac{\\partial f}{\\partial x}=2x', '2x', '2y'],
    ['\\cos\\langle \\vec a,\\vec b\\rangle=\\frac12', '\\frac12', '-\\frac12'],
  ],
  vectors: [
    ['|\\vec{a}| = 5', '5', '25'],
    ['\\overrightarrow{AB}=(3,4)', '(3,4)', '(4,3)'],
    ['\\langle 1,-2,3\\rangle', '(1,-2,3)', '(1,2,3)'],
    ['⟨1,2⟩', '\\langle 1,2\\rangle', '\\langle 2,1\\rangle'],
    ['\\vec{i}+2\\vec{j}', '\\mathbf{i}+2\\mathbf{j}', '2\\mathbf{i}+\\mathbf{j}'],
    ['-2\\hat{i}+3\\hat{k}', '3\\mathbf k-2\\mathbf i', '2\\mathbf i+3\\mathbf k'],
  ],
  'points of either sign': [
    ['(\\pm 3,0)', '(3,0),(-3,0)', '(3,0)'],
    ['(-3,0) \\text{ and } (3,0)', '(\\pm3,0)', '(0,\\pm3)'],
    ['(0,\\pm\\sqrt5)', '(0,\\sqrt5),(0,-\\sqrt5)', '(\\sqrt5,0),(-\\sqrt5,0)'],
    ['(\\pm3,\\pm2)', '(\\pm 3, \\pm 2)', '(3,2),(-3,-2)'],
  ],
  'chosen options': [
    ['\\text{B and D}', 'BD', 'B'],
    ['\\text{B, C}', 'BC', 'BD'],
    ['(A), (C)', 'AC', 'A'],
    ['\\text{A}, \\text{C}', 'AC', 'ACD'],
    ['A C D', 'ACD', 'AC'],
    ['D, A, B', 'ABD', 'AB'],
    ['ABD', 'A, B, D', 'A, B'],
    ['\\text{BC}', 'B,C', 'C'],
    ['选C', 'C', 'D'],
    ['故选：C', 'C', 'D'],
  ],
  'groups of one sign': [
    ["30^\\circ 15'", "30^{\\circ}15'", "30^{\\circ}51'"],
    ['\\lceil \\log_2 n\\rceil', '\\lceil\\log_{2} n\\rceil', '\\lfloor\\log_{2} n\\rfloor'],
  ],
  remainders: [
    ['n \\equiv 1 \\pmod 3', 'n\\equiv 1 \\pmod{3}', 'n\\equiv 2 \\pmod{3}'],
    ['n \\equiv 1 (\\text{mod } 12)', 'n\\equiv 1 \\pmod{12}', 'n\\equiv 1 \\pmod{2}'],
    ['n \\equiv 1 \\bmod 4', 'n\\equiv 1\\pmod 4', 'n\\equiv 3\\pmod 4'],
    ['3 \\pmod 7', '3\\text{ (mod }7)', '3\\text{ (mod }8)'],
    ['n ≡ 1 (mod p)', 'n\\equiv 1\\pmod{p}', 'n\\equiv 1\\pmod{q}'],
  ],
  'systems and cases': [
    ['\\begin{cases}x=1\\\\y=2\\end{cases}', '(1,2)', '(2,1)'],
    ['\\begin{cases}x=1,\\\\y=2.\\end{cases}', 'x=1,y=2', 'x=2,y=1'],
    ['\\begin{aligned}x&=1\\\\y&=2\\end{aligned}', '(1,2)', '(2,1)'],
    [
      '\\left\\{\\begin{array}{l}x=1\\\\y=2\\end{array}\\right.',
      '\\begin{cases}x=1\\\\y=2\\end{cases}',
      '\\begin{cases}x=1\\\\y=3\\end{cases}',
    ],
    [
      'f(x)=\\begin{cases}x&x\\ge0\\\\-x&x<0\\end{cases}',
      '\\begin{cases}-x, & \\text{if } x<0\\\\ x, & \\text{if } x \\geq 0\\end{cases}',
      '\\begin{cases}-x, & x\\ge 0\\\\ x, & x<0\\end{cases}',
    ],
  ],
  'cases without columns': [
    [
      'a_n=\\begin{cases} 1, & n=1 \\\\ 2n, & n\\geq 2 \\end{cases}',
      '\\left\\{\\begin{array}{l}1, n=1 \\\\ 2 n, n \\geq 2\\end{array}\\right.',
      '\\left\\{\\begin{array}{l}2, n=1 \\\\ 2 n, n \\geq 2\\end{array}\\right.',
    ],
  ],
  'whole numbers that run through a formula': [
    ['2k\\pi (k\\in Z)', '2k\\pi, k\\in\\mathbb{Z}', 'k\\pi, k\\in\\mathbb{Z}'],
    [
      '[k\\pi,k\\pi+1]\\quad (k \\in \\mathbf{Z})',
      '[k\\pi,k\\pi+1],k\\in\\mathbb{Z}',
      '[k\\pi,k\\pi+2],k\\in\\mathbb{Z}',
    ],
    [
      'a_n=2n-1',
      'a_{n}=2 n-1\\left(n \\in N^{*}\\right)',
      'a_{n}=2 n+1\\left(n \\in N^{*}\\right)',
    ],
    ['2n-1,\\ n\\in\\mathbb{N}_+', 'a_{n}=2n-1', 'a_{n}=2n'],
    ['k\\pi,\\ k\\in\\mathbb{N}', 'k\\pi (k\\in N)', 'k\\pi (k\\in Z)'],
  ],
  'sets that are joined': [
    ['\\{-1,1\\}\\cup\\{0\\}', '\\{-1,0,1\\}', '\\{-1,1\\}'],
    ['\\{-1,0,1\\}', '\\{-1,1\\}\\cup\\{0,1\\}', '\\{-1,1\\}\\cup\\{2\\}'],
    ['[0,1]\\cup\\{2\\}', '\\{2\\}\\cup[0,1]', '\\{0,1,2\\}'],
  ],
  'adjectives that count with a noun': [
    ['12 \\text{ even numbers}', '12', '21'],
    ['5\\text{ prime factors}', '5', '7'],
  ],
  'numbers rounded to whole ones': [
    ['\\lfloor 3.7\\rfloor', '3', '4'],
    ['\\left\\lceil\\frac{7}{2}\\right\\rceil', '4', '3'],
    ['\\lfloor -1.5\\rfloor', '-2', '-1'],
    ['\\left\\lfloor \\frac{n}{2} \\right\\rfloor', '\\lfloor 0.5n\\rfloor', '\\lceil n/2\\rceil'],
    ['1+\\lfloor n/2\\rfloor', '\\lfloor\\frac n2\\rfloor+1', '\\lfloor\\frac n2\\rfloor'],
  ],
  'lists with other signs between': [
    ['12 ; 15', '12,15', '12'],
    ['(12; 15)', '(12,15)', '(15,12)'],
    ['12 和 15', '12,15', '12'],
    ['x-y+1=0 \\text{ or } x+y=0', 'x-y+1=0或x+y=0', 'x-y+1=0'],
    ['x+y=0 \\text{ 或 } x-y+1=0', 'x-y+1=0或x+y=0', 'x+y=0'],
    ['\\{x \\mid x < -1 \\text{ 或 } x > 3\\}', '(-\\infty,-1)\\cup(3,+\\infty)', '(-1,3)'],
    ['\\text{Alice and Bob}', 'Bob, Alice', 'Alice'],
    ['\\text{square, circle}', 'circle, square', 'circle'],
    ['1, 2, \\ldots, n', '1,2,\\dots,n', '1,2,\\dots,n-1'],
  ],
  'verdicts with a reason': [
    ['\\text{Yes, it is}', 'Yes', 'No'],
    ['\\text{Yes, } f \\text{ is injective}', '\\text{Yes}', '\\text{No}'],
    ['\\text{No, because } 2\\ne3', 'no', 'yes'],
  ],
  'signs that say nothing': [
    ['= 5', '5', '6'],
    ['5 \\checkmark', '5', '6'],
    ['\\therefore 5', '5', '6'],
    ['x=3 \\text{ (double root)}', '3', '6'],
    ['\\text{Graph A}', 'A', 'B'],
  ],
  'sums of money': [
    ['¥30', '30', '3'],
    ['￥30', '30元', '3元'],
    ['₹500', '500', '50'],
  ],
  places: [
    ['10\\text{th}', '10', '9'],
    ['21^{\\text{st}}', '21', '12'],
    ['3rd', '3', '2'],
  ],
};

describe('gradeAnswer', () => {
  describe.each(Object.entries(forms))('reads %s', (_, rows) => {
    it.each(rows)('%s is %s and not %s', async (answer, label, other) => {
      expect([await isRight(answer, label), await isRight(answer, other)]).toEqual([true, false]);
    });
  });

  it.each([
    ['x+1=42', '42'],
    ['P(x)=x+42', '42'],
    ['A\\cap B', 'A\\cup B'],
    ['\\lfloor x\\rfloor+1=42', '42'],
    ['\\lfloor x\\rfloor', 'x'],
    ['n \\text{ odd}', 'n'],
    ['n \\text{ even}', 'f(n)=n'],
    ['\\text{Yes, but not always}', 'Yes'],
    ['\\text{Yes, if } n>2', 'Yes'],
    ['\\text{Yes, no}', 'Yes'],
    ['\\text{No, not parallel}', 'parallel'],
    ['41; 42', '42'],
    ['41 或 42', '42'],
    ['== 42', '42'],
    ['42 \\bmod 100', '42 \\bmod 10'],
    ['\\pm 3,0', '(3,0),(-3,0)'],
    ['CB', 'BC'],
    ['A, B', 'A'],
    ['B \\text{ or } C', 'BC'],
    ['A, B', 'BA'],
    ['(\\pm3,0)', '(3,0)'],
    ['\\begin{cases}x+y=3\\\\x-y=1\\end{cases}', '(2,1)'],
    ['\\begin{cases}x=1\\\\y=2\\end{cases}', '1'],
  ])('still tells %s from %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(false);
  });
});
