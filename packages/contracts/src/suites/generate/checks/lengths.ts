import { property } from '../../../check.ts';
import { type EndedCase, endedCase, forEachEnding, showEnded } from './each-ending.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { isScored, nameOf, samplesOf } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

/** Arrays of one number a token agree at every way out. */
export const lengths = property<GenerateTarget, EndedCase>({
  id: 'generate/lengths',
  title: 'mask, log-probs and top-p arrays fit the response at every way out',
  why: 'slime compares lengths with response_length alone, and only on some paths: a mask of 2, a NaN or a response longer than its tokens reach the loss.',
  fix: 'Append to tokens, mask and log-probs in one place, for observations too (mask 0, log-prob 0). With --rollout-top-p below 1 or routing replay every sample needs their arrays.',
  source:
    'slime/utils/types.py Sample.validate; slime/ray/rollout.py convert_samples_to_train_data',
  faults: ['A050', 'A113', 'B068', 'B083'],
  requires: ['generate/result-shape'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => endedCase(world),
  show: showEnded,
  async holds(target, input, trial) {
    await forEachEnding(target, trial, input, (episode) => {
      const { args } = episode;
      assertInvariants(trial, episode, args, [
        'response_length',
        'loss_mask',
        'log_probs',
        'top_p',
        'routed_experts',
      ]);
      const samples = samplesOf(episode, trial) ?? [];
      for (const [at, sample] of samples.entries()) {
        if (!isScored(sample)) continue;
        if (args.rollout_top_p !== 1 && sample.rollout_top_p_token_offsets === null) {
          trial.fail({
            expected: 'rollout_top_p_token_ids and _offsets: rollout_top_p is below 1',
            got: `${nameOf(samples, at)} without them`,
          });
        }
        if (args.use_rollout_routing_replay && sample.rollout_routed_experts === null) {
          trial.fail({
            expected: 'rollout_routed_experts: routing replay is on',
            got: `${nameOf(samples, at)} without them`,
          });
        }
      }
    });
  },
});
