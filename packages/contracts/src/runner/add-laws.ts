import { importModule, prepareModule, resolvePlugin } from 'slime-runtime/hosting';
import { PluginError } from 'slime-sdk';
import { z } from 'zod';
import type { Check } from '../check.ts';
import { PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import type { Suite } from '../suite.ts';

const aFunction = z.custom<object>((value) => typeof value === 'function', 'must be a function');
const lawSchema = z.looseObject({
  id: z.string().regex(/^[a-z][a-z-]*\/[a-z0-9][a-z0-9-]*$/, 'must be of the form suite/name'),
  title: z.string().min(1),
  why: z.string(),
  fix: z.string(),
  source: z.string(),
  faults: z.array(z.string()),
  requires: z.array(z.string()),
  needs: aFunction,
  law: z.looseObject({ kind: z.enum(['property', 'examination']) }),
});

/**
 * Adds the laws of the user's own module (`--laws`) that are for this kind of plugin: an array of
 * checks, exported as `laws` or as default.
 *
 * @throws PluginError when it exports something else, or an id is taken
 */
export async function addLaws(
  suite: Suite,
  lawsPath: string | null,
  cwd: string,
  kind: PluginKind,
): Promise<Suite> {
  if (lawsPath === null) return suite;
  const resolved = await resolvePlugin(lawsPath, null, cwd);
  const exports = await importModule(await prepareModule(resolved));
  const picked = exports[resolved.exportName ?? 'laws'] ?? exports['default'];
  const parsed = z.array(lawSchema).safeParse(picked);
  if (!parsed.success) {
    throw new PluginError(
      `--laws ${lawsPath}: export an array of checks as \`laws\`: ${z.prettifyError(parsed.error)}`,
    );
  }
  const own = (Array.isArray(picked) ? picked : []).filter(
    (law: Check<never>) => law.id.split('/')[0] === PLUGIN_KINDS[kind].suite,
  );
  const taken = own.find((law: Check<never>) => suite.checks.some(({ id }) => id === law.id));
  if (taken !== undefined) {
    throw new PluginError(`--laws ${lawsPath}: the id ${taken.id} is taken`);
  }
  return suite.with(own);
}
