import fc from 'fast-check';
import {
  createSample,
  type JsonObject,
  type JsonValue,
  type Message,
  type Sample,
  type SampleStatus,
} from 'slime-sdk';
import { drawnFrom } from './drawn-from.ts';
import type { HostileTextOptions } from './hostile-text.ts';
import { labelOf } from './label.ts';
import { Picker, picks } from './picks.ts';
import { type AnswerKey, type ResponsePlan, writeResponse } from './response-plan.ts';
import { responsePlans } from './response-text.ts';
import { buildSampleCase, type SampleCase } from './sample-case.ts';
import { type Vocabulary, vocabularyText } from './vocabulary.ts';

/** The world that samples come from. */
export interface SampleOptions extends HostileTextOptions {
  /** Rows of the user's data; without any, prompts and labels are made up. */
  rows: readonly Sample[];
  vocabulary: Vocabulary;
  /** Responses that are right for a row, as the plugin declares; none where it declares none. */
  rights?(sample: Sample): readonly string[];
  /** Responses that are wrong for it. */
  wrongs?(sample: Sample): readonly string[];
  /** Aborted and failed samples too. Default false. */
  withFailed?: boolean;
}

/** What siblings share. */
export interface SharedParts {
  prompt: Sample['prompt'];
  label: JsonValue;
  metadata: JsonObject;
  groupIndex: number;
  key: AnswerKey;
}

/** What is drawn for each sample. */
export interface OwnParts {
  plans: ResponsePlan[];
  picks: number[];
  observation: string;
}

/** Which optional fields are left out: the same for a whole group, since slime asks its first. */
export interface LeftOut {
  withoutMask: boolean;
  withoutLogProbs: boolean;
}

/**
 * Finished samples as a reward function gets them: of the user's rows, with right, wrong and
 * hostile responses of one turn or several, completed or truncated, all fields consistent. Prompt,
 * label and metadata are copies. Shrinks to an empty response of one turn.
 */
export function sampleOf(options: SampleOptions): fc.Arbitrary<SampleCase> {
  return fc
    .tuple(sharedParts(options), ownParts(options), leftOut(), fc.nat(99))
    .map(([shared, own, left, index]) =>
      assemble(shared, own, left, {
        index,
        rolloutId: index,
        withFailed: options.withFailed === true,
      }),
    );
}

/** Prompt, label and metadata of a row; without rows, made up. */
export function sharedParts(options: SampleOptions): fc.Arbitrary<SharedParts> {
  const { rows, vocabulary } = options;
  const groupIndex = fc.nat(99);
  if (rows.length > 0) {
    const keys = new Map<Sample, AnswerKey>();
    return fc.tuple(drawnFrom(rows), groupIndex).map(([row, at]) => {
      const key = keys.get(row) ?? answerKey(options, row);
      keys.set(row, key);
      const { prompt, label, metadata } = row;
      return { prompt, label, metadata, groupIndex: at, key };
    });
  }
  return fc
    .tuple(vocabularyText(vocabulary), labelOf([]), fc.nat(3), groupIndex)
    .map(([text, label, shape, at]) => {
      const prompt = shape === 0 ? text : messages(text, shape);
      const metadata: JsonObject = shape === 2 ? { id: `row-${at}`, level: at } : {};
      const key = answerKey(options, createSample({ prompt, label, metadata }));
      return { prompt, label, metadata, groupIndex: at, key };
    });
}

function answerKey(options: SampleOptions, row: Sample): AnswerKey {
  return {
    rights: options.rights?.(row) ?? [],
    wrongs: options.wrongs?.(row) ?? [],
    labels: [row.label],
  };
}

function messages(text: string, shape: number): Message[] {
  const user: Message = { role: 'user', content: text };
  return shape === 3 ? [{ role: 'system', content: 'Answer the question.' }, user] : [user];
}

/** Responses and decisions of one sample. */
export function ownParts(options: SampleOptions): fc.Arbitrary<OwnParts> {
  const observation = fc.constantFrom('', 'Try again.', 'That is right.', '42', 'Error: 😀');
  return fc
    .tuple(responsePlans(options), picks(2), observation)
    .map(([plans, numbers, text]) => ({ plans, picks: numbers, observation: text }));
}

/** Optional fields that are left out now and then. */
export function leftOut(): fc.Arbitrary<LeftOut> {
  return fc.tuple(fc.nat(7), fc.nat(9)).map(([mask, logProbs]) => ({
    withoutMask: mask === 7,
    withoutLogProbs: logProbs === 9,
  }));
}

/** Puts a sample together. */
export function assemble(
  shared: SharedParts,
  own: OwnParts,
  left: LeftOut,
  rest: { index: number; rolloutId: number; withFailed: boolean },
): SampleCase {
  const picker = new Picker(own.picks);
  const { prompt, label, metadata, groupIndex, key } = shared;
  return buildSampleCase({
    prompt,
    label,
    metadata,
    groupIndex,
    ...pickEnding(picker, rest.withFailed),
    marked: picker.chance(30),
    texts: own.plans.map((plan) => writeResponse(plan, key)),
    observation: own.observation,
    index: rest.index,
    rolloutId: rest.rolloutId,
    ...left,
  });
}

/** Truncated are turns that were cut, and episodes that ran into their last turn. */
function pickEnding(
  picker: Picker,
  withFailed: boolean,
): { status: Exclude<SampleStatus, 'pending'>; cut: boolean } {
  const number = picker.below(100);
  if (withFailed && number >= 95) return { status: 'failed', cut: true };
  if (withFailed && number >= 90) return { status: 'aborted', cut: true };
  if (number >= 70) return { status: 'truncated', cut: number % 3 !== 0 };
  return { status: 'completed', cut: false };
}
