import { describeValue } from 'slime-runtime/hosting';
import { checkSample, type DataSource, formatPath, type Sample } from 'slime-sdk';
import fc from 'fast-check';
import type { Trial } from '../../trial.ts';
import type { DataSourceTarget, SourceSetup } from './target.ts';

/** A source may read its data anew for each case. */
export const FEW = { share: 0.1, mostCases: 50 } as const;

/** The user's `n_samples_per_prompt`, else a small one; both orders, few seeds. */
export function sourceSetups({ world }: DataSourceTarget): fc.Arbitrary<SourceSetup> {
  const { n_samples_per_prompt: n, rollout_seed: seed } = world.args;
  return fc.record({
    n: n > 1 ? fc.constant(n) : fc.integer({ min: 1, max: 3 }),
    shuffle: fc.boolean(),
    seed: fc.constantFrom(seed, 0, 7),
  });
}

/** Takes groups from a source. What is no array of groups of samples breaks the law. */
export async function takeGroups(
  source: DataSource,
  count: number,
  trial: Trial,
): Promise<Sample[][]> {
  const where = `getSamples(${count})`;
  const taken: unknown = await trial.call(where, () => source.getSamples(count));
  if (!Array.isArray(taken)) {
    return trial.fail({ expected: `${where} gives an array of groups`, got: describeValue(taken) });
  }
  const groups: readonly unknown[] = taken;
  return groups.map((group, at) => {
    if (!Array.isArray(group) || group.length === 0) {
      return trial.fail({
        expected: `group ${at} of ${where} is an array of samples`,
        got: describeValue(group),
      });
    }
    const items: readonly unknown[] = group;
    const bad = items.findIndex((item) => !isSample(item));
    if (bad >= 0) {
      const [issue] = checkSample(items[bad]);
      trial.fail({
        expected: `member ${bad} of group ${at} is a sample`,
        got: issue === undefined ? 'none' : `${formatPath(issue.path)}: ${issue.message}`,
      });
    }
    // The array itself: it is given back as it came.
    return group as Sample[];
  });
}

function isSample(value: unknown): value is Sample {
  return !checkSample(value).some(({ code }) => code === 'shape' || code === 'metadata');
}

/** What a group is about, as text: the row that it was made of. */
export function rowOf(group: readonly Sample[]): string {
  const [first] = group;
  return JSON.stringify([first?.prompt, first?.label, first?.metadata]);
}
