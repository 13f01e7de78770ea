import { ExpressionParser } from './expression-parser.ts';
import { lex, type Segment } from './lexer.ts';
import {
  type BlockFilter,
  NO_ARGUMENTS,
  type Parameter,
  type Statement,
  type Target,
} from './syntax.ts';
import { TemplateError } from './template-error.ts';

/**
 * Parses a chat template: Jinja with loop controls and `{% generation %}`, as transformers sets
 * it up.
 *
 * @throws TemplateError also for what is not implemented: `include`, `import`, `extends`,
 * `block`, `autoescape`.
 */
export function parseTemplate(source: string): Statement[] {
  return new TemplateParser(lex(source)).run();
}

/** Tags of Jinja that are refused, with the reason. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['include', 'a chat template stands alone'],
  ['import', 'a chat template stands alone'],
  ['from', 'a chat template stands alone'],
  ['extends', 'a chat template stands alone'],
  ['block', 'a chat template stands alone'],
  ['autoescape', 'chat templates are not HTML'],
]);

const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

/** The tag that ended a block, past its name. */
interface BlockEnd {
  readonly name: string;
  readonly tag: ExpressionParser;
}

class TemplateParser {
  readonly #segments: readonly Segment[];
  #index = 0;
  #loops = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  run(): Statement[] {
    return this.#statements([], 1)[0];
  }

  /** Statements up to one of the end tags, which is consumed. */
  #statements(ends: readonly string[], from: number): [Statement[], BlockEnd | undefined] {
    const body: Statement[] = [];
    for (;;) {
      const segment = this.#segments[this.#index];
      if (segment === undefined) {
        if (ends.length === 0) return [body, undefined];
        throw new TemplateError(`the block is not closed: expected ${ends.join(' or ')}`, from);
      }
      this.#index += 1;
      const { line } = segment;
      if (segment.kind === 'text') {
        body.push({ kind: 'text', text: segment.text, line });
        continue;
      }
      const tag = new ExpressionParser(segment.tokens, line);
      if (segment.kind === 'output') {
        if (tag.atEnd) tag.fail('expected an expression');
        body.push({ kind: 'output', value: tag.tuple(), line });
        tag.expectEnd();
        continue;
      }
      const name = tag.name();
      if (ends.includes(name)) return [body, { name, tag }];
      body.push(this.#tag(name, tag, line));
    }
  }

  /** Statements up to the one end tag, which takes nothing. */
  #body(end: string, line: number): Statement[] {
    const [body, ending] = this.#statements([end], line);
    ending?.tag.expectEnd();
    return body;
  }

  #tag(name: string, tag: ExpressionParser, line: number): Statement {
    switch (name) {
      case 'if':
        return this.#if(tag, line);
      case 'for':
        return this.#for(tag, line);
      case 'set':
        return this.#set(tag, line);
      case 'macro': {
        const macro = tag.name();
        const parameters = this.#parameters(tag);
        tag.expectEnd();
        return {
          kind: 'macro',
          name: macro,
          parameters,
          body: this.#outsideLoop('endmacro', line),
          line,
        };
      }
      case 'call': {
        const parameters = tag.is('(') ? this.#parameters(tag) : [];
        const call = tag.expression();
        if (call.kind !== 'call') return tag.fail('expected a call');
        tag.expectEnd();
        const body = this.#outsideLoop('endcall', line);
        return {
          kind: 'call block',
          parameters,
          callee: call.callee,
          args: call.args,
          body,
          line,
        };
      }
      case 'filter': {
        const filters = this.#filterChain(tag, true);
        return {
          kind: 'filter block',
          filters,
          body: this.#body('endfilter', line),
          line,
        };
      }
      case 'generation':
        tag.expectEnd();
        return { kind: 'generation', body: this.#outsideLoop('endgeneration', line), line };
      case 'print': {
        const value = tag.tuple();
        tag.expectEnd();
        return { kind: 'output', value, line };
      }
      case 'with':
        return this.#with(tag, line);
      case 'break':
      case 'continue':
        tag.expectEnd();
        if (this.#loops === 0) throw new TemplateError(`\`${name}\` outside a loop`, line);
        return { kind: name, line };
      default:
        throw new TemplateError(
          REFUSED.has(name)
            ? `the tag \`${name}\` is not implemented: ${REFUSED.get(name)}`
            : `the tag \`${name}\` is unknown`,
          line,
        );
    }
  }

  /** A body that runs as a function: no `break` leaves it. */
  #outsideLoop(end: string, line: number): Statement[] {
    const loops = this.#loops;
    this.#loops = 0;
    const body = this.#body(end, line);
    this.#loops = loops;
    return body;
  }

  #if(tag: ExpressionParser, line: number): Statement {
    const branches: { test: ReturnType<ExpressionParser['tuple']>; body: Statement[] }[] = [];
    let test = tag.tuple(false);
    tag.expectEnd();
    for (;;) {
      const [body, end] = this.#statements(['elif', 'else', 'endif'], line);
      branches.push({ test, body });
      if (end?.name === 'elif') {
        test = end.tag.tuple(false);
        end.tag.expectEnd();
        continue;
      }
      end?.tag.expectEnd();
      const otherwise = end?.name === 'else' ? this.#body('endif', line) : undefined;
      return { kind: 'if', branches, otherwise, line };
    }
  }

  #for(tag: ExpressionParser, line: number): Statement {
    const target = this.#target(tag, false);
    tag.expect('in');
    const iterable = tag.tuple(false, ['recursive']);
    const test = tag.eat('if') ? tag.expression() : undefined;
    const isRecursive = tag.eat('recursive');
    tag.expectEnd();
    this.#loops += 1;
    const [body, end] = this.#statements(['else', 'endfor'], line);
    this.#loops -= 1;
    end?.tag.expectEnd();
    const otherwise = end?.name === 'else' ? this.#body('endfor', line) : undefined;
    return { kind: 'for', target, iterable, test, isRecursive, body, otherwise, line };
  }

  #set(tag: ExpressionParser, line: number): Statement {
    const target = this.#target(tag, true);
    if (tag.eat('=')) {
      const value = tag.tuple();
      tag.expectEnd();
      return { kind: 'set', target, value, line };
    }
    const filters = this.#filterChain(tag, false);
    return { kind: 'set block', target, filters, body: this.#body('endset', line), line };
  }

  #with(tag: ExpressionParser, line: number): Statement {
    const bindings: { target: Target; value: ReturnType<ExpressionParser['tuple']> }[] = [];
    while (!tag.atEnd) {
      if (bindings.length > 0) tag.expect(',');
      const target = this.#target(tag, false);
      tag.expect('=');
      bindings.push({ target, value: tag.expression() });
    }
    return { kind: 'with', bindings, body: this.#body('endwith', line), line };
  }

  #filterChain(tag: ExpressionParser, inline: boolean): BlockFilter[] {
    const filters = inline ? [this.#blockFilter(tag)] : [];
    while (tag.eat('|')) filters.push(this.#blockFilter(tag));
    tag.expectEnd();
    return filters;
  }

  #blockFilter(tag: ExpressionParser): BlockFilter {
    const name = tag.dottedName();
    const args = tag.is('(') ? tag.args() : NO_ARGUMENTS;
    return { name, args, line: tag.line };
  }

  #target(tag: ExpressionParser, attributes: boolean): Target {
    const items = [this.#oneTarget(tag, attributes)];
    let isTuple = false;
    while (tag.eat(',')) {
      isTuple = true;
      if (tag.atEnd || tag.is('=') || tag.is('in') || tag.is(')')) break;
      items.push(this.#oneTarget(tag, attributes));
    }
    const [first] = items;
    return !isTuple && first !== undefined ? first : { kind: 'tuple', items };
  }

  #oneTarget(tag: ExpressionParser, attributes: boolean): Target {
    if (tag.eat('(')) {
      // Only names stand in brackets.
      const target = this.#target(tag, false);
      tag.expect(')');
      return target;
    }
    const name = this.#assignable(tag);
    if (attributes && tag.eat('.')) {
      return { kind: 'attribute', namespace: name, name: tag.name() };
    }
    return { kind: 'name', name };
  }

  #assignable(tag: ExpressionParser): string {
    const name = tag.name();
    if (CONSTANTS.has(name)) tag.fail(`\`${name}\` cannot be assigned to: expected a name`);
    return name;
  }

  #parameters(tag: ExpressionParser): Parameter[] {
    const parameters: Parameter[] = [];
    tag.expect('(');
    while (!tag.is(')')) {
      const name = this.#assignable(tag);
      const fallback = tag.eat('=') ? tag.expression() : undefined;
      if (fallback === undefined && parameters.at(-1)?.fallback !== undefined) {
        tag.fail(`\`${name}\` has no default, one before it has: expected a default`);
      }
      parameters.push({ name, fallback });
      if (!tag.eat(',')) break;
      if (tag.is(')')) tag.fail('expected a name');
    }
    tag.expect(')');
    return parameters;
  }
}
