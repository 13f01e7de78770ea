import type { Sample, SampleIssueCode } from 'slime-sdk';
import type { CheckText } from '../../check.ts';
import type { SampleCheck, SamplesContext, StoredSample } from './sample-check.ts';

type Options = Pick<CheckText, 'id' | 'title' | 'why' | 'fix' | 'faults'> &
  Partial<Pick<SampleCheck, 'needs'>> & {
    code: SampleIssueCode;
    /** Whether a sample has what the law is about. Default: every one has. */
    has?: (stored: StoredSample) => boolean;
    /** What else breaks it, by the arguments of the run. */
    also?: (stored: StoredSample, context: SamplesContext) => string | null;
  };

/** Makes a check of an invariant that `checkSample` of slime-sdk knows. */
function invariant({
  code,
  has = () => true,
  also = () => null,
  needs = 'samples',
  ...text
}: Options): SampleCheck {
  return {
    ...text,
    needs,
    expected: text.title,
    source: 'slime/utils/types.py: Sample.validate',
    requires: ['samples/json', 'samples/shape'],
    start: (context) => ({
      look(stored, report) {
        if (!has(stored)) return false;
        const other = also(stored, context);
        if (other !== null) report(other, [code]);
        for (const issue of stored.issues) {
          if (issue.code === code) report(issue.message, issue.path);
        }
        return true;
      },
    }),
  };
}

/** A record that no key is named for, unless code of the user's own reads the rewards. */
function unreadRecord(
  reward: Sample['reward'],
  { args, hasPostProcess }: SamplesContext,
): string | null {
  if (typeof reward !== 'object' || reward === null) return null;
  if (args.reward_key !== null || hasPostProcess) return null;
  const keys = Object.keys(reward);
  const numeric = keys.filter((key) => typeof reward[key] === 'number');
  return `a record, and no --reward-key names which of its numbers is trained on: ${numeric.join(', ') || 'it has none'}`;
}

/** Invariants of single samples. */
export const invariants: readonly SampleCheck[] = [
  invariant({
    code: 'response_length',
    id: 'samples/lengths',
    title: 'response_length is less than the number of tokens, and not negative',
    why: 'The response is the end of tokens: without a token of the prompt before it the mask is padded by minus one, and a length that is too large trains the prompt.',
    fix: 'Count the tokens of the response as they are appended; never take it from the text.',
    faults: ['B068', 'B087', 'A050'],
  }),
  invariant({
    code: 'loss_mask',
    id: 'samples/mask',
    title: 'loss_mask has response_length entries of 0 or 1',
    why: 'slime asserts the length in mid-run, and multiplies the loss by whatever the entries are.',
    fix: 'Append to the mask with every token that is appended, 1 for what was sampled and 0 for the rest.',
    faults: ['B068', 'A050', 'A060'],
    needs: 'samples with a loss_mask',
    has: ({ sample }) => sample?.loss_mask !== null,
  }),
  invariant({
    code: 'log_probs',
    id: 'samples/log-probs',
    title:
      'rollout_log_probs and teacher_log_probs have response_length finite entries of at most 0',
    why: 'A NaN or a positive log-probability makes the importance weights of its batch NaN or huge; one entry more or less moves all of them to other tokens.',
    fix: 'Keep the pairs of id and log-probability that the engine gave; 0.0 for what was not sampled.',
    faults: ['B068', 'A051', 'A113'],
    needs: 'samples with log-probabilities',
    has: ({ sample }) => sample?.rollout_log_probs !== null || sample.teacher_log_probs !== null,
  }),
  invariant({
    code: 'status',
    id: 'samples/status',
    title: 'every sample has ended: completed, truncated, aborted or failed',
    why: 'A status that is left pending trains as if complete, and says that an exit path was forgotten.',
    fix: 'Set a status on every way out of generate: what hits a limit is truncated.',
    faults: ['B008', 'B005', 'B067'],
  }),
  invariant({
    code: 'reward',
    id: 'samples/rewards',
    title: 'rewards are finite numbers, or records with the key of --reward-key',
    why: 'One NaN makes every advantage of its batch NaN; a record without --reward-key is used as the reward itself.',
    fix: 'Return a finite number from the reward function, and name --reward-key where it is a record.',
    faults: ['A002', 'A016', 'A037', 'B071', 'B076'],
    needs: 'samples with a reward',
    has: ({ sample }) => sample?.reward !== null,
    also: ({ sample }, context) => unreadRecord(sample?.reward ?? null, context),
  }),
  invariant({
    code: 'failure_reward',
    id: 'samples/failures',
    title: 'a failed sample carries no reward',
    why: 'A broken environment that scores 0 is a wrong answer to its group: the siblings are praised for it.',
    fix: 'Leave reward null where the status is failed, and set remove_sample.',
    faults: ['A023', 'B141'],
    needs: 'failed samples',
    has: ({ sample }) => sample?.status === 'failed',
  }),
  invariant({
    code: 'routed_experts',
    id: 'samples/routed-experts',
    title: 'rollout_routed_experts has one row less than tokens, all of one shape',
    why: 'Routing replay asserts the number of rows: a sample that ends with an observation stops the trainer.',
    fix: 'Ask the engine for the experts of all tokens in the last turn, and leave no observation after it.',
    faults: [],
    needs: 'samples with rollout_routed_experts',
    has: ({ sample }) => sample !== null && sample.rollout_routed_experts !== null,
  }),
  invariant({
    code: 'metadata',
    id: 'samples/metadata',
    title: 'metadata is plain JSON',
    why: 'Metadata crosses processes and goes into dumps: what JSON has no words for crashes the dump, or comes back as something else.',
    fix: 'Write numbers, strings, booleans, null, arrays and objects only; no NaN.',
    faults: ['A068', 'B070'],
  }),
];
