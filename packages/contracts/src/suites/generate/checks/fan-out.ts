import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { showCase } from '../cases/episode-case.ts';
import { type Crowd, crowd, episodesOf } from '../cases/siblings.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { type Episode, playEpisode } from '../play-episode.ts';
import { isScored, samplesOfCall } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** Fields that slime reads of every sample when the first of a batch has them. */
const ALL_OR_NONE = [
  'rollout_log_probs',
  'teacher_log_probs',
  'rollout_top_p_token_offsets',
  'rollout_routed_experts',
  'train_metadata',
] as const;
const METADATA_ALL_OR_NONE = ['raw_reward', 'round_number'] as const;

/** Segments of one rollout. */
export const fanOutSegments = property<GenerateTarget, Crowd>({
  id: 'generate/fan-out',
  title: 'segments share one rollout_id that no other rollout has, and nothing else',
  why: 'slime averages the loss within a rollout_id: without one, segments count as rollouts of their own; with a common one, two prompts merge. Metadata that is shared is overwritten by the last.',
  fix: 'Return context.fanOut(segments, { reward }): it sets rollout_id ?? index and copies metadata. Always return a list, also of one, and set optional fields on all samples or on none.',
  source:
    'slime/observability/rollout_data_utils.py; slime/ray/rollout.py convert_samples_to_train_data',
  faults: ['B072', 'B077', 'B078', 'B079', 'B080'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => crowd(world, { ends: ['stop'] }),
  show: (input, target) => episodesOf(input).map((episode) => showCase(episode, target)),
  needs: ({ traits }) => (traits.isSingle ? 'a function that returns several samples' : null),
  async holds(target, input, trial) {
    const rollouts: { episode: Episode; samples: Sample[] }[] = [];
    for (const one of episodesOf(input)) {
      const episode = await playEpisode(target, trial, one);
      const samples = samplesOfCall(episode, trial);
      assertSegments(trial, episode, samples);
      assertProvenance(trial, samples, repliesOf(episode.requests));
      rollouts.push({ episode, samples });
    }
    assertOneShape(trial, rollouts);
    assertDistinct(trial, rollouts);
    assertHomogeneous(trial, rollouts.flatMap(({ samples }) => samples).filter(isScored));
  },
});

function assertSegments(trial: Trial, { outcome }: Episode, samples: readonly Sample[]): void {
  if (samples.length < 2) return;
  const ids = [...new Set(samples.map(({ rollout_id: id }) => id))];
  if (ids.length > 1 || ids[0] === null) {
    trial.fail({
      expected: 'one rollout_id on all segments, not null',
      got: `rollout_id ${samples.map(({ rollout_id: id }) => String(id)).join(', ')}`,
    });
  }
  const raw: unknown[] = outcome.ok && Array.isArray(outcome.value) ? outcome.value : [];
  for (const key of ['metadata', 'train_metadata'] as const) {
    const objects = raw.flatMap((item) => objectAt(item, key));
    if (new Set(objects).size === objects.length) continue;
    trial.fail({
      expected: `${key} of its own on each segment`,
      got: 'one object on several: what is written to one is on the others',
    });
  }
}

function objectAt(item: unknown, key: string): object[] {
  if (typeof item !== 'object' || item === null) return [];
  const value: unknown = Reflect.get(item, key);
  return typeof value === 'object' && value !== null ? [value] : [];
}

/** slime flattens as deep as the first rollout is: a sample beside a list breaks it. */
function assertOneShape(trial: Trial, rollouts: readonly { episode: Episode }[]): void {
  const shapes = rollouts.map(({ episode: { outcome } }) =>
    outcome.ok && Array.isArray(outcome.value) ? 'a list' : 'a sample',
  );
  if (new Set(shapes).size <= 1) return;
  trial.fail({
    expected: 'a list from every call, or a sample from every call',
    got: `${shapes.join(', then ')} for the siblings of a group`,
  });
}

function assertDistinct(trial: Trial, rollouts: readonly { samples: Sample[] }[]): void {
  const seen = new Map<number, number>();
  for (const [at, { samples }] of rollouts.entries()) {
    for (const id of new Set(samples.map((sample) => sample.rollout_id))) {
      if (id === null) continue;
      const other = seen.get(id);
      if (other !== undefined) {
        trial.fail({
          expected: 'a rollout_id that no other rollout has',
          got: `rollout_id ${id} in rollout ${other} and in rollout ${at}`,
        });
      }
      seen.set(id, at);
    }
  }
}

function assertHomogeneous(trial: Trial, samples: readonly Sample[]): void {
  const has: [string, (sample: Sample) => boolean][] = [
    ...ALL_OR_NONE.map((key): [string, (sample: Sample) => boolean] => [
      key,
      (sample) => sample[key] !== null,
    ]),
    ...METADATA_ALL_OR_NONE.map((key): [string, (sample: Sample) => boolean] => [
      `metadata.${key}`,
      ({ metadata }) => key in metadata,
    ]),
  ];
  for (const [name, isThere] of has) {
    const count = samples.filter(isThere).length;
    if (count === 0 || count === samples.length) continue;
    trial.fail({
      expected: `${name} on all samples of a batch or on none`,
      got: `on ${count} of ${samples.length}`,
    });
  }
}
