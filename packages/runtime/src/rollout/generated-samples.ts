import {
  checkSample,
  EnvError,
  formatPath,
  type Outcome,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';

/**
 * Checks what a custom generate function returned: at least one sample, each with its invariants,
 * several with one `rollout_id` (slime/ray/rollout.py asserts it).
 *
 * @throws EnvError naming the sample and the path.
 */
export function checkGenerated(
  result: Sample | Sample[],
  asked: Sample,
  args: RolloutArgs,
): Sample[] {
  const samples = Array.isArray(result) ? result : [result];
  if (samples.length === 0) {
    throw new EnvError('the generate function returned an empty list: return at least one sample');
  }
  for (const [at, sample] of samples.entries()) {
    const issues = checkSample(sample, { rewardKey: args.reward_key });
    if (issues.length === 0) continue;
    const lines = issues.slice(0, 3).map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
    throw new EnvError(`the generate function returned a broken sample ${at}: ${lines.join('; ')}`);
  }
  const ids = new Set(samples.map((sample) => sample.rollout_id));
  if (samples.length > 1 && (ids.size > 1 || ids.has(null))) {
    throw new EnvError(
      'the generate function returned several samples without one common rollout_id: use context.fanOut',
    );
  }
  return samples.map((sample) => ({
    ...sample,
    index: sample.index ?? asked.index,
    group_index: sample.group_index ?? asked.group_index,
  }));
}

/** Reads the outcome of a sample that a generate function has finished. */
export function outcomeOfSample(sample: Sample): Outcome {
  switch (sample.status) {
    case 'aborted':
    case 'pending':
      return { kind: 'aborted', ending: 'abort', reason: 'the engine aborted the request' };
    case 'failed':
      return {
        kind: 'failed',
        ending: 'env_failed',
        error: {
          name: 'Error',
          message: 'the generate function gave status failed',
          code: null,
          where: 'generate',
          turn: null,
        },
      };
    case 'truncated':
      return { kind: 'scored', ending: 'length', reward: null };
    case 'completed':
      return { kind: 'scored', ending: 'env_done', reward: null };
  }
}
