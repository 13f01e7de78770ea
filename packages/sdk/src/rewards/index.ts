export type { PercentPolicy } from './math/compare-answers.ts';
export { extractAnswer } from './math/extract-answer.ts';
export {
  gradeAnswer,
  type MathFault,
  type MathOptions,
  type MathVerdict,
} from './math/grade-answer.ts';
export { math, type MathReward } from './math/math.ts';
