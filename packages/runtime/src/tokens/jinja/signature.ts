import { TemplateError } from './template-error.ts';
import type { CallArguments } from './values.ts';

/** The parameters of a function of Python's. */
export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** How many must be given. */
  readonly required: number;
  /** How many of the last parameters may be given by name. */
  readonly named: number;
}

/**
 * Arguments in the order of the parameters; one that was not given is undefined.
 *
 * @throws TemplateError where Python raises a TypeError
 */
export function bindArguments(signature: Signature, args: CallArguments): readonly unknown[] {
  const { name, parameters, required, named } = signature;
  const { positional, keyword } = args;
  if (positional.length > parameters.length) {
    throw new TemplateError(`${name}() takes at most ${parameters.length} arguments`);
  }
  if (keyword.size === 0) {
    if (positional.length < required) throw missing(signature, positional.length);
    return positional;
  }
  const values: unknown[] = [...positional];
  for (const [key, value] of keyword) {
    const index = parameters.indexOf(key);
    if (index < parameters.length - named || index < positional.length) {
      throw new TemplateError(`${name}() takes no keyword argument '${key}' here`);
    }
    values[index] = value;
  }
  for (let index = 0; index < required; index += 1) {
    if (!(index in values)) throw missing(signature, index);
  }
  return values;
}

function missing({ name, parameters }: Signature, index: number): TemplateError {
  return new TemplateError(`${name}() needs its argument '${parameters[index] ?? ''}'`);
}
