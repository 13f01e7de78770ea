import type { CheckText } from '../check.ts';
import { PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import { SUITES } from './index.ts';

/** A check and what it is a check of. */
export type KnownCheck = CheckText & {
  kind: PluginKind | 'samples' | 'package';
  isProperty: boolean;
};

/** Every check that there is, kind by kind; those of stored samples and packages last. */
export async function allChecks(): Promise<KnownCheck[]> {
  const kinds = Object.keys(PLUGIN_KINDS) as PluginKind[];
  const suites = await Promise.all(
    kinds.map(async (kind) => (await SUITES[kind]()).checks.map((check) => ({ ...check, kind }))),
  );
  const { samplesChecks } = await import('./samples/index.ts');
  const { packageChecks } = await import('./package/index.ts');
  const stored = samplesChecks.map((text) => describe(text, 'samples'));
  const packed = packageChecks.map((text) => describe(text, 'package'));
  return [...suites.flat(), ...stored, ...packed];
}

/** The words of a check, without what runs it. */
function describe(check: CheckText, kind: 'samples' | 'package'): KnownCheck {
  const { id, title, why, fix, source, faults, requires } = check;
  return { id, title, why, fix, source, faults, requires, kind, isProperty: false };
}
