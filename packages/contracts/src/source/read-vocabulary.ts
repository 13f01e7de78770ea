import type { Vocabulary } from '../arbitraries/vocabulary.ts';
import { isNode, type PluginSource, type SyntaxNode, walkSyntax } from './plugin-source.ts';

const MOST_LITERALS = 300;
const MOST_REGEXES = 100;
const LONGEST = 2000;

/**
 * Collects the string, number and regular expression literals of a plugin's own source, in the
 * order of the code. Nothing of it depends on where the source lies.
 */
export function collectVocabulary({ program }: PluginSource): Vocabulary {
  const literals = new Set<string>();
  const regexes = new Map<string, { source: string; flags: string }>();
  walkSyntax(program, (node) => {
    if (isOfLoader(node)) return 'skip';
    const text = textOf(node);
    if (text !== null && text !== '' && text.length <= LONGEST) literals.add(text);
    const regex = regexOf(node);
    if (regex !== null) regexes.set(`/${regex.source}/${regex.flags}`, regex);
    return undefined;
  });
  return {
    literals: [...literals].slice(0, MOST_LITERALS),
    regexes: [...regexes.values()].slice(0, MOST_REGEXES),
  };
}

/** Imports name modules, and the loader's own constants name files of this machine. */
function isOfLoader(node: SyntaxNode): boolean {
  if (/^(Import|ExportAll)/.test(node.type)) return true;
  if (node.type !== 'VariableDeclarator' || !isNode(node['id'])) return false;
  return /^(__slime|require$)/.test(String(node['id']['name']));
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'TemplateElement') {
    const { value } = node;
    const isCooked = typeof value === 'object' && value !== null && 'cooked' in value;
    return isCooked && typeof value.cooked === 'string' ? value.cooked : null;
  }
  if (node.type !== 'Literal') return null;
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function regexOf(node: SyntaxNode): { source: string; flags: string } | null {
  const { regex } = node;
  if (node.type !== 'Literal' || typeof regex !== 'object' || regex === null) return null;
  const isRegex = 'pattern' in regex && 'flags' in regex;
  return isRegex ? { source: String(regex.pattern), flags: String(regex.flags) } : null;
}
