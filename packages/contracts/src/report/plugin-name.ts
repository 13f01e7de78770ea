import { relative, sep } from 'node:path';
import { PLUGIN_KINDS } from '../plugin-kinds.ts';

/** What a report has besides plugins that a flag of slime names. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  package: 'Package',
  samples: 'Stored samples',
};

/** What of a plugin names it. */
export interface NamedPlugin {
  kind: string;
  spec: string;
}

/** What a kind of plugin is called: `Reward function`. */
export function titleOfKind(kind: string): string {
  const known = Object.entries(PLUGIN_KINDS).find(([name]) => name === kind)?.[1];
  return known?.title ?? OTHER_KINDS[kind] ?? kind;
}

/** Names a plugin in a sentence: `Reward function ./rm.ts`. */
export function nameOfPlugin({ kind, spec }: NamedPlugin): string {
  return `${titleOfKind(kind)} ${spec}`;
}

/** A file as a path below a folder where it is there, with `/`; else as it is. */
export function pathBelow(folder: string, file: string): string {
  const inside = relative(folder, file);
  if (inside === '' || inside.startsWith('..') || inside.includes(':')) return file;
  return sep === '/' ? inside : inside.replaceAll(sep, '/');
}
