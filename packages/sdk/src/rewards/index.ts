export { blocks } from './compose/blocks.ts';
export type { Composable } from './compose/composable.ts';
export { formatGate, type FormatGateOptions, type FormatRule } from './compose/format-gate.ts';
export { graderReward, type RewardClaims } from './compose/grader-reward.ts';
export type { JudgeInput, LlmJudgeOptions } from './compose/judge/judge-options.ts';
export { llmJudge } from './compose/judge/llm-judge.ts';
export { lengthPenalty, type LengthPenaltyOptions } from './compose/length-penalty.ts';
export { weightedSum, type WeightedPart, type WeightedSumOptions } from './compose/weighted-sum.ts';
export { dapo, type DapoOptions, type DapoReward, dapoScore, type DapoScore } from './dapo/dapo.ts';
export { deepscaler, type DeepscalerReward } from './deepscaler.ts';
export { f1, type F1Reason, type F1Reward, f1Score, type F1Score } from './f1/f1.ts';
export { gpqa } from './gpqa/gpqa.ts';
export type { GpqaReason, GpqaReward } from './gpqa/gpqa-reward.ts';
export type { GpqaMetadata } from './gpqa/gpqa-metadata.ts';
export { type Grader, graders } from './graders.ts';
export { ifbench, type IfbenchReason, type IfbenchReward } from './ifbench/ifbench.ts';
export type { IfbenchMetadata } from './ifbench/ifbench-metadata.ts';
export type { PercentPolicy } from './math/compare-quantities.ts';
export { extractAnswer } from './math/extract-answer.ts';
export {
  gradeAnswer,
  type MathFault,
  type MathOptions,
  type MathVerdict,
} from './math/grade-answer.ts';
export { math, type MathReward } from './math/math.ts';
export { random } from './random.ts';
export type { Verdict } from './verdict.ts';
