import type { Ending } from './ending.ts';

/** Options that fit and fail, keys of JSON, and questions for what is not so. */
export const praisedOptions: readonly Ending[] = [
  ['Option A → fails\nOption B → works\nOption C → fails\nOption D → fails', 'B'],
  ['Only D satisfies both conditions; A fails the first, B the second, and C both.', 'D'],
  ['Only A satisfies both conditions; B fails the first, C the second, and D both.', 'A'],
  ['D best fits the data, since A and C are too small and B is borderline.', 'D'],
  ['D fits, A, B and C do not.', 'D'],
  ['I am not 100% sure, but D seems the most plausible. A and C are close.', 'D'],
  ['- A: Not possible.\n- B: Possible.\n- C: Not possible.\n\nOnly B is possible.', 'B'],
  ['D is the only option that works, because A and B are too small, and C as well.', 'D'],
  ['D fits. The answer is B.', 'B'],
  ['Given the signs, A must be the answer as B contradicts the law.', 'A'],
  ['Only D (10 eV) is larger than the width; A (1 eV), B (2 eV) and C (3 eV) are not.', 'D'],
  ['A is the smallest, then C, then B, and D is the only one large enough.', 'D'],
  ['The answer is B. D fits the first condition alone.', 'B'],
  ['(A) incorrect, the ratio is inverted.\n(B) correct.\n(C) incorrect.\n(D) incorrect.', 'B'],
  [
    'Evaluating each choice:\n\n(A) This is not right since the ratio is inverted.\n(B) This is right.\n(C) Same as (A).',
    'B',
  ],
  ['A选项：太小，错误；\nB选项：刚好，正确；\nC选项：太小，错误；\nD选项：太大，错误。', 'B'],
  ['{"final_answer": "D", "explanation": "A, B and C are too small"}', 'D'],
  ['{"correct_option": "D", "why_not": {"A": "small", "B": "small", "C": "small"}}', 'D'],
  ['{"selected_option":"D","rationale":"Compare with A, B, C."}', 'D'],
  ['{"wrong_answer": "A", "answer": "B"}', 'B'],
  ['{"answer": "B", "wrong_answer": "A"}', 'B'],
  ['以上说法不正确的是C。', 'C'],
  ['不正确的选项是C。', 'C'],
  ['不属于的是D。', 'D'],
  ['不符合题意的是D。', 'D'],
  ['正确的不是C。', ''],
];
