import type { CheckReport, Outcome, PluginReport } from '../../report/report.ts';
import { quoteWord } from '../../runner/replay-command.ts';
import { severityOf } from '../../severity.ts';
import { loadsAlone } from './loads-alone.ts';
import { license, manifest, noInstallScript } from './manifest.ts';
import { listPackedFiles, PackError, type PackedFiles } from './pack.ts';
import { openPackage } from './package-at-hand.ts';
import type { PackageCheck, PackageContext, PackageFinding } from './package-check.ts';
import { peerRanges } from './ranges.ts';
import { tarball, types } from './tarball.ts';

/** The checks of packages, in order. */
export const packageChecks: readonly PackageCheck[] = [
  manifest,
  tarball,
  types,
  loadsAlone,
  peerRanges,
  noInstallScript,
  license,
];

/**
 * Checks a package as it would be published: by its name, found from `cwd`, or by its folder. What
 * a check finds is in the report; nothing of the package runs but the modules that its manifest
 * names, in a process of their own.
 *
 * @throws PluginError when there is no such package
 */
export async function checkPackage(
  nameOrFolder: string,
  { cwd }: { cwd: string },
): Promise<PluginReport> {
  const at = await openPackage(nameOrFolder, cwd);
  let packed: Promise<PackedFiles> | null = null;
  const context: PackageContext = {
    at,
    cwd,
    packed: () => (packed ??= listPackedFiles(at.folder)),
  };
  const command = `npx slime-contracts ${quoteWord(nameOrFolder)}`;
  const checks: CheckReport[] = [];
  for (const check of packageChecks) {
    const failed = checks.filter(({ id, outcome }) => isNeeded(check, id) && outcome !== 'held');
    checks.push(
      failed.length > 0
        ? report(check, 'blocked', 0, { reason: failed.map(({ id }) => id).join(', ') })
        : await run(check, context, command),
    );
  }
  return {
    kind: 'package',
    spec: nameOrFolder,
    file: at.folder,
    sha256: null,
    error: null,
    checks,
    branches: null,
    output: [],
  };
}

function isNeeded({ requires }: PackageCheck, id: string): boolean {
  return requires.some((needed) => needed === id);
}

async function run(
  check: PackageCheck,
  context: PackageContext,
  command: string,
): Promise<CheckReport> {
  const started = performance.now();
  const finding = await examine(check, context);
  const seconds = Math.round(performance.now() - started) / 1000;
  switch (finding.outcome) {
    case 'held':
      return report(check, 'held', seconds, {});
    case 'not_applicable':
      return report(check, 'not_applicable', seconds, { reason: finding.needs });
    case 'fell_short':
      return report(check, 'fell_short', seconds, {
        failure: {
          input: null,
          expected: finding.expected,
          got: finding.got,
          note: finding.note ?? null,
          shrinks: 0,
          replay: null,
          command,
        },
      });
  }
}

async function examine(check: PackageCheck, context: PackageContext): Promise<PackageFinding> {
  try {
    return await check.examine(context);
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return { outcome: 'fell_short', expected: 'npm tells what it would pack', got: error.message };
  }
}

function report(
  { id, title, why, fix, source }: PackageCheck,
  outcome: Outcome,
  seconds: number,
  more: Partial<Pick<CheckReport, 'reason' | 'failure'>>,
): CheckReport {
  return {
    id,
    title,
    outcome,
    severity: severityOf(id),
    cases: outcome === 'blocked' ? 0 : 1,
    met: outcome === 'blocked' || outcome === 'not_applicable' ? 0 : 1,
    seconds,
    reason: null,
    failure: null,
    why,
    fix,
    source,
    ...more,
  };
}
