import { describeJsonFault, findJsonFault } from './check-json.ts';
import { SampleError } from './errors.ts';
import { formatPath } from './json-path.ts';
import { type Sample, sampleSchema } from './sample.ts';

/** One broken invariant of a sample. */
export interface SampleIssue {
  path: readonly PropertyKey[];
  /** Stable name of the invariant. */
  code: SampleIssueCode;
  message: string;
}

/** Names of the invariants that {@link checkSample} knows. */
export type SampleIssueCode =
  | 'shape'
  | 'tokens'
  | 'response_length'
  | 'loss_mask'
  | 'log_probs'
  | 'top_p'
  | 'routed_experts'
  | 'status'
  | 'reward'
  | 'failure_reward'
  | 'metadata';

/** What the caller knows about the run. */
export interface CheckSampleOptions {
  /** `--reward-key`: the key that an object reward must have. */
  rewardKey?: string | null;
}

type Report = (code: SampleIssueCode, path: readonly PropertyKey[], message: string) => void;

const MAX_TOKEN_ID = 2 ** 31 - 1;

/**
 * Lists the invariants that a sample breaks, with paths; empty when it holds them all.
 *
 * Accepts what slime accepts: a null mask (all ones), null log-probs, masked sampled spans, an
 * aborted or failed sample that never got tokens.
 */
export function checkSample(value: unknown, options: CheckSampleOptions = {}): SampleIssue[] {
  const issues: SampleIssue[] = [];
  const report: Report = (code, path, message) => issues.push({ code, path, message });
  const fault = findJsonFault(readMetadata(value), ['metadata']);
  if (fault !== undefined) report('metadata', fault.path, fault.message);
  const parsed = sampleSchema.safeParse(withoutMetadata(value));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report('shape', issue.path, issue.message);
    return issues;
  }
  const sample: Sample = parsed.data;
  checkTokens(sample, report);
  checkMask(sample, report);
  checkLogProbs(sample, report);
  checkTopP(sample, report);
  checkRoutedExperts(sample, report);
  checkStatus(sample, report);
  checkReward(sample, options.rewardKey ?? null, report);
  return issues;
}

/**
 * Throws when a sample breaks an invariant.
 *
 * @throws SampleError that names each with its path.
 */
export function assertSample(value: unknown, options: CheckSampleOptions = {}): void {
  const issues = checkSample(value, options);
  if (issues.length === 0) return;
  const lines = issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
  const rest = lines.length > 5 ? ` (and ${lines.length - 5} more)` : '';
  throw new SampleError(`sample breaks its invariants: ${lines.slice(0, 5).join('; ')}${rest}`, {
    data: { issues: lines },
  });
}

/** Metadata is checked for plain JSON by its own walk, which gives a better path. */
function readMetadata(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'metadata' in value ? value.metadata : {};
}

function withoutMetadata(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return value;
  const { metadata, ...rest } = value;
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? { ...rest, metadata: {} }
    : { ...rest, metadata };
}

function neverRan(sample: Sample): boolean {
  return (
    (sample.status === 'aborted' || sample.status === 'failed') &&
    sample.tokens.length === 0 &&
    sample.response_length === 0
  );
}

function checkTokens(sample: Sample, report: Report): void {
  const { tokens, response_length: length } = sample;
  const bad = findNoId(tokens);
  if (bad >= 0) report('tokens', ['tokens', bad], `${tokens[bad]} is no token id`);
  if (length < 0) report('response_length', ['response_length'], `${length} is negative`);
  if (length >= tokens.length && !neverRan(sample)) {
    report(
      'response_length',
      ['response_length'],
      `${length} must be less than the number of tokens, ${tokens.length}`,
    );
  }
}

function checkMask(sample: Sample, report: Report): void {
  const mask = sample.loss_mask;
  if (mask === null) return;
  checkLength('loss_mask', mask, sample.response_length, 'loss_mask', report);
  const bad = findNonBit(mask);
  if (bad >= 0) report('loss_mask', ['loss_mask', bad], `${mask[bad]} is neither 0 nor 1`);
}

