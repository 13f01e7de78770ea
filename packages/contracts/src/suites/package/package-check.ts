import type { CheckText } from '../../check.ts';
import type { PackageAtHand } from './package-at-hand.ts';
import type { PackedFiles } from './pack.ts';

/** What the checks of a package share. */
export interface PackageContext {
  at: PackageAtHand;
  cwd: string;
  /** What `npm pack` would put into the tarball; asked once. @throws PackError */
  packed: () => Promise<PackedFiles>;
}

/** What came of a check of a package. */
export type PackageFinding =
  | { outcome: 'held' }
  | { outcome: 'not_applicable'; needs: string }
  | { outcome: 'fell_short'; expected: string; got: string; note?: string };

/** A check of a package. */
export interface PackageCheck extends CheckText {
  examine(context: PackageContext): Promise<PackageFinding>;
}

/** It holds. */
export const held: PackageFinding = { outcome: 'held' };

/** It does not hold. */
export function short(expected: string, got: string, note?: string): PackageFinding {
  return { outcome: 'fell_short', expected, got, ...(note === undefined ? {} : { note }) };
}
