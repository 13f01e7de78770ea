import type { Sample } from 'slime-sdk';
import { RecentMap } from './recent-map.ts';
import type { SampleCheck, StoredSample } from './sample-check.ts';

const REQUIRES = ['samples/json', 'samples/shape'] as const;

type Place = Pick<StoredSample, 'line' | 'prefix'>;

/** One id, one rollout. */
export const rolloutIds: SampleCheck = {
  id: 'samples/rollout-ids',
  title: 'a rollout_id belongs to one prompt, and segments that share an index share it',
  why: 'The loss counts rollouts by their id: two rollouts of one id are merged, and segments without one count as rollouts of their own.',
  fix: 'Set rollout_id to the index of the sample that was split, on every segment.',
  source: 'slime/observability/rollout_data_utils.py: validate_rollout_id_annotated',
  faults: ['B078', 'B079'],
  requires: REQUIRES,
  expected: 'one group_index for each rollout_id',
  needs: 'samples with a rollout_id',
  start: () => {
    const owners = new Map<number, Place & { group: number | null }>();
    return {
      look({ sample, line, prefix }, report) {
        const { rollout_id: id, group_index: group } = sample;
        if (id === null) return false;
        const owner = owners.get(id);
        if (owner === undefined) owners.set(id, { line, prefix, group });
        else if (owner.group !== group) {
          report(`${id} is of group_index ${owner.group} in line ${owner.line}, here ${group}`, [
            'rollout_id',
          ]);
        }
        return true;
      },
    };
  },
};

/** One index, one rollout. */
export const indices: SampleCheck = {
  id: 'samples/indices',
  title: 'samples of training have an index, and no two rollouts share it',
  why: 'slime sorts by index, and data is found again by it: without one the sort fails, and with that of another sample it is trained twice.',
  fix: 'Keep index and group_index of the sample that generate was given; segments of one rollout share index and rollout_id.',
  source: 'slime/rollout/sglang_rollout.py: generate_rollout_async',
  faults: ['B066', 'B032'],
  requires: REQUIRES,
  expected: 'an index that no other rollout has',
  needs: 'samples with a group_index',
  start: () => {
    const owners = new Map<number, { line: number; rollout: number | null }>();
    return {
      look({ sample, line }, report) {
        const { index, rollout_id: rollout, group_index: group } = sample;
        if (group === null) return false;
        if (index === null) report('null, though the sample has a group_index', ['index']);
        else {
          const owner = owners.get(index);
          if (owner === undefined) owners.set(index, { line, rollout });
          else if (rollout === null || owner.rollout !== rollout) {
            report(
              `${index} is the index of line ${owner.line} too, and rollout_id is ${rollout} here and ${owner.rollout} there`,
              ['index'],
            );
          }
        }
        return true;
      },
    };
  },
};

/** Rollouts whose spans are kept: their segments stand close to each other. */
const RECENT_ROLLOUTS = 10_000;

/** Nothing twice. */
export const trainedTwice: SampleCheck = {
  id: 'samples/trained-twice',
  title: 'no token is trained in two segments of one rollout',
  why: 'Segments that repeat an earlier turn train it as often as it is repeated: a retried request or a fork weighs more than the rest of the rollout.',
  fix: 'Mask what an earlier segment trains: the turns before the place where the segments part.',
  source: 'slime/agent/trajectory.py',
  faults: ['B090', 'B072'],
  requires: REQUIRES,
  expected: 'sampled tokens that no other segment of the rollout trains after the same tokens',
  needs: 'samples with a rollout_id',
  start: () => {
    const seen = new RecentMap<number, Map<number, number>>(RECENT_ROLLOUTS);
    return {
      look({ sample, line }, report) {
        const { rollout_id: id } = sample;
        if (id === null || sample.remove_sample) return false;
        const spans = seen.get(id) ?? new Map<number, number>();
        seen.set(id, spans);
        for (const { start, hash } of trainedSpans(sample)) {
          const other = spans.get(hash);
          if (other === undefined) spans.set(hash, line);
          else report(`trained in line ${other} too, after the same tokens`, ['loss_mask', start]);
        }
        return true;
      },
    };
  },
};

/** Each stretch of trained tokens, and a hash of all tokens up to its end. */
function trainedSpans(sample: Sample): { start: number; hash: number }[] {
  const { tokens, loss_mask: mask, response_length: length } = sample;
  const from = tokens.length - length;
  const spans: { start: number; hash: number }[] = [];
  let [a, b] = [0x811c9dc5, 0x1b873593];
  let start = -1;
  for (const [at, id] of tokens.entries()) {
    const place = at - from;
    const isTrained = place >= 0 && (mask === null || mask[place] === 1);
    if (isTrained && start < 0) start = place;
    if (!isTrained && start >= 0) {
      spans.push({ start, hash: mix(a, b) });
      start = -1;
    }
    a = Math.imul(a ^ id, 0x01000193);
    b = Math.imul(b, 31) + id;
  }
  if (start >= 0) spans.push({ start, hash: mix(a, b) });
  return spans;
}

/** Two hashes of 32 bits as one number of 53. */
function mix(a: number, b: number): number {
  return (a >>> 0) * 0x20_0000 + ((b >>> 0) % 0x20_0000);
}

/** Fields that slime takes from all samples where the first one has them. */
const OPTIONAL: readonly [string, (sample: Sample) => boolean][] = [
  ['rollout_log_probs', (sample) => sample.rollout_log_probs !== null],
  ['rollout_routed_experts', (sample) => sample.rollout_routed_experts !== null],
  ['rollout_top_p_token_ids', (sample) => sample.rollout_top_p_token_ids !== null],
  ['teacher_log_probs', (sample) => sample.teacher_log_probs !== null],
  ['train_metadata', (sample) => sample.train_metadata !== null],
  ['metadata.round_number', (sample) => 'round_number' in sample.metadata],
];

/** All or none. */
export const optionalFields: SampleCheck = {
  id: 'samples/optional-fields',
  title: 'optional fields are there in all samples with a response, or in none',
  why: 'slime asks its first sample whether a batch has log-probabilities, experts or teacher values: others are null where the tensor is made, or lose what they have.',
  fix: 'Fill the field on every way out of generate; ask all engines for the same.',
  source: 'slime/ray/rollout.py: _convert_samples_to_train_data',
  faults: ['B080'],
  requires: REQUIRES,
  expected: 'the fields of the first sample',
  needs: 'samples with a response',
  start: () => {
    let first: { line: number; has: readonly boolean[] } | null = null;
    return {
      look({ sample, line }, report) {
        if (sample.response_length === 0) return false;
        const has = OPTIONAL.map(([, read]) => read(sample));
        first ??= { line, has };
        for (const [at, [name]] of OPTIONAL.entries()) {
          if (has[at] === first.has[at]) continue;
          const there = has[at] === true ? 'there, and missing' : 'missing, and there';
          report(`${name} is ${there} in line ${first.line}`, name.split('.'));
        }
        return true;
      },
    };
  },
};
