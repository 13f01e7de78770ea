import { builtinModules } from 'node:module';

const MAX_LENGTH = 214;
const PART = /^[a-z0-9][a-z0-9._-]*$/;
const TAKEN = new Set(['node_modules', 'favicon.ico', ...builtinModules]);

/**
 * Says why npm would not publish a new package of this name; null when it would.
 *
 * `dependencies` are the names that the package installs: npm refuses a package that is called
 * like one of them.
 */
export function nameProblem(name: string, dependencies: readonly string[] = []): string | null {
  if (name === '') return 'a package needs a name';
  if (name.length > MAX_LENGTH) {
    return `a package name has at most ${MAX_LENGTH} characters, this one has ${name.length}`;
  }
  if (name !== name.toLowerCase()) return 'a package name has no capital letters';
  const parts = name.startsWith('@') ? name.slice(1).split('/') : [name];
  if (name.startsWith('@') && parts.length !== 2) return 'a scoped name reads @scope/name';
  const bad = parts.find((part) => !PART.test(part));
  if (bad !== undefined) {
    return `"${bad}" must start with a letter or a digit, and hold nothing but a-z, 0-9, ".", "_" and "-"`;
  }
  if (TAKEN.has(name)) return 'the name belongs to Node.js or npm';
  if (dependencies.includes(name)) return 'the package installs another of that name';
  return null;
}

/** The nearest name that {@link nameProblem} lets pass; null when there is none near. */
export function suggestName(text: string, dependencies: readonly string[] = []): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/[^a-z0-9]+$/, '')
    .slice(0, MAX_LENGTH);
  return nameProblem(name, dependencies) === null ? name : null;
}
