export { ANSWER_FORMS } from './answer-forms.ts';
export { collectSeen } from './collect-seen.ts';
export { type CompactText, expandText } from './compact-text.ts';
export { groupOf, type GroupOptions } from './group-of.ts';
export { compactHostileText, hostileText, type HostileTextOptions } from './hostile-text.ts';
export type { RegexLiteral } from './matching-text.ts';
export { jsonValue, type JsonValueOptions } from './json-value.ts';
export { labelOf } from './label.ts';
export { listOf } from './list-of.ts';
export { Picker, picks } from './picks.ts';
export { END_OF_TURN, type ResponseCase, responseText } from './response-text.ts';
export type { ResponseKind } from './response-plan.ts';
export { flatSamples, rolloutGroups, type RolloutGroupsOptions } from './rollout-groups.ts';
export { type CaseTurn, rewardViewOf, type SampleCase } from './sample-case.ts';
export { sampleOf, type SampleOptions } from './sample-of.ts';
export { schemaValue } from './schema-value.ts';
export { shrinkingText } from './shrinking-text.ts';
export { type Live, speak, type Spoken } from './speak.ts';
export {
  type EpisodePlan,
  episodePlan,
  type TurnKind,
  type TurnPlan,
  turnPlan,
} from './turn-plan.ts';
export {
  type AnswerFrame,
  answerFrame,
  EMPTY_VOCABULARY,
  type Vocabulary,
  vocabularyPiece,
  vocabularyText,
} from './vocabulary.ts';
export { type CallFormat, writeCall } from './write-call.ts';
export { labelText, wrongAnswer } from './wrong-answer.ts';
