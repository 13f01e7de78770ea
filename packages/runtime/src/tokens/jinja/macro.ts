import { TemplateError } from './template-error.ts';
import { PyDict } from './py-dict.ts';
import { type CallArguments, PyCallable, Tuple } from './values.ts';

/** Names that a macro has when its body reads them. */
export interface SpecialNames {
  readonly caller: boolean;
  readonly kwargs: boolean;
  readonly varargs: boolean;
}

/** What a call of a macro binds; a parameter that was not given is absent. */
export interface MacroArguments {
  readonly given: ReadonlyMap<string, unknown>;
  readonly caller: unknown;
  readonly kwargs: PyDict;
  readonly varargs: Tuple;
}

/** A macro, or the body of a call block. */
export class Macro extends PyCallable {
  readonly #name: string | null;
  readonly #parameters: readonly string[];
  readonly #special: SpecialNames;
  readonly #run: (args: MacroArguments) => string;

  constructor(
    name: string | null,
    parameters: readonly string[],
    special: SpecialNames,
    run: (args: MacroArguments) => string,
  ) {
    super();
    this.#name = name;
    this.#parameters = parameters;
    this.#special = special;
    this.#run = run;
  }

  attribute(name: string): unknown {
    switch (name) {
      case 'name':
        return this.#name;
      case 'arguments':
        return new Tuple(this.#parameters);
      case 'catch_kwargs':
        return this.#special.kwargs;
      case 'catch_varargs':
        return this.#special.varargs;
      case 'caller':
        return this.#special.caller;
      case 'explicit_caller':
        return this.#parameters.includes('caller');
      default:
        return undefined;
    }
  }

  /** @throws TemplateError for arguments that the macro does not take */
  call({ positional, keyword }: CallArguments): string {
    const parameters = this.#parameters;
    const rest = new Map(keyword);
    const given = new Map<string, unknown>();
    let isCallerFound = positional.length >= parameters.length && parameters.includes('caller');
    for (const [index, name] of parameters.entries()) {
      if (index < positional.length) {
        given.set(name, positional[index]);
        continue;
      }
      if (rest.has(name)) given.set(name, rest.get(name));
      rest.delete(name);
      isCallerFound ||= name === 'caller';
    }
    let caller: unknown;
    if (this.#special.caller && !isCallerFound) {
      caller = rest.get('caller') ?? undefined;
      rest.delete('caller');
    }
    const [unknown] = rest.keys();
    if (!this.#special.kwargs && unknown !== undefined) {
      throw new TemplateError(`the macro ${this.#name ?? ''} has no argument '${unknown}'`);
    }
    if (!this.#special.varargs && positional.length > parameters.length) {
      throw new TemplateError(
        `the macro ${this.#name ?? ''} takes at most ${parameters.length} arguments`,
      );
    }
    const varargs = new Tuple(positional.slice(parameters.length));
    return this.#run({ given, caller, kwargs: PyDict.from(rest), varargs });
  }
}
