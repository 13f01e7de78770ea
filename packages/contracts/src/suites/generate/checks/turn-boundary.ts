import type { Encoder, Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { type Claim, claimReplies } from '../ledger/claim.ts';
import { playEpisode } from '../play-episode.ts';
import { nameOf, samplesOfCall } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** What a template puts between the end of a turn and the start of the next. */
interface Boundary {
  /** Ids of the separator: `\n` in ChatML. */
  separator: readonly number[];
  /** The id that starts a turn. */
  turnStart: number;
}

/** Between two turns stands what the template puts there. */
export const turnBoundary = property<GenerateTarget, EpisodeCase>({
  id: 'generate/turn-boundary',
  title: 'between two turns stand one turn end and the template’s separator',
  why: 'A second turn end behind the sampled one, or a separator that is left out, makes every later turn answer a text that the model never saw in training.',
  fix: 'Append context.encoder.encodeBridge({ messages, history, lastId }), which writes the turn end only where it was not sampled; or use tape.observe().',
  source: 'chat template of the checkpoint; examples/geo3k_vlm_multi_turn/rollout.py:99-107',
  faults: ['A004', 'A020', 'B002'],
  requires: ['generate/tokens'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => episodeCase(world),
  show: showCase,
  async holds(target, input, trial) {
    const { encoder } = target.stage;
    const episode = await playEpisode(target, trial, input);
    const samples = samplesOfCall(episode, trial);
    const replies = repliesOf(episode.requests);
    for (const [at, sample] of samples.entries()) {
      const claims = claimReplies(sample, replies);
      for (const [index, claim] of claims.entries()) {
        const next = claims[index + 1];
        if (next === undefined) continue;
        await assertBoundary(trial, sample, claim, next, encoder, nameOf(samples, at));
      }
    }
  },
});

async function assertBoundary(
  trial: Trial,
  sample: Sample,
  claim: Claim,
  next: Claim,
  encoder: Encoder,
  name: string,
): Promise<void> {
  const end = claim.start + claim.length;
  const last = sample.tokens[end - 1] ?? -1;
  const bridge = sample.tokens.slice(end, next.start);
  // A turn that was cut, or is sampled on, has no end here.
  if (bridge.length === 0 || !encoder.stopIds.has(last)) return;
  if (bridge[0] === last) {
    trial.fail({
      expected: `one turn end behind reply ${claim.reply.number}, which sampled it`,
      got: `id ${last} twice in ${name}, at tokens ${end - 1} and ${end}`,
    });
  }
  const boundary = await boundaryOf(encoder, last);
  if (boundary === null || boundary.separator.length === 0) return;
  if (bridge[0] !== boundary.turnStart) return;
  trial.fail({
    expected: `the template’s separator [${boundary.separator.join(', ')}] behind reply ${claim.reply.number}`,
    got: `the next turn (id ${boundary.turnStart}) starts at once, at token ${end} of ${name}`,
  });
}

/** Read off a bridge of the encoder: what stands before the first id that no text gives. */
async function boundaryOf(encoder: Encoder, lastId: number): Promise<Boundary | null> {
  const { ids } = await encoder.encodeBridge({
    messages: [{ role: 'user', content: 'a' }],
    history: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'a' },
    ],
    lastId,
  });
  const separator: number[] = [];
  for (const id of ids) {
    const text = await encoder.decode([id], { skipSpecialTokens: true });
    if (text === '') return { separator, turnStart: id };
    separator.push(id);
  }
  return null;
}
