import fc from 'fast-check';
import { copyPlain } from 'slime-runtime/hosting';
import { createSample, type Sample } from 'slime-sdk';
import { sharedParts } from '../../arbitraries/sample-of.ts';
import type { World } from '../../world/world.ts';

/** What an episode starts from. */
export interface EpisodeStart {
  /** A clean sample; {@link playEpisode} hands the env a copy. */
  sample: Sample;
  seed: number;
  /** The sample is made up: the env may refuse it when it builds or resets. */
  isMadeUp: boolean;
}

/** Seeds as the loop derives them: 31 bits. */
export function episodeSeed(): fc.Arbitrary<number> {
  return fc.nat(0x7fff_ffff);
}

/** Clean samples of the user's rows; without rows, made-up ones. */
export function episodeStart({ rows, vocabulary }: World): fc.Arbitrary<EpisodeStart> {
  const none = (): readonly string[] => [];
  const sample: fc.Arbitrary<Sample> =
    rows.length > 0
      ? fc.constantFrom(...rows)
      : sharedParts({ rows, vocabulary, rights: none, wrongs: none }).map((parts) =>
          createSample({
            prompt: copyPlain(parts.prompt),
            label: copyPlain(parts.label),
            metadata: copyPlain(parts.metadata),
            index: parts.groupIndex,
            group_index: parts.groupIndex,
          }),
        );
  const isMadeUp = rows.length === 0;
  return fc.record({ sample, seed: episodeSeed(), isMadeUp: fc.constant(isMadeUp) });
}
