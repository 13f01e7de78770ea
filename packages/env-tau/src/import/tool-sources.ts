import { join } from 'node:path';
import type { PyDict, PyValue } from '../python/value.ts';
import { describeToken, isText, PythonLexer } from './python-lexer.ts';
import { LiteralReader } from './python-literal.ts';
import { MAX_SOURCE_BYTES, readSource } from './read-source.ts';
import { sourceError } from './source-error.ts';

interface ListedTool {
  readonly className: string;
  /** The module beside `__init__.py`, without `.py`. */
  readonly module: string;
  readonly line: number;
}

/** Takes a name; a module's has no dots, so that it stays in its folder. */
function takeName(lexer: PythonLexer): string {
  const token = lexer.take();
  if (token.kind === 'name') return token.text;
  return lexer.fail(token, `${describeToken(token)} where a name must be`);
}

function expect(lexer: PythonLexer, text: string): void {
  const token = lexer.take();
  if (!isText(token, text)) lexer.fail(token, `${describeToken(token)} where ${text} must be`);
}

/** Reads `from .module import Class` lines and `ALL_TOOLS = [Class, …]`. */
function readToolList(source: string, file: string): ListedTool[] {
  const lexer = new PythonLexer(source, file);
  const modules = new Map<string, string>();
  const tools: ListedTool[] = [];
  for (let token = lexer.peek(); token.kind !== 'end'; token = lexer.peek()) {
    if (lexer.takes('from')) {
      expect(lexer, '.');
      const module = takeName(lexer);
      expect(lexer, 'import');
      modules.set(takeName(lexer), module);
    } else if (lexer.takes('ALL_TOOLS')) {
      expect(lexer, '=');
      expect(lexer, '[');
      while (!lexer.takes(']')) {
        const { line } = lexer.peek();
        const className = takeName(lexer);
        const module = modules.get(className);
        if (module === undefined) throw sourceError(file, line, `${className} is not imported`);
        tools.push({ className, module, line });
        if (!lexer.takes(',') && !isText(lexer.peek(), ']')) expect(lexer, ',');
      }
    } else if (token.kind !== 'string') {
      lexer.fail(token, `${describeToken(token)}: only imports of tools and ALL_TOOLS are read`);
    } else {
      lexer.take();
    }
    const end = lexer.take();
    if (end.kind !== 'newline' && end.kind !== 'end') {
      lexer.fail(end, `${describeToken(end)} where the line must end`);
    }
  }
  if (tools.length === 0) throw sourceError(file, 1, 'no ALL_TOOLS = [Class, …] with tools in it');
  return tools;
}

/** Goes to the body of a class's `get_info`; false when there is none. */
function findSchema(lexer: PythonLexer, className: string): boolean {
  let isInClass = false;
  for (let token = lexer.take(); token.kind !== 'end'; token = lexer.take()) {
    if (token.column === 0 && token.kind === 'name') {
      isInClass = token.text === 'class' && isText(lexer.peek(), className);
    }
    if (!isInClass || !isText(token, 'def') || !lexer.takes('get_info')) continue;
    // The colon that ends the head stands before the line's end; annotations hold none outside of it.
    while (!['newline', 'end'].includes(lexer.peek().kind)) lexer.take();
    return lexer.take().kind === 'newline';
  }
  return false;
}

/** Reads the schema that a tool's class gives: the literal that its `get_info` returns. */
function readSchema(source: string, file: string, className: string): PyDict {
  const lexer = new PythonLexer(source, file);
  if (!findSchema(lexer, className)) {
    throw sourceError(file, 1, `no class ${className} with a get_info`);
  }
  if (lexer.peek().kind === 'string') {
    lexer.take();
    lexer.take();
  }
  expect(lexer, 'return');
  const { line } = lexer.peek();
  const schema = new LiteralReader(lexer, {}).read();
  const end = lexer.take();
  if (end.kind !== 'newline' && end.kind !== 'end') {
    lexer.fail(end, `${describeToken(end)} after the schema: only a literal is read`);
  }
  if (schema instanceof Map) return schema;
  throw sourceError(file, line, 'get_info returns no dictionary');
}

/**
 * Reads the tool schemas of a checkout's `tools` folder in the order of `ALL_TOOLS`, without running
 * it.
 *
 * @throws DataError with file and line of what is no literal.
 */
export async function readToolSources(root: string, folder: string): Promise<PyValue[]> {
  const list = join(folder, '__init__.py');
  const tools = readToolList(await readSource(root, list, MAX_SOURCE_BYTES), list);
  return Promise.all(
    tools.map(async ({ className, module }) => {
      const file = join(folder, `${module}.py`);
      return readSchema(await readSource(root, file, MAX_SOURCE_BYTES), file, className);
    }),
  );
}