function checkLogProbs(sample: Sample, report: Report): void {
  for (const key of ['rollout_log_probs', 'teacher_log_probs'] as const) {
    const values = sample[key];
    if (values === null) continue;
    checkLength(key, values, sample.response_length, 'log_probs', report);
    const bad = findNoLogProb(values);
    if (bad >= 0) {
      report('log_probs', [key, bad], `${values[bad]} is no log-probability: finite, at most 0`);
    }
  }
}

// Loops, since a callback costs five times as much; one for each kind of number, since V8 makes an
// object of every float that is read where it has seen integers too.

function findNoId(values: readonly number[]): number {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? -1;
    if (!(value >= 0 && value <= MAX_TOKEN_ID)) return at;
  }
  return -1;
}

function findNoLogProb(values: readonly number[]): number {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!(value >= -Number.MAX_VALUE && value <= 0)) return at;
  }
  return -1;
}

function findNonBit(values: readonly number[]): number {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value !== 0 && value !== 1) return at;
  }
  return -1;
}

function checkLength(
  key: 'loss_mask' | 'rollout_log_probs' | 'teacher_log_probs',
  values: readonly number[],
  length: number,
  code: SampleIssueCode,
  report: Report,
): void {
  if (values.length === length) return;
  report(code, [key], `${values.length} entries for a response of ${length}`);
}

function checkTopP(sample: Sample, report: Report): void {
  const ids = sample.rollout_top_p_token_ids;
  const offsets = sample.rollout_top_p_token_offsets;
  if (ids === null && offsets === null) return;
  const path = ['rollout_top_p_token_offsets'];
  if (ids === null || offsets === null) {
    report('top_p', path, 'ids and offsets come together or not at all');
    return;
  }
  if (offsets.length !== sample.response_length + 1) {
    report(
      'top_p',
      path,
      `${offsets.length} offsets for a response of ${sample.response_length}, expected one more`,
    );
  }
  if (offsets[0] !== 0) report('top_p', [...path, 0], `${offsets[0]} must be 0`);
  const drop = offsets.findIndex((offset, at) => at > 0 && offset < (offsets[at - 1] ?? 0));
  if (drop >= 0) report('top_p', [...path, drop], `${offsets[drop]} is less than the one before`);
  const last = offsets.at(-1);
  if (last !== ids.length) {
    report(
      'top_p',
      [...path, offsets.length - 1],
      `${last} must be the number of ids, ${ids.length}`,
    );
  }
}

function checkRoutedExperts(sample: Sample, report: Report): void {
  const experts = sample.rollout_routed_experts;
  if (experts === null) return;
  const path = ['rollout_routed_experts'];
  if (experts.length !== sample.tokens.length - 1) {
    report(
      'routed_experts',
      path,
      `${experts.length} rows for ${sample.tokens.length} tokens, expected one less`,
    );
  }
  const layers = experts[0]?.length;
  const topk = experts[0]?.[0]?.length;
  const ragged = experts.findIndex(
    (row) => row.length !== layers || row.some((layer) => layer.length !== topk),
  );
  if (ragged >= 0) report('routed_experts', [...path, ragged], 'rows differ in shape');
}

function checkStatus(sample: Sample, report: Report): void {
  if (sample.status === 'pending') {
    report(
      'status',
      ['status'],
      'pending is not terminal: completed, truncated, aborted or failed',
    );
  }
}

function checkReward(sample: Sample, rewardKey: string | null, report: Report): void {
  const { reward } = sample;
  if (sample.status === 'failed' && reward !== null) {
    report('failure_reward', ['reward'], 'a failed sample carries no reward');
  }
  if (reward === null) return;
  if (typeof reward === 'number') {
    if (!Number.isFinite(reward)) report('reward', ['reward'], `${reward} is not finite`);
    if (rewardKey !== null) {
      report('reward', ['reward'], `a number, but --reward-key ${rewardKey} needs an object`);
    }
    return;
  }
  if (rewardKey !== null && typeof reward[rewardKey] !== 'number') {
    report('reward', ['reward', rewardKey], `--reward-key ${rewardKey} must be a finite number`);
  }
  const fault = findJsonFault(reward, ['reward']);
  if (fault !== undefined) report('reward', fault.path, describeJsonFault(fault));
}
