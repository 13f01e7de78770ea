import { describeValue } from 'slime-runtime/hosting';
import type { Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { convert } from './convert.ts';

/** Columns that slime makes itself, or forwards to the trainer. */
const FORWARDED: ReadonlySet<string> = new Set([
  'metadata',
  'multimodal_train_inputs',
  'prompt',
  'rollout_log_probs',
  'rollout_routed_experts',
  'rollout_top_p_token_ids',
  'rollout_top_p_token_offsets',
  'round_number',
  'source_names',
  'teacher_log_probs',
  'total_lengths',
]);

/** The first sample does not speak for all. */
export const optionalColumns = batchProperty({
  id: 'convert/optional-columns',
  title: 'a column such as rollout_log_probs has an entry for every sample, or is left out',
  why: 'The trainer makes a tensor of each entry: where the first sample decides for the batch, others are null, or lose what they have.',
  fix: 'Leave the column out unless every sample has the field; log-probabilities of a sample without a response are an empty list.',
  source: 'slime/ray/rollout.py: _convert_samples_to_train_data',
  faults: ['B080'],
  requires: ['convert/survives'],
  batch: { groups: { min: 1, max: 2 }, size: { min: 2, max: 4 } },
  async holds(target, make, trial: Trial) {
    const batch = make();
    const samples = batch.groups.flat(2);
    const without = new Set(samples.filter(() => batch.picker.chance(40)));
    const mixed = { ...batch, groups: [samples.map((sample) => strip(sample, without))] };
    const { others, rows } = await convert(target, mixed, trial);
    for (const name of ['rollout_log_probs', 'teacher_log_probs'] as const) {
      for (const [at, entry] of (others.get(name) ?? []).entries()) {
        const length = rows[at]?.response_length;
        if (Array.isArray(entry) && entry.length === length) continue;
        trial.fail({
          expected: `${name}[${at}] has ${length} entries`,
          got: Array.isArray(entry) ? `${entry.length} entries` : describeValue(entry),
        });
      }
    }
  },
});

function strip(sample: Sample, without: ReadonlySet<Sample>): Sample {
  return without.has(sample) ? { ...sample, rollout_log_probs: null } : sample;
}

/** slime looks at the columns that it knows. */
export const knownColumns = batchProperty({
  id: 'convert/known-columns',
  title: 'there is no column that slime drops',
  why: 'slime forwards a fixed list of columns to the trainer and drops the others without a word.',
  fix: 'Put what the trainer is to read into a column that is forwarded, or leave it out.',
  source: 'slime/ray/rollout.py: _split_train_data_by_dp',
  faults: [],
  requires: ['convert/result'],
  batch: {},
  async holds(target, make, trial) {
    const { others } = await convert(target, make(), trial);
    const unknown = [...others.keys()].find((name) => !FORWARDED.has(name));
    if (unknown === undefined) return;
    trial.fail({
      expected: `columns besides the nine are of ${[...FORWARDED].join(', ')}`,
      got: unknown,
    });
  },
});
