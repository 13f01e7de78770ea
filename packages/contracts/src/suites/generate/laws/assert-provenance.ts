import type { Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { type Claim, claimReplies, responseStart } from '../ledger/claim.ts';
import { nameOf } from '../read-samples.ts';
import type { WireReply } from '../stage/wire.ts';

/** What else is known of the samples. */
export interface ProvenanceOptions {
  /** The sample that was handed back: what it masks stays masked. */
  handed?: Sample;
}

/** One position of a response: what was sampled there, if anything. */
interface Place {
  name: string;
  /** In the response. */
  at: number;
  id: number;
  mask: number;
  /** Null: the sample has none. */
  logprob: number | null;
  sampled: { reply: WireReply; at: number } | null;
}

/**
 * The ledger law over the samples of one episode: mask 1 stands only on ids that a reply holds at
 * that position, with the reply's log-probs and once only; sampled ids are masked with a reason;
 * ids that nobody sampled have log-prob 0. Samples that are removed train nothing and are left out.
 */
export function assertProvenance(
  trial: Trial,
  samples: readonly Sample[],
  replies: readonly WireReply[],
  options: ProvenanceOptions = {},
): void {
  const trained = new Map<WireReply, Map<number, string>>();
  const read = samples.map((sample, at) => ({
    sample,
    places: placesOf(sample, claimReplies(sample, replies), nameOf(samples, at)),
  }));
  for (const { sample, places } of read) {
    if (isLeftOut(sample)) continue;
    for (const place of places) {
      if (place.mask === 1) assertTrained(trial, place, trained);
      else if (place.sampled === null && place.logprob !== null && place.logprob !== 0) {
        trial.fail({
          expected: 'log-prob 0 on ids that nobody sampled',
          got: `${place.logprob} at ${where(place)}`,
        });
      }
    }
  }
  for (const { sample, places } of read) {
    if (isLeftOut(sample) || sample.status === 'failed') continue;
    assertMasked(trial, sample, places, trained, options.handed);
  }
}

/** Removed ones train nothing; arrays that do not fit are a matter of another check. */
function isLeftOut({
  remove_sample,
  response_length,
  loss_mask,
  rollout_log_probs,
}: Sample): boolean {
  return (
    remove_sample ||
    (loss_mask ?? { length: response_length }).length !== response_length ||
    (rollout_log_probs ?? { length: response_length }).length !== response_length
  );
}

function assertTrained(
  trial: Trial,
  place: Place,
  trained: Map<WireReply, Map<number, string>>,
): void {
  const { sampled, logprob } = place;
  if (sampled === null) {
    trial.fail({
      expected: 'mask 1 only on ids that a reply holds at that position',
      got: `mask 1 at ${where(place)}, which no reply holds there`,
      note:
        'a reply belongs right behind the ids that the engine was asked with: compare what was sent ' +
        'with what the sample holds before it',
    });
  }
  const told = sampled.reply.logprobs[sampled.at] ?? null;
  if (logprob !== null && logprob !== told) {
    trial.fail({
      expected:
        told === null
          ? `no training on an id without a log-prob of the engine, at ${where(place)}`
          : `the engine's log-prob ${told} at ${where(place)}`,
      got: logprob,
    });
  }
  const ofReply = trained.get(sampled.reply) ?? new Map<number, string>();
  trained.set(sampled.reply, ofReply);
  const other = ofReply.get(sampled.at);
  if (other !== undefined) {
    trial.fail({
      expected: 'each sampled id is trained once',
      got: `${where(place)} is trained in ${other} too`,
    });
  }
  ofReply.set(sampled.at, place.name);
}

function assertMasked(
  trial: Trial,
  sample: Sample,
  places: readonly Place[],
  trained: ReadonlyMap<WireReply, ReadonlyMap<number, string>>,
  handed: Sample | undefined,
): void {
  const reasons = maskedSpans(sample);
  const kept = handed?.loss_mask ?? [];
  for (const place of places) {
    const { sampled, mask, logprob, at } = place;
    if (mask !== 0 || sampled === null) continue;
    const told = sampled.reply.logprobs[sampled.at] ?? null;
    const isElsewhere = trained.get(sampled.reply)?.has(sampled.at) === true;
    const isReasoned = reasons.has(at) || isElsewhere || told === null || kept[at] === 0;
    if (!isReasoned) {
      trial.fail({
        expected: 'mask 1 on sampled ids, or a reason in metadata.masked_spans',
        got: `mask 0 at ${where(place)}, which a reply holds there`,
        note: 'metadata.masked_spans lists [start in the response, length, reason]',
      });
    }
    if (logprob !== null && logprob !== 0 && logprob !== told) {
      trial.fail({ expected: `log-prob ${told ?? 0} at ${where(place)}`, got: logprob });
    }
  }
}

function placesOf(sample: Sample, claims: readonly Claim[], name: string): Place[] {
  const start = responseStart(sample);
  const places = Array.from({ length: Math.max(0, sample.response_length) }, (_, at): Place => ({
    name,
    at,
    id: sample.tokens[start + at] ?? -1,
    mask: sample.loss_mask === null ? 1 : (sample.loss_mask[at] ?? 0),
    logprob: sample.rollout_log_probs?.[at] ?? null,
    sampled: null,
  }));
  for (const claim of claims) {
    for (let at = 0; at < claim.length; at += 1) {
      const place = places[claim.start - start + at];
      if (place !== undefined) place.sampled = { reply: claim.reply, at };
    }
  }
  return places;
}

/** Positions of the response that are masked with a reason. */
function maskedSpans({ metadata }: Sample): Set<number> {
  const spans = metadata['masked_spans'];
  const positions = new Set<number>();
  for (const span of Array.isArray(spans) ? spans : []) {
    const [start, length, reason] = Array.isArray(span) ? span : [];
    if (typeof start !== 'number' || typeof length !== 'number') continue;
    if (typeof reason !== 'string' || reason === '') continue;
    for (let at = start; at < start + length; at += 1) positions.add(at);
  }
  return positions;
}

function where({ name, at, id }: Place): string {
  return `response position ${at} of ${name} (id ${id})`;
}
