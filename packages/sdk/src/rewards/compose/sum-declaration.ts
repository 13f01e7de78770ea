import type { RewardDeclaration } from '../../reward.ts';
import type { ScoredPart } from './part-value.ts';

const GROWTHS = ['constant', 'linear', 'quadratic'] as const;
/** Rewards become 32-bit floats. */
const LARGEST = 3.4028234663852886e38;

/** One summand of a weighted sum, read. */
export interface Summand extends ScoredPart {
  name: string;
  weight: number;
}

/** What a weighted sum is, by what its parts are. @throws TypeError for a range past a float. */
export function sumDeclaration(parts: readonly Summand[]): RewardDeclaration<unknown> {
  const range = sumRange(parts);
  const examples = examplesOf(parts);
  return {
    ...(range === null ? {} : { range }),
    deterministic: parts.every(({ deterministic }) => deterministic),
    reads: [...new Set(parts.flatMap(({ reads }) => reads))],
    growth: GROWTHS[Math.max(...parts.map(({ growth }) => GROWTHS.indexOf(growth)))] ?? 'linear',
    paysWithoutLabel: paysWithoutLabel(parts),
    ...(examples === null ? {} : { examples }),
  };
}

/** What a part adds at least and at most; null where that is unknown. */
function contribution({ weight, range }: Summand): readonly [number, number] | null {
  if (weight === 0) return [0, 0];
  if (range === null) return null;
  const ends = range.map((end) => end * weight);
  return [Math.min(...ends), Math.max(...ends)];
}

function sumRange(parts: readonly Summand[]): readonly [number, number] | null {
  let low = 0;
  let high = 0;
  for (const part of parts) {
    const added = contribution(part);
    if (added === null) return null;
    low += added[0];
    high += added[1];
  }
  if (!(low >= -LARGEST && high <= LARGEST)) {
    throw new TypeError(
      `weightedSum: its range would be [${low}, ${high}], more than a float holds`,
    );
  }
  return [low, high];
}

/** A penalty, which only takes away, pays nobody; unless there is nothing else. */
function paysWithoutLabel(parts: readonly Summand[]): boolean {
  const paying = parts.filter((part) => (contribution(part)?.[1] ?? 1) > 0);
  const asked = paying.length > 0 ? paying : parts;
  return asked.some((part) => part.paysWithoutLabel);
}

/** The examples of a part whose right answer is worth more than all that others could take away. */
function examplesOf(parts: readonly Summand[]): Summand['examples'] {
  const spans = parts.map((part) => {
    const added = contribution(part);
    return added === null ? Infinity : added[1] - added[0];
  });
  for (const [at, part] of parts.entries()) {
    const others = spans.reduce((sum, span, other) => (other === at ? sum : sum + span), 0);
    if (part.examples !== null && part.weight > 0 && (spans[at] ?? 0) > others) {
      return part.examples;
    }
  }
  return null;
}
