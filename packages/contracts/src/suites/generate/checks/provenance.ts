import { property } from '../../../check.ts';
import { type EndedCase, endedCase, forEachEnding, showEnded } from './each-ending.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { samplesOf } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** The ledger law. */
export const provenance = property<GenerateTarget, EndedCase>({
  id: 'generate/provenance',
  title:
    'what is trained is what was sampled: mask 1, ids and log-probs are those of the engine’s ledger',
  why: 'Ids that come from re-tokenised text, a turn end with mask 1 that nobody sampled, or an observation that is trained change the gradient without a word; the loss looks healthy.',
  fix: 'Take ids and log-probs from output_token_logprobs and never from text; mask 1 on them and 0 on all else. A sampled id with mask 0 needs its reason in metadata.masked_spans. context.tape() does all of it.',
  source: 'slime/utils/types.py Sample.append_response_tokens; slime-runtime EpisodeTape (ledger)',
  faults: ['A051', 'A052', 'A054', 'A115', 'B038', 'B040', 'B090', 'B091'],
  requires: ['generate/lengths'],
  share: 0.15,
  mostCases: 60,
  // Missing log-probs have checks of their own.
  inputs: ({ world }) => endedCase(world, { without: ['missing_logprobs', 'null_logprob'] }),
  show: showEnded,
  async holds(target, input, trial) {
    await forEachEnding(target, trial, input, (episode) => {
      const samples = samplesOf(episode, trial);
      if (samples !== null) assertProvenance(trial, samples, repliesOf(episode.requests));
    });
  },
});
