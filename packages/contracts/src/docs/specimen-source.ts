/** The two plugins of a specimen's module as code to read. */
export interface SpecimenSource {
  broken: string | null;
  correct: string | null;
}

/** A statement at the top of a module, with the comments and blank lines before it. */
interface Statement {
  text: string;
  /** Names that it declares or imports; one without is there for what it does. */
  names: string[];
}

const DECLARATION =
  /^(?:export )?(?:async )?(?:const|let|function\*?|class|abstract class|interface|type) (\w+)/m;

/**
 * Takes the source of a specimen apart: each of its two plugins with those other statements of the
 * module that it needs. The module is formatted: a statement begins at the first column, and only
 * closing brackets stand there besides.
 */
export function readSpecimenSource(source: string): SpecimenSource {
  const statements = splitStatements(source);
  return { broken: pluginOf('broken', statements), correct: pluginOf('correct', statements) };
}

function pluginOf(name: string, statements: readonly Statement[]): string | null {
  const plugin = statements.find(({ names }) => names.includes(name));
  if (plugin === undefined) return null;
  const needed = new Set([plugin, ...statements.filter(({ names }) => names.length === 0)]);
  // A set takes on what is added while it is walked.
  for (const statement of needed) {
    for (const other of statements) {
      if (other.names.some((one) => mentions(statement.text, one))) needed.add(other);
    }
  }
  return statements
    .filter((statement) => needed.has(statement))
    .map(({ text }) => text)
    .join('')
    .trim();
}

function splitStatements(source: string): Statement[] {
  const texts: string[] = [];
  let current = '';
  let isOpen = false;
  for (const line of source.split('\n')) {
    const begins = /^[\w@'"]/.test(line) && isEven(current, '`');
    if (begins && isOpen) {
      const [body, lead] = splitLead(current);
      texts.push(body);
      current = lead;
    }
    isOpen ||= begins;
    current += `${line}\n`;
  }
  return [...texts, current].map((text) => ({ text, names: namesOf(text) }));
}

/** Comments and blank lines at the end of a text belong to the statement that follows. */
function splitLead(text: string): [body: string, lead: string] {
  const lines = text.split('\n');
  let at = lines.length;
  for (let start: number | null = at; start !== null; start = leadBefore(lines, at)) at = start;
  const lead = lines.slice(at).join('\n');
  return [text.slice(0, text.length - lead.length), lead];
}

/** Where the comment or blank line before a line begins; null when a statement stands there. */
function leadBefore(lines: readonly string[], at: number): number | null {
  const line = lines[at - 1];
  if (line === undefined) return null;
  if (line === '' || /^(?:\/\/|\/\*.*\*\/$)/.test(line)) return at - 1;
  if (line !== ' */') return null;
  const start = lines.findLastIndex((other, index) => index < at && other.startsWith('/*'));
  return start === -1 ? null : start;
}

function namesOf(text: string): string[] {
  const [, list] =
    /^import (?:type )?([^'"]+?) from /m.exec(text) ??
    /^(?:export )?(?:const|let) [{[]([^=]+?)[}\]] = /m.exec(text) ??
    [];
  if (list !== undefined) {
    return list
      .split(/[{},[\]]/)
      .map((part) => part.trim().split(/\s+/).at(-1) ?? '')
      .filter((name) => name !== '');
  }
  const [, name] = DECLARATION.exec(text) ?? [];
  return name === undefined ? [] : [name];
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name.replaceAll('$', '\\$')}(?!\\w)`).test(text);
}

function isEven(text: string, character: string): boolean {
  return (text.split(character).length - 1) % 2 === 0;
}
