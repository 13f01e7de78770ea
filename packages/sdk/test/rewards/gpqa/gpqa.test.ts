import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/index.ts';
import { gpqa, type GpqaMetadata } from '../../../src/rewards/index.ts';

const choices = ['Hydrogen', 'Helium-4', 'The lithium ion', '3.0 x 10^8 m/s'];

describe('the option that a response settles on', () => {
  it.each<[string, string]>([
    ['B', 'B'],
    [' (b). ', 'B'],
    ['The answer is B', 'B'],
    ['the answer is (C).', 'C'],
    ['Answer: **D**', 'D'],
    ['**Answer: D**', 'D'],
    ['Answer is: B', 'B'],
    ['Answer = B', 'B'],
    ['ANSWER: A', 'A'],
    ['answer\nB', 'B'],
    ['The answer is $\\text{C}$', 'C'],
    ['choice: d', 'D'],
    ['I choose option b.', 'B'],
    ['The option chosen: C', 'C'],
    ['C is  the correct', 'C'],
    ['D is correct, not A', 'D'],
    ['A is the correct one', 'A'],
    ['A because the energy is conserved', 'A'],
    ['\\boxed{C}', 'C'],
    ['\\boxed{\\textbf{(c)}}', 'C'],
    ['The answer is A. Wait: \\boxed{C}', 'C'],
    ['\\boxed{C}? No, the answer is A.', 'A'],
    ['The answer comes down to B', 'B'],
    ['answer is A? no, the answer is B', 'B'],
    ['answer Z, no wait C', 'C'],
    ['A or B? I think C', 'C'],
    ['answer is I think B', 'B'],
    ['As A matter of fact, D', 'D'],
    ['<think>the answer is A</think>The answer is B', 'B'],
    ['B, since A is wrong', 'B'],
    ['The answer is not A, it is D.', 'D'],
    ['(B) Vitamin C', 'B'],
    ['**B.** Vitamin C', 'B'],
    ['A) x\nB) y\nC) z\nso D', 'D'],
    ['The answer is most likely C', 'C'],
    ['The answer is B, I think', 'B'],
    ['Answer: B\nA is the wrong sign', 'B'],
    ['ANSWER: $\\boxed{\\text{B}}$', 'B'],
    ['The correct answer is **(B) Helium-4**.', 'B'],
    ['Thus the answer would be choice (C)', 'C'],
    ['I would go with D.', 'D'],
    ['Options:\nA) x\nB) y\n\nThe answer is B', 'B'],
    ['答案是B', 'B'],
    ['选B', 'B'],
    ['答案选B。', 'B'],
    ['答案：（B）', 'B'],
    ['因此B正确。', 'B'],
    ['答案不是A，是B。', 'B'],
    ['答案是B。A是错误的。', 'B'],
    ['정답은 B입니다', 'B'],
    ['正解はBです。', 'B'],
    ['The answer is C.\n\nI think D is a good distractor', 'C'],
    ['The answer is C. I guess D might tempt some.', 'C'],
    ['The answer is A, but I think D is correct', 'D'],
    ['The answer is C; the answer would be D if x>1', 'C'],
    ['The answer is C. If x were larger, the answer would be D.', 'C'],
    ['The answer is C. Were it cold, the answer would be D.', 'C'],
    ['If I compute this, the answer is D.', 'D'],
    ['The answer is C if we neglect friction', 'C'],
    ['The answer is D, with x + y = 2', 'D'],
    ['The answer is B - Helium', 'B'],
    ['The answer is B = 3 m', 'B'],
    ['At first I thought the answer is A. Now the answer is C if we assume an ideal gas.', 'C'],
    ['Maybe the answer is A.\nThe answer is C, assuming an ideal gas.', 'C'],
    ['The answer is C, assuming T=300 K. (D needs 400 K.)', 'C'],
    ['The answer is C if x>1, which holds here. Compare with D.', 'C'],
    ['The answer is A? If friction is neglected, the answer would be C.', 'C'],
    ['The answer is C. Could the answer be D? No.', 'C'],
    ['Option A is wrong. The answer is C provided that friction is neglected. D is larger.', 'C'],
    ['The answer would be C if x>1. D is larger.', 'C'],
    ['The answer is C. I would pick D if x>1.', 'C'],
    ['I think C is what we want; D fails.', 'C'],
    ['I think C is the one; D differs.', 'C'],
    ['I think C has to be the one. Not D: D is 40.', 'C'],
    ['I think C is it. A and D fail.', 'C'],
    ['The answer is C. I think D seems very tempting.', 'C'],
    ['The answer is A. No, I think C is right because D is wrong.', 'C'],
    ['不难看出选C', 'C'],
    ['不是A而是C', 'C'],
    ['不是A是C', 'C'],
    ['选C不选D', 'C'],
    ['答案是C不是D', 'C'],
    ['选C，D太小', 'C'],
    ['答案是C，B不对', 'C'],
    ['A被排除，B不可能，选C', 'C'],
    ['Aは誤り。正解はCです。', 'C'],
    ['답은 C입니다', 'C'],
    [`The answer is B.${' So it goes.'.repeat(9000)}`, 'B'],
  ])('%.60j is %s', (response, letter) => {
    expect(gpqa(response, letter)).toEqual({ reward: 1, extracted: letter, reason: 'equal' });
    const other = letter === 'A' ? 'B' : 'A';
    expect(gpqa(response, other)).toEqual({ reward: 0, extracted: letter, reason: 'different' });
  });

  it.each([
    'Ais correct',
    'the answer cannot be determined',
    'optional',
    'No idea',
    'A proton is emitted',
    'I am not sure',
    'The answer is not A',
    'It is neither A nor B',
    'The answer cannot be B',
    'The answer can’t be (B)',
    'It could not be B',
    'The answer is not option B',
    'B cannot be correct',
    'B can be ruled out',
    'B must be excluded',
    'I rule out B',
    'We eliminate option B',
    'Any option except B',
    'All but B',
    '',
    '答案不是B',
    '不选B',
    'B是错误的',
    '答案不可能是A',
    '答案不会是A',
    '答案不应该是A',
    '我不认为答案是A',
    '不应选A',
    '不该选A',
    'A不可能',
    'A不符合',
    'A被排除',
    'Aは誤り',
    'A는 틀렸다',
    '不选A和B',
    '排除A',
    '正解はBではない',
    '正解はBではありません',
    'Bは間違いです',
    '답은 B가 아닙니다',
    'The answer is x + y',
    '<think>B</think>',
    '<think>the answer is A',
    'the answer is X-ray diffraction',
  ])('%j is none', (response) => {
    for (const label of ['A', 'B', 'C', 'I']) {
      expect(gpqa(response, label)).toMatchObject({ reward: 0, reason: 'no_answer' });
    }
  });

  it.each([
    'A B C D',
    'A or B',
    'The answer is A or B',
    'Answer: A, B, C',
    'A and B is correct',
    'A/B',
    'A | B',
    'A and/or B',
    'The answer is A (or B)',
    'The answer is A, or maybe B',
    'The answer is A or option B',
    'Option A or option B',
    '(A)(B)(C)(D)',
    'A\nB\nC',
    '答案是A和B',
    '答案是A或B',
    '答案是A、B',
    '答案：A、C',
    '选A和C',
    '正解はAとBです',
    '选A，C',
    '（A）和（B）',
    '정답은 A와 B입니다',
    '答えはAかBです',
  ])('%j is a hedge for any of its letters', (response) => {
    for (const label of ['A', 'B', 'C', 'D']) {
      expect(gpqa(response, label)).toMatchObject({ reward: 0, reason: 'hedged' });
    }
  });

  it('counts letters that no option has as an answer that is wrong', () => {
    expect(gpqa('The answer is E', 'A', { choices })).toEqual({
      reward: 0,
      extracted: 'E',
      reason: 'different',
    });
  });
});

