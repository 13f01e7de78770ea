import { checkSample, formatPath, type RolloutArgs, type SampleIssueCode } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Episode } from '../play-episode.ts';

/** Breaks at the first invariant of these names that a sample of the episode breaks. */
export function assertInvariants(
  trial: Trial,
  { outcome }: Pick<Episode, 'outcome'>,
  args: RolloutArgs,
  codes: readonly SampleIssueCode[],
): void {
  if (!outcome.ok) return;
  const items: unknown[] = Array.isArray(outcome.value) ? outcome.value : [outcome.value];
  for (const [at, item] of items.entries()) {
    const issue = checkSample(item, { rewardKey: args.reward_key }).find(({ code }) =>
      codes.includes(code),
    );
    if (issue === undefined) continue;
    const path = formatPath(items.length === 1 ? issue.path : [at, ...issue.path]);
    trial.fail({ expected: 'a sample with its invariants', got: `${path}: ${issue.message}` });
  }
}
