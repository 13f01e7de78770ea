import type { PyValue } from '../python/value.ts';
import { describeToken, isText, PythonLexer, type PythonToken } from './python-lexer.ts';
import { type Constructors, LiteralReader } from './python-literal.ts';
import { sourceError } from './source-error.ts';

/** What a module of data holds. */
export interface PythonAssignment {
  readonly name: string;
  readonly value: PyValue;
  /** Where a dictionary within the value begins. */
  lineOf(value: PyValue): number;
}

const IN_IMPORTS = /^(?:[.,()*]|[A-Za-z_]\w*)$/;

/** Goes over the rest of an import, which changes nothing about literals. */
function skipImport(lexer: PythonLexer): void {
  for (;;) {
    const token = lexer.peek();
    if (token.kind === 'newline' || token.kind === 'end') return;
    const isPart =
      (token.kind === 'name' || token.kind === 'operator') && IN_IMPORTS.test(token.text);
    if (!isPart) lexer.fail(token, `${describeToken(token)} in an import`);
    lexer.take();
  }
}

function endStatement(lexer: PythonLexer): void {
  const token = lexer.take();
  if (token.kind === 'newline' || token.kind === 'end') return;
  lexer.fail(token, `${describeToken(token)} after a value: only literals are read`);
}

/** Begins `NAME = value`; the name is taken, the value is not. */
function startAssignment(lexer: PythonLexer, token: PythonToken, wanted: RegExp): string {
  if (token.kind !== 'name' || !wanted.test(token.text)) {
    lexer.fail(token, `${describeToken(token)}: only imports and one list of literals are read`);
  }
  lexer.take();
  const equals = lexer.take();
  if (!isText(equals, '=')) lexer.fail(equals, `${describeToken(equals)} where = must be`);
  return token.text;
}

/**
 * Reads a Python module that is data: imports, doc strings and comments aside it is one assignment
 * of literals. Runs nothing.
 *
 * @param wanted What the assigned name must match.
 * @throws DataError with file and line of whatever else stands there.
 */
export function readPythonModule(
  source: string,
  file: string,
  wanted: RegExp,
  constructors: Constructors,
): PythonAssignment {
  const lexer = new PythonLexer(source, file);
  const reader = new LiteralReader(lexer, constructors);
  let found: PythonAssignment | undefined;
  for (let token = lexer.peek(); token.kind !== 'end'; token = lexer.peek()) {
    if (token.column > 0) lexer.fail(token, 'an indented statement');
    if (token.kind === 'string') {
      reader.read();
    } else if (isText(token, 'from') || isText(token, 'import')) {
      skipImport(lexer);
    } else {
      const name = startAssignment(lexer, token, wanted);
      if (found !== undefined) lexer.fail(token, `${name} beside ${found.name}: one is read`);
      found = { name, value: reader.read(), lineOf: (value) => reader.lineOf(value) };
    }
    endStatement(lexer);
  }
  if (found !== undefined) return found;
  throw sourceError(file, lexer.peek().line, `no assignment to a name such as ${wanted.source}`);
}
