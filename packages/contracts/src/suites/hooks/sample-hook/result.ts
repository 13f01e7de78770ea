import { batchProperty } from '../batch-property.ts';
import { applyHook, hookCall } from './apply.ts';

const SOURCE = 'slime/rollout/sample_hooks.py: apply_rollout_sample_hooks';

/** The base of the suite. */
export const result = batchProperty({
  id: 'sample-hook/result',
  title: 'a finished sample comes back as a sample, or null keeps it',
  why: 'slime raises a TypeError for any other result, and an exception of the hook ends the run.',
  fix: 'Return the sample that is to be used from now on, or null. The third argument is { rolloutId, evaluation }.',
  source: SOURCE,
  faults: [],
  requires: [],
  batch: { groups: { min: 1, max: 1 }, size: { min: 1, max: 2 } },
  async holds(target, make, trial) {
    await applyHook(target, hookCall(make()), trial);
  },
});

/** The samples that slime hands it besides. */
export const survives = batchProperty({
  id: 'sample-hook/survives',
  title: 'aborted, failed and fanned-out samples come back as well',
  why: 'slime puts every result of generate through the hook: aborted samples with half a response, and segments of a fan-out one by one.',
  fix: 'Return null for samples whose status is aborted or failed; take an empty response and null fields.',
  source: SOURCE,
  faults: [],
  requires: ['sample-hook/result'],
  batch: { groups: { min: 1, max: 1 }, failed: true, removed: true, fanOut: true, bare: true },
  async holds(target, make, trial) {
    await applyHook(target, hookCall(make()), trial);
  },
});

/** Random hooks break it. */
export const deterministic = batchProperty({
  id: 'sample-hook/deterministic',
  title: 'the same sample comes back the same twice, metadata aside',
  why: 'A hook that changes by chance what is trained on makes a run that cannot be repeated.',
  fix: 'Decide by the sample alone; draw from a seed, such as its index, where chance is meant.',
  source: SOURCE,
  faults: [],
  requires: ['sample-hook/result'],
  batch: { groups: { min: 1, max: 1 }, size: { min: 1, max: 2 } },
  async holds(target, make, trial) {
    const trained = async () => {
      const sample = await applyHook(target, hookCall(make()), trial);
      const { tokens, response_length, loss_mask, rollout_log_probs, reward, status } = sample;
      return { tokens, response_length, loss_mask, rollout_log_probs, reward, status };
    };
    const first = await trained();
    trial.equal(await trained(), first, 'the sample of the second call');
  },
});