describe('the text of an option', () => {
  const graded = (response: string, metadata: GpqaMetadata = { choices }): string =>
    gpqa(response, 1, metadata).reason;

  it('counts as whole words, where no letter is stated', () => {
    expect(graded('My final answer is helium 4')).toBe('equal');
    expect(graded('it is HELIUM-4!')).toBe('equal');
    expect(graded('it is helium-45')).toBe('no_answer');
    expect(graded('hydrogen')).toBe('different');
    expect(gpqa('it is 14', '4')).toMatchObject({ reward: 0 });
    expect(gpqa('it is 4', '4')).toEqual({ reward: 1, extracted: '4', reason: 'equal' });
    expect(gpqa('not so', 'no')).toMatchObject({ reward: 0 });
  });

  it.each<[string, string[], string, string]>([
    ['The answer is -4', ['4', '-4', '4.5', '0.4'], 'B', 'A'],
    ['The answer is 4', ['4', '-4', '4.5', '0.4'], 'A', 'B'],
    ['The answer is 4.5.', ['4', '-4', '4.5', '0.4'], 'C', 'A'],
    ['The answer is 0.4', ['4', '-4', '4.5', '0.4'], 'D', 'A'],
    ['The answer is -0.5', ['0.5', '-0.5'], 'B', 'A'],
    ['The answer is 0.5', ['0.5', '-0.5'], 'A', 'B'],
    ['It is $10^{-8}$ eV', ['10^-4 eV', '10^-8 eV', '10^8 eV', '10^4 eV'], 'B', 'C'],
    ['It is 10⁸ eV', ['10^-4 eV', '10^-8 eV', '10^8 eV', '10^4 eV'], 'C', 'B'],
    ['We find $x \\cdot y$.', ['x/y', 'x*y', 'x+y', 'x-y'], 'B', 'A'],
    ['We find $\\frac{x}{y}$.', ['x/y', 'x*y', 'x+y', 'x-y'], 'A', 'B'],
    ['so 3.0 \\times 10^8 m/s', ['3.0 x 10^8 m/s', '3.0 x 10^-8 m/s'], 'A', 'B'],
    ['so cos x', ['cos x', '-cos x'], 'A', 'B'],
    ['so -\\cos x', ['cos x', '-cos x'], 'B', 'A'],
  ])('%j of %j is %s and not %s', (response, options, right, other) => {
    expect(gpqa(response, right, { choices: options })).toMatchObject({ reward: 1 });
    expect(gpqa(response, other, { choices: options })).toMatchObject({
      reward: 0,
      reason: 'different',
    });
  });

  it.each<[string, string[], string, string]>([
    ['\\boxed{20\\text{ meters}}', ['10 meters', '20 meters'], 'B', 'A'],
    ['It is 20 meters, not 10 meters', ['10 meters', '20 meters'], 'B', 'A'],
    ['It isn’t 10 meters but 20 meters.', ['10 meters', '20 meters'], 'B', 'A'],
    ['10 meters is wrong, so 20 meters', ['10 meters', '20 meters'], 'B', 'A'],
    ['20 meters rather than 10 meters', ['10 meters', '20 meters'], 'B', 'A'],
    ['The answer is x + y', ['x + y', 'x - y', 'x*y', 'x/y'], 'A', 'B'],
    ['The answer is x * y', ['x + y', 'x - y', 'x*y', 'x/y'], 'C', 'D'],
    ['The answer is a/b', ['a + b', 'a - b', 'a*b', 'a/b'], 'D', 'C'],
    ['The answer is β', ['α', 'β', 'γ', 'δ'], 'B', 'A'],
    ['The answer is $\\gamma$.', ['α', 'β', 'γ', 'δ'], 'C', 'A'],
    ['答案是水。', ['氢', '水'], 'B', 'A'],
  ])('%j of %j says %s and not %s', (response, options, right, other) => {
    expect(gpqa(response, right, { choices: options })).toMatchObject({ reward: 1 });
    expect(gpqa(response, other, { choices: options })).toMatchObject({
      reward: 0,
      reason: 'different',
    });
  });

  it.each([
    'not 20 meters',
    'It is not 20 meters.',
    'It isn’t 20 meters',
    'It cannot be 20 meters',
    'never 20 meters',
    'anything rather than 20 meters',
    '20 meters is wrong',
    '20 meters can’t be',
    'It is 20 meters, no: not 20 meters but 10 meters. The answer is 10 meters',
  ])('%j does not pay for what it rules out', (response) => {
    const options = { choices: ['10 meters', '20 meters'] };
    expect(gpqa(response, 'B', options).reward).toBe(0);
    expect(gpqa('It is 20 meters', 'B', options).reward).toBe(1);
  });

  it('is read in any script', () => {
    const elements = { choices: ['水', '火', '土', '金'] };
    for (const denied of ['答案不是水', '不选水', '答案不可能是水', '并非水', '水は間違いです']) {
      expect(gpqa(denied, 'A', elements)).toMatchObject({ reward: 0 });
    }
    expect(gpqa('是火，不是水', 'B', elements)).toMatchObject({ reward: 1 });
    expect(gpqa('是火，不是水', 'A', elements)).toMatchObject({ reward: 0 });
    expect(gpqa('答案是水。', '水')).toMatchObject({ reward: 1 });
    expect(gpqa('答案是水素。', '水')).toMatchObject({ reward: 0 });
    expect(gpqa('It is β', 'β')).toMatchObject({ reward: 1 });
  });

  it.each([
    ['10^8 eV', '10^-8 eV'],
    ['It is x*y', 'x/y'],
    ['It is 4.5', '4'],
    ['It is -4', '4'],
    ['It is 3.14', '14'],
    ['It is 2 + 4', '4'],
    ['It is 3 0 x 10 8 m s', '3.0 x 10^8 m/s'],
  ])('%j does not say %j', (response, label) => {
    expect(gpqa(response, label)).toMatchObject({ reward: 0, reason: 'no_answer' });
    const options = { choices: ['none', label] };
    expect(gpqa(response, label, options)).toMatchObject({ reward: 0, reason: 'no_answer' });
  });

  it('is a hedge beside another, unless the answer is stated', () => {
    expect(graded('hydrogen or helium-4')).toBe('hedged');
    expect(graded('Not hydrogen. The answer is helium-4.')).toBe('equal');
    expect(graded('Not helium-4. The answer is hydrogen.')).toBe('different');
  });

  it('may hold the text of another option', () => {
    const options = { choices: ['lithium', 'the lithium ion'] };
    expect(gpqa('the lithium ion', 1, options).reward).toBe(1);
    expect(gpqa('the lithium ion', 0, options).reward).toBe(0);
    expect(gpqa('lithium', 0, options).reward).toBe(1);
  });
});

