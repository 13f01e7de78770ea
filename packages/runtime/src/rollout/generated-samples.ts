import {
  checkSample,
  cloneJson,
  EnvError,
  formatPath,
  type Outcome,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { rewardShapeFault } from './reward-shape.ts';

/**
 * Checks what a custom generate function returned: at least one sample, each with its invariants,
 * several with one `rollout_id` (slime/ray/rollout.py asserts it). Whose sample it is, the run says:
 * `index`, `group_index`, `session_id` and `rollout_id` are those of `asked`, and what the row has
 * and the plugin left unset is the row's.
 *
 * @throws EnvError naming the sample and the path.
 */
export function checkGenerated(
  result: Sample | Sample[],
  asked: Sample,
  args: RolloutArgs,
): Sample[] {
  const samples = Array.from(Array.isArray(result) ? result : [result], copySample);
  if (samples.length === 0) {
    throw new EnvError('the generate function returned an empty list: return at least one sample');
  }
  for (const [at, sample] of samples.entries()) {
    const faults = faultsOf(sample, args.reward_key);
    if (faults.length === 0) continue;
    const lines = faults.slice(0, 3).join('; ');
    throw new EnvError(`the generate function returned a broken sample ${at}: ${lines}`);
  }
  const ids = new Set(samples.map((sample) => sample.rollout_id));
  if (samples.length > 1 && (ids.size > 1 || ids.has(null))) {
    throw new EnvError(
      'the generate function returned several samples without one common rollout_id: use context.fanOut',
    );
  }
  return samples.map((sample) => ({
    ...sample,
    ...identityOf(asked),
    // A plugin may give the same id to every rollout: slime would merge them in the loss.
    rollout_id: sample.rollout_id === null ? null : (asked.rollout_id ?? asked.index),
    prompt: sample.prompt === '' ? asked.prompt : sample.prompt,
    label: sample.label ?? asked.label,
    multimodal_inputs: sample.multimodal_inputs ?? asked.multimodal_inputs,
    custom_rm_path: sample.custom_rm_path ?? asked.custom_rm_path,
    metadata: { ...asked.metadata, ...sample.metadata },
  }));
}

/** A plugin may go on with what it returned, and getters may answer differently each time. */
function copySample(sample: Sample, at: number): Sample {
  try {
    return cloneJson(sample);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EnvError(`the generate function returned a broken sample ${at}: ${reason}`, {
      cause,
    });
  }
}

function identityOf(asked: Sample): Pick<Sample, 'index' | 'group_index' | 'session_id'> {
  return { index: asked.index, group_index: asked.group_index, session_id: asked.session_id };
}

function faultsOf(sample: Sample, rewardKey: string | null): string[] {
  const issues = checkSample(sample, { rewardKey });
  if (issues.length > 0) {
    return issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
  }
  const fault = sample.reward === null ? null : rewardShapeFault(sample.reward, rewardKey);
  return fault === null ? [] : [fault];
}

/**
 * Reads the outcomes of the samples of one rollout. It ends in one way: a segment that failed or
 * was aborted takes its siblings along.
 */
export function outcomesOfRollout(samples: readonly Sample[]): Outcome[] {
  const outcomes = samples.map(outcomeOfSample);
  const ended =
    outcomes.find(({ kind }) => kind === 'failed') ??
    outcomes.find(({ kind }) => kind === 'aborted');
  return ended === undefined ? outcomes : outcomes.map(() => ended);
}

function outcomeOfSample(sample: Sample): Outcome {
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
