import { checkSample, formatPath, type Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { applyHook, hookCall } from './apply.ts';

const SOURCE = 'slime/rollout/sample_hooks.py: apply_rollout_sample_hooks';
const ANY_SAMPLE = { groups: { min: 1, max: 1 }, failed: true, fanOut: true, bare: true } as const;

/** What comes back is trained on. */
export const valid = batchProperty({
  id: 'sample-hook/valid',
  title: 'lengths, mask, log-probabilities and status still agree',
  why: 'slime trains on what the hook returns: a mask of another length is an assertion in the trainer, a status that is left pending trains as if complete.',
  fix: 'Change tokens, response_length, loss_mask and rollout_log_probs together, or leave them.',
  source: 'slime/utils/types.py: Sample.validate',
  faults: ['B068'],
  requires: ['sample-hook/survives'],
  batch: ANY_SAMPLE,
  async holds(target, make, trial) {
    const sample = await applyHook(target, hookCall(make()), trial);
    const [issue] = checkSample(sample);
    if (issue === undefined) return;
    trial.fail({
      expected: 'a sample that holds its invariants',
      got: `${formatPath(issue.path)}: ${issue.message}`,
    });
  },
});

/** The runtime owns who a sample is. */
export const identity = batchProperty({
  id: 'sample-hook/identity',
  title: 'index, group_index, rollout_id and session_id stay',
  why: 'Groups, baselines and the loss find a sample by them: one that is built anew without them joins another rollout, or cannot be sorted.',
  fix: 'Start from the sample that you were given: { ...sample, ... }.',
  source: SOURCE,
  faults: ['B032', 'B066'],
  requires: ['sample-hook/survives'],
  batch: ANY_SAMPLE,
  async holds(target, make, trial) {
    const { sample: before } = hookCall(make());
    const after = await applyHook(target, hookCall(make()), trial);
    for (const key of ['index', 'group_index', 'rollout_id', 'session_id'] as const) {
      trial.equal(after[key], before[key], key);
    }
  },
});

/** Mask 1 stands on what the engine sampled, and nowhere else. */
export const trainsOnlySampled = batchProperty({
  id: 'sample-hook/trains-only-sampled',
  title: 'no token is trained that was not before',
  why: 'A token that the policy did not sample has no log-probability of its own: training on it pulls the policy to text of others.',
  fix: 'Set mask bits to 0 only; cut tokens, mask and log-probabilities at the same places.',
  source: 'slime/utils/types.py: Sample.append_response_tokens',
  faults: ['A052', 'A054'],
  requires: ['sample-hook/valid'],
  batch: ANY_SAMPLE,
  async holds(target, make, trial) {
    const before = trainedTokens(hookCall(make()).sample);
    const after = trainedTokens(await applyHook(target, hookCall(make()), trial));
    let at = 0;
    for (const token of before) if (token === after[at]) at += 1;
    if (at === after.length) return;
    trial.fail({
      expected: { trained: before },
      got: { trained: after },
      note: 'as id:log-probability; tokens may be taken away, in order',
    });
  },
});

/** Where a response ends, the policy learns to end. */
export const end = batchProperty({
  id: 'sample-hook/end',
  title: 'a completed sample whose last trained token is cut off is called truncated',
  why: 'The last token that the policy samples ends its turn. Where it is cut off and the sample still counts as completed, nothing teaches the policy to stop, and the text was graded with it.',
  fix: 'Keep the end of the response, or set status to truncated; to train it less, set its bit of loss_mask to 0.',
  source: 'slime/utils/types.py: Sample.Status',
  faults: [],
  requires: ['sample-hook/trains-only-sampled'],
  batch: { groups: { min: 1, max: 1 }, size: { min: 1, max: 2 } },
  async holds(target, make, trial: Trial) {
    const { sample: before } = hookCall(make());
    const last = trainedTokens(before).at(-1);
    trial.require(before.status === 'completed' && last !== undefined);
    const { tokens } = before;
    const after = await applyHook(target, hookCall(make()), trial);
    if (after.status !== 'completed' || after.remove_sample) return;
    const isCut = after.tokens.length < tokens.length && after.tokens.at(-1) !== tokens.at(-1);
    if (!isCut || trainedTokens(after).at(-1) === last) return;
    trial.fail({
      expected: `the last trained token, ${last}, or the status truncated`,
      got: `${trainedTokens(after).at(-1) ?? 'no trained token'}, and the status completed`,
      note: 'as id:log-probability',
    });
  },
});

/** A failure stays one. */
export const failures = batchProperty({
  id: 'sample-hook/failures',
  title: 'an aborted or failed sample stays so, without a reward',
  why: 'A failure that is called complete, or is given the reward 0, is trained on as a wrong answer of the policy.',
  fix: 'Return null where the status is aborted or failed.',
  source: 'slime/rollout/sglang_rollout.py: generate_and_rm',
  faults: ['A023', 'B054'],
  requires: ['sample-hook/survives'],
  batch: { groups: { min: 1, max: 1 }, size: { min: 2, max: 4 }, failed: true },
  async holds(target, make, trial: Trial) {
    const { sample: before } = hookCall(make());
    trial.require(before.status === 'aborted' || before.status === 'failed');
    const after = await applyHook(target, hookCall(make()), trial);
    trial.equal(after.reward, before.reward, 'reward');
    if (after.status !== 'failed') trial.equal(after.status, before.status, 'status');
    if (before.remove_sample) trial.equal(after.remove_sample, true, 'remove_sample');
  },
});

/** Id and log-probability of each trained token. */
function trainedTokens(sample: Sample): string[] {
  const { tokens, response_length: length, loss_mask: mask, rollout_log_probs: logProbs } = sample;
  return tokens
    .slice(tokens.length - length)
    .map((id, at) => `${id}:${logProbs?.[at] ?? '-'}`)
    .filter((_, at) => mask === null || mask[at] === 1);
}