describe('the right option', () => {
  it.each<[JsonValue, GpqaMetadata]>([
    ['B', {}],
    [' b ', {}],
    [1, {}],
    ['Helium 4', { choices }],
    ['helium-4', { choices: { A: 'Hydrogen', B: 'Helium-4' } }],
    [null, { choices, correct_letter: ' b ' }],
    [null, { choices, correct_answer: 'helium-4' }],
    ['', { choices, answer_text: 'helium-4' }],
    ['unknown', { choices, answer_text: 'helium-4' }],
    ['A', { correct_letter: 'B' }],
    [1, { correct_letter: 'A' }],
    ['B', { valid_letters: ['a', 'b'] }],
  ])('is read from the label %j and metadata %j', (label, metadata) => {
    const frozen = Object.freeze(structuredClone(metadata));
    expect(gpqa('The answer is B', label, frozen).reward).toBe(1);
    expect(gpqa('The answer is A', label, frozen).reward).toBe(0);
    expect(frozen).toEqual(metadata);
  });

  it.each<[JsonValue, Record<string, string | number | string[]>, string]>([
    [null, {}, 'is missing'],
    ['', {}, 'is missing'],
    [2.7, {}, 'numbers none of'],
    [-1, {}, 'numbers none of'],
    [4, { choices }, 'counted from 0'],
    [true, {}, 'neither'],
    [['A'], {}, 'neither'],
    ['Z', {}, 'is none of A'],
    ['K', { choices }, 'is the text of no choice'],
    ['unknown', { choices }, 'is the text of no choice'],
    ['!?', {}, 'no words'],
    ['A', { choices, correct_letter: 'Z' }, 'metadata.correct_letter "Z"'],
    ['A', { choices: 4 }, 'metadata.choices'],
    ['A', { valid_letters: ['A1'] }, 'metadata.valid_letters'],
    ['A', { valid_letters: ['A'], choices }, 'metadata.valid_letters'],
  ])('is an error of the data from the label %j and metadata %j', (label, metadata, message) => {
    for (const response of ['', 'The answer is A']) {
      const grade = (): unknown => gpqa(response, label, metadata);
      expect(grade).toThrow(expect.objectContaining({ code: 'SLIME_DATA' }));
      expect(grade).toThrow(message);
    }
  });
});

