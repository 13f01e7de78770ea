import { beforeAll, describe, expect, it } from 'vitest';
import { PLUGIN_KINDS, type PluginKind } from './plugin-kinds.ts';
import { standingOf } from './report/standing.ts';
import type { CheckReport, Report } from './report/report.ts';
import type { ContractsOptions } from './runner/contracts-options.ts';
import { runContracts } from './runner/run-contracts.ts';
import { selectPlugins } from './runner/select-plugins.ts';
import { SUITES } from './suites/index.ts';

/** The argument of {@link contractTests}. */
export interface ContractTestsOptions extends Omit<
  ContractsOptions,
  'samples' | 'package' | 'signal'
> {
  /** Warnings and checks that do not apply fail as well. Default false. */
  strict?: boolean;
  /** Milliseconds for all checks of a plugin together. Default 300,000. */
  testTimeout?: number;
}

const checksOf = new Map<PluginKind, readonly { id: string; title: string }[]>();
for (const kind of Object.keys(PLUGIN_KINDS) as PluginKind[]) {
  checksOf.set(kind, (await SUITES[kind]()).checks);
}

/**
 * Makes the contracts of plugins tests of vitest: a `describe` a plugin, one test a check. The
 * checks run once, in child processes, before the first test reads its result.
 *
 * @example
 * ```ts
 * import { contractTests } from 'slime-contracts/vitest';
 *
 * contractTests({ args: { custom_rm_path: './src/rm.ts' }, runs: 200, seed: 1 });
 * ```
 */
export function contractTests(options: ContractTestsOptions): void {
  const { strict = false, testTimeout = 300_000, ...contracts } = options;
  const targets = selectPlugins(contracts.args ?? {});
  for (const target of targets) {
    const { kind, spec } = target;
    describe(`${PLUGIN_KINDS[kind].title} ${spec}`, () => {
      let report: Report | undefined;
      beforeAll(async () => {
        report = await runContracts({ ...contracts, args: onlyPlugin(contracts, kind, spec) });
      }, testTimeout);

      it('loads', () => {
        expect(report?.plugins[0]?.error ?? null).toBeNull();
      });

      for (const { id, title } of checksOf.get(kind) ?? []) {
        if (contracts.only?.includes(id) === false) continue;
        it(`${id}: ${title}`, (context) => {
          const check = report?.plugins[0]?.checks.find((item) => item.id === id);
          if (check === undefined) throw new Error(`${id} was not run: see "loads"`);
          judge(check, strict, (reason) => context.skip(reason));
        });
      }
      if (contracts.laws === undefined) return;
      it(`holds the laws of ${contracts.laws}`, () => {
        const known = new Set((checksOf.get(kind) ?? []).map(({ id }) => id));
        const own = report?.plugins[0]?.checks.filter(({ id }) => !known.has(id)) ?? [];
        const fallen = own.filter((check) =>
          ['fails', 'crashes'].includes(standingOf(check, { strict })),
        );
        if (fallen.length > 0) throw new Error(fallen.map(describeLaw).join('\n\n'));
      });
    });
  }
}

/** The same arguments with one plugin alone. */
function onlyPlugin(
  { args = {} }: Pick<ContractsOptions, 'args'>,
  kind: PluginKind,
  spec: string,
): NonNullable<ContractsOptions['args']> {
  const paths = new Set<string>(Object.values(PLUGIN_KINDS).map(({ arg }) => arg));
  const rest = Object.entries(args).filter(([key]) => !paths.has(key));
  return { ...Object.fromEntries(rest), [PLUGIN_KINDS[kind].arg]: spec };
}

function judge(check: CheckReport, strict: boolean, skip: (reason: string) => void): void {
  const standing = standingOf(check, { strict });
  if (standing === 'holds' || standing === 'warns') return;
  if (standing === 'aside') {
    skip(`${check.outcome.replaceAll('_', ' ')}: ${check.reason ?? ''}`);
    return;
  }
  throw new Error(describeFailure(check));
}

function describeLaw(check: CheckReport): string {
  return `${check.id}: ${check.title}\n${describeFailure(check)}`;
}

function describeFailure({ outcome, reason, failure, why, fix }: CheckReport): string {
  if (failure === null) return `${outcome.replaceAll('_', ' ')}: ${reason ?? ''}`;
  const lines = [
    ...(failure.input === null ? [] : [`Input: ${failure.input}`]),
    `Expected: ${failure.expected}`,
    `Got: ${failure.got}`,
    ...(failure.note === null ? [] : [failure.note]),
    `Why: ${why}`,
    `Fix: ${fix}`,
    `Again: ${failure.command}`,
  ];
  return lines.join('\n');
}
