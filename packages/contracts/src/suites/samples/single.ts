import type { Sample } from 'slime-sdk';
import { z } from 'zod';
import type { SampleCheck } from './sample-check.ts';

const CONVERSION = 'slime/ray/rollout.py: _convert_samples_to_train_data';
const REQUIRES = ['samples/json', 'samples/shape'] as const;
/** So many tokens are not all without text by chance. */
const MANY_TOKENS = 8;

function hasFailed({ status }: Sample): boolean {
  return status === 'aborted' || status === 'failed';
}

/** Trained tokens of a sample. */
function trainedCount({ loss_mask: mask, response_length: length }: Sample): number {
  return mask === null ? length : mask.filter((bit) => bit === 1).length;
}

/** Ids are what the model knows. */
export const tokens: SampleCheck = {
  id: 'samples/tokens',
  title: 'token ids are in the vocabulary',
  why: 'An id beyond the vocabulary is an illegal memory access on the GPU in mid-run, if it is not another token.',
  fix: 'Keep the ids that the engine gave. The size of the vocabulary is that of --hf-checkpoint, or vocab_size in --custom-config-path.',
  source: 'slime/utils/types.py: Sample',
  faults: ['B069'],
  requires: REQUIRES,
  expected: 'ids from 0 to below the size of the vocabulary',
  needs: 'samples with tokens',
  start: ({ vocabSize }) => ({
    look({ sample, issues }, report) {
      for (const issue of issues) if (issue.code === 'tokens') report(issue.message, issue.path);
      const most = vocabSize ?? Number.POSITIVE_INFINITY;
      const bad = sample.tokens.findIndex((id) => id >= most);
      if (bad >= 0) report(`${sample.tokens[bad]} is not below ${vocabSize}`, ['tokens', bad]);
      return sample.tokens.length > 0;
    },
  }),
};

/** The kept vocabulary of every position. */
export const topP: SampleCheck = {
  id: 'samples/top-p',
  title: 'top-p rows: response_length + 1 offsets that rise from 0 to the number of ids',
  why: 'The trainer cuts the ids by these offsets: one row too few moves the kept vocabulary of every later token. Where --rollout-top-p is not 1, slime asserts that every sample has them.',
  fix: 'Append an empty row for each token that was not sampled, from the first one on.',
  source: CONVERSION,
  faults: ['B083'],
  requires: REQUIRES,
  expected: 'rollout_top_p_token_ids and rollout_top_p_token_offsets of one response',
  needs: 'samples with rollout_top_p_token_ids, or --rollout-top-p other than 1',
  start: ({ args }) => ({
    look({ sample, issues }, report) {
      const { rollout_top_p_token_ids: ids, rollout_top_p_token_offsets: offsets } = sample;
      for (const issue of issues) if (issue.code === 'top_p') report(issue.message, issue.path);
      if (ids !== null || offsets !== null) return true;
      if (args.rollout_top_p === 1) return false;
      report(`null, though --rollout-top-p is ${args.rollout_top_p}`, ['rollout_top_p_token_ids']);
      return true;
    },
  }),
};

/** A reward for everything that is trained. */
export const scored: SampleCheck = {
  id: 'samples/scored',
  title: 'what was completed or truncated has a reward; what was aborted or failed is removed',
  why: 'A null reward in an accepted group ends the run where rewards become a tensor; a failure that is not removed is trained on.',
  fix: 'Await every reward, and set remove_sample where a sample is given up.',
  source: 'slime/rollout/sglang_rollout.py: generate_and_rm',
  faults: ['A001', 'B052', 'B053'],
  requires: REQUIRES,
  expected: 'a reward, or remove_sample',
  needs: 'samples',
  start: () => ({
    look({ sample }, report) {
      const { status, reward, remove_sample: removed } = sample;
      if (hasFailed(sample)) {
        if (!removed) report(`${status}, and not removed`, ['remove_sample']);
      } else if (reward === null && !removed) {
        report(`null, though the sample is ${status}`, ['reward']);
      }
      return true;
    },
  }),
};

