import { describeValue } from 'slime-runtime/hosting';
import { checkSample, formatPath, type Sample } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import type { RolloutRun } from './run-rollout.ts';

/** A group of a rollout: its rollouts, each with its segments. */
export interface ReadGroup {
  rollouts: readonly (readonly Sample[])[];
  /** Its members are lists, as where generate fans out. */
  nested: boolean;
}

/**
 * Reads the groups of a rollout. Groups that are empty, that mix samples with lists, or are nested
 * deeper break the law, as slime flattens by its first element.
 */
export function readGroups({ groups }: RolloutRun, trial: Trial): ReadGroup[] {
  return groups.map((group, at): ReadGroup => {
    const members = readList(group, `samples[${at}]`, trial);
    const nested = Array.isArray(members[0]);
    const mixed = members.findIndex((member) => Array.isArray(member) !== nested);
    if (mixed >= 0) {
      trial.fail({
        expected: `samples[${at}] holds samples only, or lists only`,
        got: `${describeValue(members[mixed])} at samples[${at}][${mixed}], after ${describeValue(members[0])}`,
      });
    }
    const rollouts = members.map((member, place) =>
      nested ? readList(member, `samples[${at}][${place}]`, trial) : [member],
    );
    return {
      nested,
      rollouts: rollouts.map((segments, place) =>
        segments.map((segment, index) => {
          const where = `samples[${at}][${place}]${nested ? `[${index}]` : ''}`;
          return asSample(segment, where, trial);
        }),
      ),
    };
  });
}

function readList(value: unknown, where: string, trial: Trial): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  return trial.fail({
    expected: `${where} is a list that is not empty`,
    got: describeValue(value),
  });
}

/** Only what makes it a sample at all; its invariants are a law of their own. */
function asSample(value: unknown, where: string, trial: Trial): Sample {
  if (isSample(value)) return value;
  const [issue] = checkSample(value);
  return trial.fail({
    expected: `${where} is a sample`,
    got: issue === undefined ? describeValue(value) : `${formatPath(issue.path)}: ${issue.message}`,
  });
}

function isSample(value: unknown): value is Sample {
  return !checkSample(value).some(({ code }) => code === 'shape');
}
