import type { CheckId } from '../../check.ts';
import type { RewardTarget } from './target.ts';

/** Checks without which no result can be read. */
export const READABLE: readonly CheckId[] = [
  'rm/settles',
  'rm/count',
  'rm/finite',
  'rm/reward-key',
];

/** Checks without which no two results can be compared. */
export const COMPARABLE: readonly CheckId[] = [...READABLE, 'rm/deterministic'];

/** Checks without which what one response earns says nothing: it may be the last one's. */
export const STATELESS: readonly CheckId[] = [...COMPARABLE, 'rm/order-free'];

/** What laws need that compare results. */
export function needsDeterministic({ plugin }: RewardTarget): string | null {
  return plugin.declaration.deterministic === false
    ? 'a deterministic reward (this one declares `deterministic: false`)'
    : null;
}

/** What laws need that compare what is earned under one label with what is earned under another. */
export function needsAlone({ plugin }: RewardTarget): string | null {
  return plugin.mode === 'single' || plugin.claims.laws.includes('scores-alone')
    ? null
    : 'a reward that scores each sample alone (the law `scores-alone`)';
}

/** What laws about groups need. */
export function needsGroup({ plugin }: RewardTarget): string | null {
  return plugin.mode === 'group' ? null : 'a reward for whole groups (--group-rm)';
}
