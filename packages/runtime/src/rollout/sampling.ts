import type { RolloutArgs, SamplingParams } from 'slime-sdk';
import { samplingSeed } from './seeds.ts';

/**
 * Sampling parameters of an episode, as slime sends them (slime/rollout/sglang_rollout.py).
 *
 * `max_new_tokens` is that of the whole response: who samples a second turn asks for what is left.
 * The seed goes to engines that use it: SGLang only under deterministic inference.
 */
export function samplingParamsOf(
  args: RolloutArgs,
  episode: { index: number; attempt: number; tape: number; sendSeed: boolean },
): SamplingParams {
  return {
    temperature: args.rollout_temperature,
    top_p: args.rollout_top_p,
    top_k: args.rollout_top_k,
    ...(args.rollout_max_response_len === null
      ? {}
      : { max_new_tokens: args.rollout_max_response_len }),
    stop: args.rollout_stop,
    stop_token_ids: args.rollout_stop_token_ids,
    skip_special_tokens: args.rollout_skip_special_tokens,
    no_stop_trim: true,
    spaces_between_special_tokens: false,
    ...(episode.sendSeed
      ? {
          sampling_seed: samplingSeed(
            args.rollout_seed,
            episode.index,
            episode.attempt,
            episode.tape,
          ),
        }
      : {}),
  };
}
