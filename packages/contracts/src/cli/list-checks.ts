import pc from 'picocolors';
import { PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import { severityOf } from '../severity.ts';
import { allChecks, type KnownCheck } from '../suites/all-checks.ts';
import { assertKnown } from './known-checks.ts';

/** Lists the checks of some kinds of plugins, or of all, a line each. */
export async function listChecks(kinds: readonly PluginKind[], color: boolean): Promise<string> {
  const colors = pc.createColors(color);
  const checks = (await allChecks()).filter(
    ({ kind }) => kinds.length === 0 || kinds.some((wanted) => wanted === kind),
  );
  const width = Math.max(...checks.map(({ id }) => id.length));
  return [...new Set(checks.map(({ kind }) => kind))]
    .map((kind) => {
      const group = checks.filter((check) => check.kind === kind);
      const lines = group.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`);
      return `${colors.bold(titleOf(kind))}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** What a person is told about one check. @throws ConfigError when there is none of that id */
export async function explainCheck(id: string, color: boolean): Promise<string> {
  const colors = pc.createColors(color);
  const checks = await allChecks();
  assertKnown(
    id,
    checks.map((check) => check.id),
  );
  const check = checks.find((item) => item.id === id);
  return check === undefined ? '' : explain(check, colors);
}

function explain(check: KnownCheck, colors: ReturnType<typeof pc.createColors>): string {
  const section = (heading: string, text: string): string =>
    `\n${colors.bold(heading)}\n  ${text}\n`;
  return (
    `${colors.cyan(check.id)}  ${check.title}\n` +
    section('Why slime cares', check.why) +
    section('How to fix', check.fix) +
    section('Source', check.source) +
    (check.faults.length === 0 ? '' : section('Faults that it catches', check.faults.join(', '))) +
    (check.requires.length === 0 ? '' : section('Blocked by', check.requires.join(', '))) +
    section('Severity', severityOf(check.id))
  );
}

function titleOf(kind: KnownCheck['kind']): string {
  if (kind === 'samples') return 'Stored samples';
  if (kind === 'package') return 'Package';
  return PLUGIN_KINDS[kind].title;
}
