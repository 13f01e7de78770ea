import { isStopMarker } from '../arbitraries/stop-marker.ts';
import type { Vocabulary } from '../arbitraries/vocabulary.ts';
import type { PluginSource, WrittenFile } from './plugin-source.ts';
import { isNode, parseSyntax, type SyntaxNode, walkSyntax } from './syntax.ts';

const MOST_LITERALS = 300;
/** Of those that look like the end of a talk, which one law lives of. */
const MOST_MARKERS = 30;
const MOST_REGEXES = 100;
const LONGEST = 2000;

/**
 * Collects the string, number and regular expression literals of a plugin's own source, in the
 * order of the code, the plugin's file first. They are read from the files as they were written:
 * what runs depends on the Node.js line and on where the files lie, and a seed must not.
 */
export async function collectVocabulary({ written }: PluginSource): Promise<Vocabulary> {
  const literals = new Set<string>();
  const regexes = new Map<string, { source: string; flags: string }>();
  for (const file of written) {
    const program = await parseWritten(file);
    if (program === null) continue;
    walkSyntax(program, (node) => {
      if (holdsNoWords(node)) return 'skip';
      const text = textOf(node);
      if (text !== null && text !== '' && text.length <= LONGEST) literals.add(text);
      const regex = regexOf(node);
      if (regex !== null) regexes.set(`/${regex.source}/${regex.flags}`, regex);
      return undefined;
    });
  }
  const all = [...literals];
  const late = all.slice(MOST_LITERALS).filter(isStopMarker);
  return {
    literals: [...all.slice(0, MOST_LITERALS), ...late.slice(0, MOST_MARKERS)],
    regexes: [...regexes.values()].slice(0, MOST_REGEXES),
  };
}

/** Null for a file that is no script, such as a text that a build turns into one. */
async function parseWritten({ file, text }: WrittenFile): Promise<SyntaxNode | null> {
  try {
    if (file.endsWith('.json')) return await parseSyntax(`(${text})`, 'js');
    return await parseSyntax(text.replace(/^#!/, '//'), languageOf(file));
  } catch {
    return null;
  }
}

function languageOf(file: string): 'ts' | 'tsx' | 'jsx' {
  if (/\.[cm]?ts$/.test(file)) return 'ts';
  return file.endsWith('.tsx') ? 'tsx' : 'jsx';
}

/** Imports name modules, not what a plugin looks for; directives are words of the language. */
function holdsNoWords(node: SyntaxNode): boolean {
  if (/^(Import|ExportAll|TSImport|TSExternalModule)/.test(node.type)) return true;
  if (node.type === 'ExportNamedDeclaration') return isNode(node['source']);
  if (node.type === 'ExpressionStatement') return typeof node['directive'] === 'string';
  const { callee } = node;
  return node.type === 'CallExpression' && isNode(callee) && callee['name'] === 'require';
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
