import fc from 'fast-check';
import { copyPlain } from 'slime-runtime/hosting';
import { createSample, type JsonValue, type Sample } from 'slime-sdk';
import { sharedParts } from '../../arbitraries/sample-of.ts';
import { cutMiddle } from '../../runner/show-value.ts';
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
            label: plainLabel(parts.label),
            metadata: copyPlain(parts.metadata),
            index: parts.groupIndex,
            group_index: parts.groupIndex,
          }),
        );
  const isMadeUp = rows.length === 0;
  return fc.record({ sample, seed: episodeSeed(), isMadeUp: fc.constant(isMadeUp) });
}

/** What an env expects of a label is not known without rows: a text that is not blank. */
function plainLabel(label: JsonValue): string {
  return typeof label === 'string' && label.trim() !== '' ? label : '42';
}

/** Several starts; made-up ones share the sample, so that an env refuses all of them or none. */
export function episodeStarts(world: World, count: number): fc.Arbitrary<EpisodeStart[]> {
  const list = { minLength: count, maxLength: count };
  if (world.rows.length > 0) return fc.array(episodeStart(world), list);
  return fc
    .tuple(episodeStart(world), fc.array(episodeSeed(), list))
    .map(([start, seeds]) => seeds.map((seed) => ({ ...start, seed })));
}

/** A start that the env has taken: from now on a refusal is a fault. */
export function taken(start: EpisodeStart): EpisodeStart {
  return { ...start, isMadeUp: false };
}

/**
 * What a report shows of an episode's input: the row without what is null in every row, and of a
 * planned turn its kind and the words that it is made of: a breach names what it came to be, but a
 * call that ends the process leaves no breach.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whatever else is in it is shown
export function showEpisode<Input extends { start: EpisodeStart }>({
  start,
  ...rest
}: Input): object {
  const { prompt, label, metadata } = start.sample;
  const shown = Object.entries(rest).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.map((item: unknown) => showTurn(item)) : value,
  ]);
  return { row: { prompt, label, metadata }, seed: start.seed, ...Object.fromEntries(shown) };
}

/** Characters of the words of a turn. */
const MOST_SHOWN = 300;

function showTurn(item: unknown): unknown {
  const isPlan = typeof item === 'object' && item !== null && 'kind' in item && 'picks' in item;
  if (!isPlan) return item;
  const words = 'words' in item ? item.words : '';
  if (words === '') return item.kind;
  const shown = JSON.stringify(typeof words === 'string' ? cutMiddle(words, MOST_SHOWN) : words);
  return `${String(item.kind)}, of the words ${shown}`;
}
