import type { PyDict, PyValue } from '../python/value.ts';
import { Fault } from '../python/fault.ts';
import type { Fields } from './fields.ts';

/** The arguments of a call by name: all of those that the tool takes, of any kind of value. */
export type ToolArguments<Name extends string> = Fields<Record<Name, PyValue>>;

/** A tool of a world, as a call reaches it. */
export interface WorldTool<World> {
  readonly name: string;
  /** What it takes, in order; all of it must be given. */
  readonly parameters: readonly string[];
  /** Gives the observation, null where the benchmark's tool returns nothing. */
  invoke(world: World, args: PyDict): string | null;
}

interface ToolDefinition<World, Name extends string> {
  readonly name: string;
  readonly parameters: readonly Name[];
  readonly run: (world: World, args: ToolArguments<Name>) => string | null;
}

function hasAll<Name extends string>(
  args: PyDict,
  parameters: readonly Name[],
): args is ToolArguments<Name> {
  return parameters.every((name) => args.has(name));
}

/**
 * Makes a tool of its definition: a call with missing or unknown arguments does not reach `run`.
 *
 * The kind of each argument is checked where it is first used, as late as in the benchmark: an
 * order that is not known is told before a list of items that is none.
 */
export function defineWorldTool<World, const Name extends string>({
  name,
  parameters,
  run,
}: ToolDefinition<World, Name>): WorldTool<World> {
  const known = new Set<string>(parameters);
  const takes = parameters.length === 0 ? 'takes no arguments' : `takes ${parameters.join(', ')}`;
  return {
    name,
    parameters,
    invoke(world, args) {
      const unknown = [...args.keys()].find((key) => !known.has(key));
      if (unknown !== undefined) {
        throw new Fault(`${name} has no argument ${unknown.slice(0, 100)}, it ${takes}`);
      }
      if (hasAll(args, parameters)) return run(world, args);
      const missing = parameters.filter((parameter) => !args.has(parameter));
      throw new Fault(`${name} needs ${missing.join(', ')}, which the call does not give`);
    },
  };
}
