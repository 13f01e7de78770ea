import type { Ending } from './ending.ts';

const magnets = ['iron', 'copper', 'silver', 'gold'];

/** Each option is judged in turn, and no other word says which is the answer. */
export const verdicts: readonly Ending[] = [
  ['Option A: incorrect. Option B: incorrect. Option C: correct. Option D: incorrect.', 'C'],
  ['A) False\nB) False\nC) True\nD) False', 'C'],
  ['A: wrong, B: wrong, C: right, D: wrong', 'C'],
  ['A. 错误\nB. 错误\nC. 正确\nD. 错误', 'C'],
  ['A、错误；B、正确；C、错误；D、错误', 'B'],
  ['A项错误，B项正确，C项错误，D项错误。', 'B'],
  ['选项A：不正确。\n选项B：正确。\n选项C：不正确。\n选项D：不正确。', 'B'],
  ['A不正确，B正确，C不正确，D不正确', 'B'],
  ['A错；B错；C对；D错。', 'C'],
  ['A. ✗\nB. ✓\nC. ✗\nD. ✗', 'B'],
  ['A ❌\nB ❌\nC ✅\nD ❌', 'C'],
  ['❌ A\n❌ B\n✅ C\n❌ D', 'C'],
  ['- ❌ **A**: too small\n- ✅ **B**: fits\n- ❌ **C**: too large\n- ❌ **D**: too large', 'B'],
  ['✗ A) iron\n✗ B) copper\n✓ C) silver\n✗ D) gold', 'C', magnets],
  ['A) iron ✅\nB) copper ❌\nC) silver ❌\nD) gold ❌', 'A', magnets],
  [
    'A) iron – correct\nB) copper – incorrect\nC) silver – incorrect\nD) gold – incorrect',
    'A',
    magnets,
  ],
  [
    '**A** – wrong because it is too small.\n**B** – correct because it fits.\n**C** – wrong because it is large.\n**D** – wrong.',
    'B',
  ],
  [
    '- **A)** Incorrect: the sign is wrong.\n- **B)** Correct: the sign is right.\n- **C)** Incorrect.\n- **D)** Incorrect.',
    'B',
  ],
  [
    '* Option A is incorrect, since E is fixed.\n* Option B is correct.\n* Option C is incorrect.\n* Option D is incorrect.',
    'B',
  ],
  ['(A) is false. (B) is false. (C) is true. (D) is false.', 'C'],
  ['A is wrong. B is right. C is wrong. D is wrong.', 'B'],
  ['A → incorrect\nB → incorrect\nC → incorrect\nD → correct', 'D'],
  [
    'Option A (iron): Incorrect.\nOption B (copper): Correct.\nOption C (silver): Incorrect.\nOption D (gold): Incorrect.',
    'B',
    magnets,
  ],
  [
    '| Option | Verdict |\n|---|---|\n| A | Incorrect |\n| B | Correct |\n| C | Incorrect |\n| D | Incorrect |',
    'B',
  ],
  ['| A | ✗ |\n| B | ✗ |\n| C | ✓ |\n| D | ✗ |', 'C'],
  ['Statement A is false, statement B is false, statement C is false, statement D is true.', 'D'],
  ['A: Not correct. B: Not correct. C: Correct. D: Not correct.', 'C'],
  ['A: No. B: No. C: Yes. D: No.', 'C'],
  ['A: falsch. B: richtig. C: falsch. D: falsch.', 'B'],
  ['A : faux. B : faux. C : vrai. D : faux.', 'C'],
  ['A: incorrecta. B: incorrecta. C: correcta. D: incorrecta.', 'C'],
  ['Aは誤り。Bは正しい。Cは誤り。Dは誤り。', 'B'],
  ['A：不正解、B：正解、C：不正解、D：不正解', 'B'],
  // The rest follows where all but one are ruled out.
  ['A is incorrect. B is incorrect. D is incorrect.', '', magnets],
  ['A, B and D are wrong, which leaves C.', 'C'],
  ['Eliminating A, B, D leaves C.', 'C'],
  ['A, B and D can be ruled out, so C.', 'C'],
  ['(A) and (B) are out, so (C)', 'C'],
  // More than one is said to be correct, or none.
  ['A: correct. B: correct. C: incorrect. D: incorrect.', ''],
  ['A) True\nB) True\nC) False\nD) False', ''],
  ['A: incorrect. B: incorrect. C: incorrect. D: incorrect.', ''],
  ['A is correct and C is correct.', ''],
  ['A正确，B正确，C错误，D错误。', ''],
  ['A ✓ B ✓ C ✗ D ✗', ''],
  // What is asked for may be the option that is wrong: a statement says so.
  ['A: true. B: true. C: false. D: true. So the answer is C.', 'C'],
  ['The answer is C.\n\nA: true.\nB: true.\nC: false.\nD: true.', 'C'],
  ['**Answer: C**\n\n- A is correct.\n- B is correct.\n- C is incorrect.\n- D is correct.', 'C'],
  ['A正确，B正确，C错误，D正确。故选C。', 'C'],
  ['The answer is C.\n- A: correct\n- B: correct\n- C: incorrect\n- D: correct', 'C'],
  [
    'Option A: incorrect, because it ignores friction. Option B: this one is correct. Option C: incorrect. Option D: incorrect.',
    'B',
  ],
  [
    'A is incorrect because the field is zero.\nB is incorrect because the charge is positive.\nC is correct because both vanish.\nD is incorrect because E = 0.',
    'C',
  ],
  [
    'Checking each:\nA) 300 K: too low, incorrect\nB) 400 K: matches, correct\nC) 500 K: too high, incorrect\nD) 600 K: too high, incorrect',
    'B',
    ['300 K', '400 K', '500 K', '600 K'],
  ],
];