describe('a letter of an option', () => {
  const plain = ['300 K', '400 K', '500 K', '600 K'];
  const currents = ['2 A', '3 A', '4 A', '5 A'];
  const celsius = ['10 °C', '25 °C', '40 °C', '55 °C'];

  it.each<[string, readonly string[], string]>([
    // At the end of its line no article.
    ['Answer: A\n\nExplanation: Option B is wrong because it is hot.', plain, 'A'],
    ['Answer: A\n\nOption D fails.', plain, 'A'],
    ['The answer is A\n\nOption B is too large.', plain, 'A'],
    ['## Answer\nA\n\nThe value D is too large.', plain, 'A'],
    ['答案：A\n解析：B、C、D均错误。', plain, 'A'],
    // First, with reasons behind it.
    ['**B**\n\nOption D fails.', plain, 'B'],
    ['(B)\n\nExplanation: D is too small.', plain, 'B'],
    ['A\nthen B\n**C**', plain, 'C'],
    ['【答案】C\n【解析】D项太大。', plain, 'C'],
    // A variable, and the letter that is named behind it.
    ['The answer is T = 400 K, which is option B.', plain, 'B'],
    ['The answer is T ≈ 400 K. So B.', plain, 'B'],
    // What is no option makes no hedge.
    ['The answer is 300 K (A).', plain, 'A'],
    ['Hence 500 K, C.', plain, 'C'],
  ])('is the one that %j settles on', (response, options, letter) => {
    for (const label of ['A', 'B', 'C', 'D']) {
      const { reward } = gpqa(response, label, { choices: [...options] });
      expect([label, reward]).toEqual([label, label === letter ? 1 : 0]);
    }
  });

  it.each<[string, readonly string[], string]>([
    ['The answer is T = 400 K.', plain, 'B'],
    ['\\boxed{T = 400\\text{ K}}', plain, 'B'],
    ['The current is 3 A.', currents, 'B'],
    ['\\boxed{3\\text{ A}}', currents, 'B'],
    ['\\boxed{3\\,\\mathrm{A}}', currents, 'B'],
    ['The temperature is 25 °C.', celsius, 'B'],
    ['\\boxed{25^\\circ\\text{C}}', celsius, 'B'],
  ])('is not the unit or variable in %j, whose text decides', (response, options, letter) => {
    for (const label of ['A', 'B', 'C', 'D']) {
      const { reward } = gpqa(response, label, { choices: [...options] });
      expect([label, reward]).toEqual([label, label === letter ? 1 : 0]);
    }
  });
});
