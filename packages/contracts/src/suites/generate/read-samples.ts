import { type Sample, sampleSchema } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import type { Episode } from './play-episode.ts';

/** Samples of an episode that ended with some; null when the plugin threw. */
export function samplesOf(episode: Episode, trial: Trial): Sample[] | null {
  const { outcome } = episode;
  if (!outcome.ok) return null;
  const { value } = outcome;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) {
    trial.fail({ expected: 'a sample, or at least one in a list', got: 'an empty list' });
  }
  return list.map((item) => {
    const parsed = sampleSchema.safeParse(item);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return trial.fail({
      expected: 'a sample, or a list of samples',
      got: item,
      note: issue === undefined ? '' : `${issue.path.map(String).join('.')}: ${issue.message}`,
    });
  });
}

/** The same of an episode in which nothing may be thrown. */
export function samplesOfCall(episode: Episode, trial: Trial): Sample[] {
  const { outcome } = episode;
  if (!outcome.ok) trial.fail({ expected: 'generate does not throw', got: outcome.text });
  return samplesOf(episode, trial) ?? [];
}

/** Whether slime scores a sample and trains on it: it is neither aborted, failed nor removed. */
export function isScored({ status, remove_sample }: Sample): boolean {
  return status !== 'aborted' && status !== 'failed' && !remove_sample;
}

/** Names a sample of a result that has several. */
export function nameOf(samples: readonly Sample[], at: number): string {
  return samples.length === 1 ? 'the sample' : `sample ${at} of ${samples.length}`;
}
