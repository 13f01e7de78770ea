import type { JsonValue } from 'slime-sdk';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { Inapplicable } from '../../../broken.ts';
import { learnAnswers } from '../answer-key.ts';
import { STATELESS } from '../requires.ts';
import { sampleBatches } from '../resources/sample-batches.ts';
import { type Batch, caseOf, longestOf } from '../reward-case.ts';
import { isNoLabel } from '../labels.ts';
import { spreadRows } from '../rows.ts';
import { isSamePay, readPays, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

const MOST_BATCHES = 300;
const MOST_QUOTED = 40;

export const notConstant = examination<RewardTarget>({
  id: 'rm/not-constant',
  title: 'not all responses earn the same',
  why: 'A group whose rewards are all equal teaches nothing, and a filter of such groups asks for new ones for ever.',
  fix: 'Grade one right answer by hand and see where it is lost; await what gives a promise. Where no common form of the label is right, declare `examples` in defineReward, which are tried first; declare `paysWithoutLabel: true` for a judge of style, format or length.',
  source: 'slime/rollout/filter_hub/dynamic_sampling_filters.py:9-15',
  faults: ['A003', 'B111', 'A011', 'B057'],
  requires: STATELESS,
  async examine(target, trial: Trial) {
    const { rows: paid, tried } = await learnAnswers(target, trial);
    if (paid.length > 0) return;
    const { rows } = target.world;
    if (target.plugin.claims.examples !== null) {
      trial.fail({
        expected: 'the declared right example earns more than the wrong one, for some row',
        got: `it does for none of ${tried} ${rows.length > 0 ? '' : 'made-up '}rows`,
      });
    }
    const none = 'rows or examples (--prompt-data, or `examples` in defineReward)';
    if (rows.length === 0 && target.plugin.claims.paysWithoutLabel) throw new Inapplicable(none);
    let first: number | null = null;
    const batches = [
      ...sampleBatches(target, trial, MOST_BATCHES),
      ...odd(target),
      ...quoted(target),
    ];
    for (const batch of batches) {
      const attempt = await tryScore(target, trial, batch);
      for (const pay of (attempt.ok && readPays(target, attempt.value, batch.length)) || []) {
        first ??= pay;
        if (!isSamePay(first, pay)) return;
      }
    }
    if (gradesMetadata(target) && !(first !== null && first > 0)) {
      throw new Inapplicable(
        'a response that is known to pay, since metadata and no label decides (`examples` in defineReward)',
      );
    }
    trial.require(first !== null);
    // Where no label is known to be one, nothing may be right; but then nothing pays, either.
    if (rows.length === 0 && !(first > 0)) throw new Inapplicable(none);
    trial.fail({
      expected: rows.length > 0 ? 'rewards that differ over your rows' : 'rewards that differ',
      got: `${first} for each of ${batches.length} responses: right, wrong, empty and very long`,
      ...(first > 0 && { note: 'a promise or an object in place of a verdict counts as true' }),
    });
  },
});

/** Responses in which what is mostly paid in full is not: nothing at all, very much, the same again. */
function odd(target: RewardTarget): Batch[] {
  const row = spreadRows(target.world, 1)[0];
  if (row === undefined) return [];
  const most = longestOf(target);
  const texts = ['', ' ', 'so it goes on. '.repeat(most / 16), numbers(most), 'a'.repeat(most)];
  return texts.map((text) => [caseOf(row, [text])]);
}

/** Responses that say what stands in a row's metadata: of rows without labels it is all there is. */
function quoted(target: RewardTarget): Batch[] {
  return spreadRows(target.world, MOST_QUOTED).flatMap((row) => {
    const texts = stringsOf(row.metadata);
    return texts.length === 0 ? [] : [[caseOf(row, [texts.join(' ')])]];
  });
}

function stringsOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Whether what is right stands in metadata alone, whose meaning nobody but the reward knows. */
function gradesMetadata({ plugin, world }: RewardTarget): boolean {
  const { claims, declaration } = plugin;
  const { reads } = declaration;
  const isLabelled = world.rows.some(({ label }) => !isNoLabel(label));
  return (
    reads?.includes('metadata') !== false &&
    world.rows.some(({ metadata }) => Object.keys(metadata).length > 0) &&
    (claims.paysWithoutLabel || reads?.includes('label') === false || !isLabelled)
  );
}

/** A text of so many UTF-16 units in which nothing is said twice. */
function numbers(length: number): string {
  return Array.from({ length: length / 8 }, (_, at) => at).join(' ');
}
