import { describe, expect, it } from 'vitest';
import { graders } from '../../../src/rewards/index.ts';

describe('f1 of a box', () => {
  it.each([
    ['\\text{Paris}', 'Paris'],
    ['\\textbf{\\text{New York}}', 'new york'],
    ['\\mathrm{He}\\ \\text{gas}', 'he gas'],
    ['\\text{New~York}', 'New York'],
    ['Paris', 'Paris'],
  ])('counts the words of %s, not the commands that set them', async (box, label) => {
    const policyText = `so \\boxed{${box}}`;
    expect(
      await graders.boxed_f1.grade({ policyText, seed: 0 }, { label, metadata: {} }),
    ).toMatchObject({
      reward: 1,
    });
  });
});
