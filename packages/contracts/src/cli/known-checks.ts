import { ConfigError } from 'slime-sdk';
import { flagOfKind } from '../plugin-kinds.ts';
import type { ContractsOptions } from '../runner/contracts-options.ts';
import { selectPlugins } from '../runner/select-plugins.ts';
import { allChecks, type KnownCheck } from '../suites/all-checks.ts';

/**
 * Refuses ids that no check has. Those of the user's own laws cannot be known before they run.
 *
 * @throws ConfigError that names the nearest id
 */
export async function assertKnownChecks(options: ContractsOptions): Promise<void> {
  const { only = [], skip = {}, severity = {}, laws } = options;
  const named = [...only, ...Object.keys(skip), ...Object.keys(severity)];
  if (named.length === 0 || laws !== undefined) return;
  const checks = await allChecks();
  for (const id of named) {
    assertKnown(
      id,
      checks.map((check) => check.id),
    );
  }
  const kinds = new Set<string>(selectPlugins(options.args ?? {}).map(({ kind }) => kind));
  if (options.samples !== undefined) kinds.add('samples');
  if (options.package !== undefined) return;
  for (const id of only) {
    const kind = checks.find((check) => check.id === id)?.kind;
    if (kind === undefined || kinds.has(kind)) continue;
    throw new ConfigError(`--only ${id}: nothing is named that it checks; ${flagFor(kind)}`);
  }
}

function flagFor(kind: KnownCheck['kind']): string {
  if (kind === 'samples') return 'name stored samples with --samples';
  if (kind === 'package') return 'name a package or folder';
  return `name a plugin with ${flagOfKind(kind)}`;
}

/** @throws ConfigError that names the nearest id */
export function assertKnown(id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  const near = known
    .map((other) => ({ other, distance: editDistance(id, other) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const hint =
    near !== undefined && near.distance <= 4
      ? `did you mean ${near.other}?`
      : 'see --list for the checks that there are';
  throw new ConfigError(`there is no check "${id}": ${hint}`);
}

/** Insertions, deletions and replacements between two short texts. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, left] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, right] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
