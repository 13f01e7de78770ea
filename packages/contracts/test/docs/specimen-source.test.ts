import { describe, expect, it } from 'vitest';
import { readSpecimenSource } from '../../src/docs/specimen-source.ts';

const SOURCE = `\
import { defineReward, type Sample } from 'slime-sdk';
import type { Specimen } from '../../src/specimen.ts';

const { floor, top } = { floor: 0, top: 1 };

/**
 * What both share.
 */
function score(sample: Sample): number {
  return sample.label === null ? floor : top;
}

// Says more than it should.
function shout(): string {
  return \`
not a statement: \${1}
\`;
}

export const broken = defineReward({
  reward: (_, sample) => (shout() === '' ? NaN : score(sample)),
});

/** The same, mended. */
export async function correct(_: unknown, sample: Sample): Promise<number> {
  return score(sample);
}

export const specimen = { alsoFires: ['rm/range'] } satisfies Specimen;
`;

describe('the source of a specimen', () => {
  it('is taken apart into its plugins, each with what it needs', () => {
    const { broken, correct } = readSpecimenSource(SOURCE);
    expect(broken).toBe(`\
import { defineReward, type Sample } from 'slime-sdk';

const { floor, top } = { floor: 0, top: 1 };

/**
 * What both share.
 */
function score(sample: Sample): number {
  return sample.label === null ? floor : top;
}

// Says more than it should.
function shout(): string {
  return \`
not a statement: \${1}
\`;
}

export const broken = defineReward({
  reward: (_, sample) => (shout() === '' ? NaN : score(sample)),
});`);
    expect(correct).toBe(`\
import { defineReward, type Sample } from 'slime-sdk';

const { floor, top } = { floor: 0, top: 1 };

/**
 * What both share.
 */
function score(sample: Sample): number {
  return sample.label === null ? floor : top;
}

/** The same, mended. */
export async function correct(_: unknown, sample: Sample): Promise<number> {
  return score(sample);
}`);
  });

  it('keeps statements that are there for what they do', () => {
    const { broken } = readSpecimenSource(
      "process.title = 'mine';\n\nexport const broken = () => 1;\n",
    );
    expect(broken).toBe("process.title = 'mine';\n\nexport const broken = () => 1;");
  });

  it('is nothing where a plugin is missing', () => {
    expect(readSpecimenSource('export const other = 1;\n')).toEqual({
      broken: null,
      correct: null,
    });
  });
});
