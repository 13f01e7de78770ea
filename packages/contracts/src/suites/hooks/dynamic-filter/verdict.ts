import { describeValue } from 'slime-runtime/hosting';
import type { DynamicFilterOutput, DynamicSamplingFilter } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';

/** A dynamic filter. */
export type FilterTarget = HookTarget<DynamicSamplingFilter>;

const FIELDS: ReadonlySet<string> = new Set<keyof DynamicFilterOutput>([
  'keep',
  'reason',
  'keep_when_insufficient',
]);

/** Asks the filter about the first group of a batch. A result of another type breaks the law. */
export async function judge(
  { fn }: FilterTarget,
  { args, groups }: Batch,
  trial: Trial,
): Promise<DynamicFilterOutput> {
  const [group = []] = groups;
  return readVerdict(await callAtOnce(trial, 'the filter', () => fn(args, group)), trial);
}

/** Reads what the filter gave. */
export function readVerdict(value: unknown, trial: Trial): DynamicFilterOutput {
  if (typeof value === 'boolean') return { keep: value };
  const expected = 'a boolean, or { keep, reason?, keep_when_insufficient? }';
  if (typeof value !== 'object' || value === null || !('keep' in value)) {
    return trial.fail({ expected, got: describeValue(value) });
  }
  const {
    keep,
    reason,
    keep_when_insufficient: fallback,
  } = {
    reason: undefined,
    keep_when_insufficient: undefined,
    ...value,
  };
  if (typeof keep !== 'boolean') {
    return trial.fail({ expected: 'a boolean as keep', got: describeValue(keep) });
  }
  if (reason !== undefined && reason !== null && typeof reason !== 'string') {
    return trial.fail({ expected: 'a string as reason', got: describeValue(reason) });
  }
  if (fallback !== undefined && typeof fallback !== 'boolean') {
    return trial.fail({
      expected: 'a boolean as keep_when_insufficient',
      got: describeValue(fallback),
    });
  }
  const unknown = Object.keys(value).find((key) => !FIELDS.has(key));
  if (unknown !== undefined) {
    return trial.fail({ expected, got: `a field ${unknown}, which slime does not know` });
  }
  return { keep };
}
