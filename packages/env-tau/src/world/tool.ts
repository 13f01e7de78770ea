import type { JsonObject, ToolSpec } from 'slime-sdk';
import { objectOf } from './parameter.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { Fault } from '../python/fault.ts';
import type { Fields } from './fields.ts';

/** The arguments of a call by name: all of those that the tool takes, of any kind of value. */
export type ToolArguments<Name extends string> = Fields<Record<Name, PyValue>>;

/** A tool of a world, as a call reaches it. */
export interface WorldTool<World> {
  readonly name: string;
  /** What it does, for the agent. */
  readonly description: string;
  /** The JSON schemas of what it takes, in order; all of it must be given. */
  readonly parameters: Readonly<Record<string, JsonObject>>;
  /** Gives the observation, null where the benchmark's tool returns nothing. */
  invoke(world: World, args: PyDict): string | null;
}

interface ToolDefinition<World, Name extends string> {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<Name, JsonObject>>;
  readonly run: (world: World, args: ToolArguments<Name>) => string | null;
}

function hasAll<Name extends string>(
  args: PyDict,
  parameters: Readonly<Record<Name, JsonObject>>,
): args is ToolArguments<Name> {
  return Object.keys(parameters).every((name) => args.has(name));
}

/**
 * Makes a tool of its definition: a call with missing or unknown arguments does not reach `run`.
 *
 * The kind of each argument is checked where it is first used, as late as in the benchmark: an
 * order that is not known is told before a list of items that is none. What the benchmark takes
 * against its own schema, a number for a street, is taken.
 */
export function defineWorldTool<World, Name extends string>({
  run,
  ...tool
}: ToolDefinition<World, Name>): WorldTool<World> {
  const { name, parameters } = tool;
  const names = Object.keys(parameters);
  const takes = names.length === 0 ? 'takes no arguments' : `takes ${names.join(', ')}`;
  return {
    ...tool,
    invoke(world, args) {
      const unknown = [...args.keys()].find((key) => !names.includes(key));
      if (unknown !== undefined) {
        throw new Fault(`${name} has no argument ${unknown.slice(0, 100)}, it ${takes}`);
      }
      if (hasAll(args, parameters)) return run(world, args);
      const missing = names.filter((parameter) => !args.has(parameter));
      throw new Fault(`${name} needs ${missing.join(', ')}, which the call does not give`);
    },
  };
}

/** A tool as chat templates take it. */
export function specOf(tool: WorldTool<never>): ToolSpec {
  const { name, description, parameters } = tool;
  return {
    type: 'function',
    function: { name, description, parameters: objectOf({ ...parameters }) },
  };
}
