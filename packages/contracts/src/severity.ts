/** How much it matters that a check fell short. */
export type Severity = 'error' | 'warning';

/** Checks that warn; all others fail the run. A plugin may break them and train all the same. */
const WARNINGS: ReadonlySet<string> = new Set<string>([
  'all-samples/draws',
  'buffer-filter/deterministic',
  'convert/deterministic',
  'convert/known-columns',
  'dynamic-filter/deterministic',
  'dynamic-filter/groups-of-one',
  'dynamic-filter/keeps-some',
  'env/ends',
  'env/metrics-keys',
  'env/quiet',
  'eval/train-prompts',
  'generate/quiet',
  'package/license',
  'reward-post-process/deterministic',
  'reward-post-process/order',
  'rm/last-answer',
  'rm/quiet',
  'sample-filter/deterministic',
  'sample-filter/keeps-some',
  'sample-hook/deterministic',
  'sample-hook/end',
  'samples/bare-nan',
  'samples/constant-groups',
  'samples/equal-rewards',
  'samples/masked-log-probs',
  'samples/responses',
  'samples/sibling-prompts',
  'samples/weight-versions',
]);

/** The severity of a check, unless the user overrides it. */
export function severityOf(id: string): Severity {
  return WARNINGS.has(id) ? 'warning' : 'error';
}
