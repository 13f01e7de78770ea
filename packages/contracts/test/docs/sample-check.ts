import type { DocumentedCheck } from '../../src/docs/documented-check.ts';

/** A check with all that a page tells. */
export function makeDocumented(fields: Partial<DocumentedCheck> = {}): DocumentedCheck {
  return {
    id: 'rm/finite',
    kind: 'rm',
    title: 'A reward is a finite number, or a record with the key of `reward_key`',
    why: 'slime turns the rewards of a group into one tensor: a <NaN> poisons all.',
    fix: 'Return a finite number.',
    source: 'slime/ray/rollout.py',
    faults: ['A016', 'A001'],
    requires: ['rm/shape'],
    isProperty: true,
    severity: 'error',
    brokenSource: 'export const broken = () => NaN;\n',
    correctSource: 'export const correct = () => 0;\n',
    ...fields,
  };
}