/** Something to learn from. */
export const trainable: SampleCheck = {
  id: 'samples/trainable',
  title: 'a sample that counts has a token that is trained',
  why: 'A mask of zeros, or an empty response, adds nothing to the gradient and counts in every mean; a division by its mask is NaN.',
  fix: 'Set remove_sample where nothing was sampled, such as on a prompt that leaves no room.',
  source: CONVERSION,
  faults: ['A104', 'B005', 'A122'],
  requires: REQUIRES,
  expected: 'a bit of loss_mask that is 1, or remove_sample',
  needs: 'samples that are not removed',
  start: () => ({
    look({ sample }, report) {
      if (sample.remove_sample || hasFailed(sample)) return false;
      if (trainedCount(sample) === 0) {
        const isEmpty = sample.response_length === 0;
        report(isEmpty ? 'the response is empty' : 'all entries are 0', ['loss_mask']);
      }
      return true;
    },
  }),
};

/** What our own tape masks, and why. */
const maskedSpans = z.array(z.tuple([z.int().nonnegative(), z.int().positive(), z.string()]));

/** What was never sampled has no log-probability. */
export const masked: SampleCheck = {
  id: 'samples/masked-log-probs',
  title:
    'tokens that are not trained have the log-probability 0.0, unless they are masked for a reason',
  why: 'A log-probability under mask 0 says that the token was sampled: either the mask stands one token aside, or something sampled is not trained.',
  fix: 'Give 0.0 to observations and template tokens. What is masked on purpose stands in metadata.masked_spans as [start, length, reason].',
  source: 'slime/utils/types.py: Sample.append_response_tokens',
  faults: ['A054', 'B068'],
  requires: [...REQUIRES, 'samples/log-probs', 'samples/mask'],
  expected: 'a log-probability of 0.0 under mask 0',
  needs: 'samples with a mask that has zeros, and log-probabilities',
  start: () => ({
    look({ sample }, report) {
      const { rollout_log_probs: logProbs, loss_mask: mask, metadata } = sample;
      if (logProbs === null || mask === null || !mask.includes(0)) return false;
      // Removed and resumed samples are masked as a whole, or in their older part.
      if (sample.remove_sample || 'start_rollout_id' in metadata) return false;
      const spans = maskedSpans.safeParse(metadata['masked_spans']).data ?? [];
      const at = mask.findIndex(
        (bit, place) =>
          bit === 0 &&
          logProbs[place] !== 0 &&
          !spans.some(([start, length]) => place >= start && place < start + length),
      );
      if (at >= 0) report(`${logProbs[at]} under mask 0`, ['rollout_log_probs', at]);
      return true;
    },
  }),
};

/** One policy a sample. */
export const weightVersions: SampleCheck = {
  id: 'samples/weight-versions',
  title: 'a sample was sampled from one version of the weights, unless rollouts are resumed',
  why: 'Tokens of an older policy have the log-probabilities of that policy: without partial rollout they come from a sample that was put back with its tokens.',
  fix: 'Retry from a clean copy of the sample; with --partial-rollout mask what is off-policy.',
  source: 'slime/rollout/sglang_rollout.py: abort',
  faults: ['A061', 'B010'],
  requires: REQUIRES,
  expected: 'one weight version a sample',
  needs: 'samples with weight_versions, without --partial-rollout',
  start: ({ args }) => ({
    look({ sample }, report) {
      if (args.partial_rollout || 'start_rollout_id' in sample.metadata) return false;
      const versions = [...new Set(sample.weight_versions)];
      if (versions.length > 1) report(`versions ${versions.join(', ')}`, ['weight_versions']);
      return versions.length > 0;
    },
  }),
};

/** Text and tokens say the same. */
export const responses: SampleCheck = {
  id: 'samples/responses',
  title: 'a response has text where it has tokens, and tokens where it has text',
  why: 'Rewards read the text, the trainer reads the tokens: where one of them is empty, something else is trained than was graded.',
  fix: 'Append text and tokens of a turn together.',
  source: 'slime/utils/types.py: Sample.append_response_tokens',
  faults: ['B011', 'A051'],
  requires: REQUIRES,
  expected: 'response and response_length are both empty, or neither is',
  needs: 'samples',
  start: () => ({
    look({ sample }, report) {
      const { response, response_length: length } = sample;
      if (response !== '' && length === 0) report('text without tokens', ['response']);
      if (response === '' && length >= MANY_TOKENS)
        report(`${length} tokens without text`, ['response']);
      return true;
    },
  }),
};
