import { flagOfKind, PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import { titleOfKind } from '../report/plugin-name.ts';
import type { Severity } from '../severity.ts';
import type { KnownCheck } from '../suites/all-checks.ts';

/** A check with everything that its page tells. */
export interface DocumentedCheck extends KnownCheck {
  severity: Severity;
  /** Source of a plugin that it rejects. */
  brokenSource?: string;
  /** Source of the same plugin, mended. */
  correctSource?: string;
}

/** File of a check's page below the docs' folder: `rm/finite.md`. */
export function pageOfCheck(id: string): string {
  return `${id}.md`;
}

/** A link to a check's page from a page `depth` folders below the docs' folder. */
export function linkToCheck(id: string, depth: 0 | 1): string {
  return `[\`${id}\`](${'../'.repeat(depth)}${pageOfCheck(id)})`;
}

/** The kind of plugin that a check is of, and how the command is told of one. */
export function describeKind(kind: KnownCheck['kind']): { title: string; call: string } {
  return { title: titleOfKind(kind), call: callOfKind(kind) };
}

function callOfKind(kind: KnownCheck['kind']): string {
  if (kind === 'package') return 'PACKAGE-OR-FOLDER';
  if (kind === 'samples') return '--samples FILE';
  return `${flagOfKind(kind)} ${exampleFile(kind)}`;
}

/** `./rm.ts` for `rm/finite`. */
function exampleFile(kind: PluginKind): string {
  return `./${PLUGIN_KINDS[kind].suite}.ts`;
}
