import fc from 'fast-check';
import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { claimReplies } from '../ledger/claim.ts';
import { playEpisode } from '../play-episode.ts';
import { isScored, nameOf, samplesOf } from '../read-samples.ts';
import type { Trouble } from '../stage/trouble.ts';
import { repliesOf, type WireReply } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

interface VersionCase {
  episode: EpisodeCase;
  changes: readonly Trouble[][];
}

/** What stands for a version that a reply did not tell. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown', '']);

const CHANGES: readonly Trouble[][] = [
  [{ kind: 'weight_version_change', at: 1, times: null }],
  [
    { kind: 'bare_abort', at: 1, times: 1 },
    { kind: 'weight_version_change', at: 2, times: null },
  ],
  [{ kind: 'bare_abort', at: 1, times: null }],
  [{ kind: 'weight_version_change', at: 0, times: 1 }],
  [
    { kind: 'abort', at: 0, times: 1 },
    { kind: 'weight_version_change', at: 1, times: null },
  ],
  [{ kind: 'bare_abort', at: 0, times: 1 }],
];

/** Which weights sampled a turn. */
export const weightVersion = property<GenerateTarget, VersionCase>({
  id: 'generate/weight-version',
  title: 'weight_versions names the versions that sampled the turns, and no others',
  why: 'Staleness metrics and off-policy corrections go by it: a version that was made up, or one left out, hides that a sample mixes two policies.',
  fix: 'Add meta_info.weight_version of each reply that stands in the sample; of one that does not say, nothing or “unknown”. context.tape() does it.',
  source: 'slime/utils/types.py Sample.append_response_tokens; SGLang meta_info.weight_version',
  faults: ['A061', 'A119'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'], mostReplies: 3 }),
      changes: fc.shuffledSubarray([...CHANGES], { minLength: 3 }),
    }),
  show: ({ episode, changes }, target) => ({ episode: showCase(episode, target), changes }),
  async holds(target, { episode: input, changes }, trial) {
    for (const troubles of changes) {
      const one = { ...input, troubles };
      const episode = await playEpisode(target, trial, one);
      const samples = samplesOf(episode, trial) ?? [];
      const replies = repliesOf(episode.requests).filter(({ isDelivered }) => isDelivered);
      for (const [at, sample] of samples.entries()) {
        assertVersions(trial, sample, replies, nameOf(samples, at));
      }
    }
  },
});

function assertVersions(
  trial: Trial,
  sample: Sample,
  replies: readonly WireReply[],
  name: string,
): void {
  const recorded = sample.weight_versions;
  // slime does without them; what is recorded has to be true.
  if (recorded.length === 0) return;
  const told = countOf(replies.flatMap(({ version }) => version ?? []));
  for (const [version, count] of countOf(recorded)) {
    if (UNKNOWN.has(version) || count <= (told.get(version) ?? 0)) continue;
    trial.fail({
      expected: `at most ${told.get(version) ?? 0} of version ${version}: so many replies named it`,
      got: `${name} with weight_versions ${JSON.stringify(recorded)}`,
    });
  }
  if (!isScored(sample)) return;
  const missing = claimReplies(sample, replies).find(
    ({ reply }) => reply.version !== null && !recorded.includes(reply.version),
  );
  if (missing === undefined) return;
  trial.fail({
    expected: `version ${missing.reply.version} of reply ${missing.reply.number}, which stands in ${name}`,
    got: `weight_versions ${JSON.stringify(recorded)}`,
  });
}

function countOf(versions: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const version of versions) counts.set(version, (counts.get(version) ?? 0) + 1);
  return counts;
}
