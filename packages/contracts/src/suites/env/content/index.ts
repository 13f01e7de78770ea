import type { Check } from '../../../check.ts';
import type { EnvTarget } from '../target.ts';
import { answersCalls } from './answers-calls.ts';
import { appendOnly } from './append-only.ts';
import { callForms } from './call-forms.ts';
import { cutCalls } from './cut-calls.ts';
import { imagePlaceholderText } from './image-placeholder-text.ts';
import { images } from './images.ts';
import { infoJson } from './info-json.ts';
import { labelLeak } from './label-leak.ts';
import { metrics, metricsKeys } from './metrics.ts';
import { nullPolicy } from './null-policy.ts';
import { observationEmpty } from './observation-empty.ts';
import { observationShape } from './observation-shape.ts';
import { promptMessages } from './prompt-messages.ts';
import { reasoningCalls } from './reasoning-calls.ts';
import { renders } from './renders.ts';
import { rewardNumber } from './reward-number.ts';
import { selfEnd } from './self-end.ts';
import { survivesCalls } from './survives-calls.ts';
import { survivesText } from './survives-text.ts';
import { traces } from './traces.ts';

/** Checks of what environments say, in order. */
export const contentChecks: readonly Check<EnvTarget>[] = [
  survivesText,
  survivesCalls,
  promptMessages,
  observationShape,
  observationEmpty,
  infoJson,
  renders,
  appendOnly,
  images,
  imagePlaceholderText,
  answersCalls,
  callForms,
  reasoningCalls,
  cutCalls,
  selfEnd,
  labelLeak,
  rewardNumber,
  nullPolicy,
  metrics,
  metricsKeys,
  traces,
];
