import type { ToolSpec } from 'slime-sdk';
import type { AirlineWorld } from '../airline/airline-world.ts';
import { airlineTools } from '../airline/airline-tools.ts';
import { Fault } from '../python/fault.ts';
import { kindOf } from '../python/operations.ts';
import { isDeeperThan, type PyDict, type PyValue } from '../python/value.ts';
import { retailTools } from '../retail/retail-tools.ts';
import type { RetailWorld } from '../retail/retail-world.ts';
import type { Domain } from './database.ts';
import { specOf, type WorldTool } from './tool.ts';
import type { World } from './world.ts';

/** What a call gave. */
export interface ToolResult {
  /** The text for the agent; null where the benchmark's tool returns nothing. */
  readonly observation: string | null;
  /** Whether the call could not be carried out as it was written: the text is a sentence of ours. */
  readonly raised: boolean;
}

/** Deeper arguments mean nothing to any tool. */
const MAX_DEPTH = 100;

function byName<Of>(tools: readonly WorldTool<Of>[]): ReadonlyMap<string, WorldTool<Of>> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

const RETAIL = byName<RetailWorld>(retailTools);
const AIRLINE = byName<AirlineWorld>(airlineTools);

/**
 * The tools of a domain in the benchmark's order, as chat templates take them. The words are this
 * project's; scores that are to be compared need the benchmark's own schemas.
 */
export function toolSpecs(domain: Domain): ToolSpec[] {
  return domain === 'retail' ? retailTools.map(specOf) : airlineTools.map(specOf);
}

function checkArguments(args: PyValue): PyDict {
  if (!(args instanceof Map)) {
    throw new Fault(`the arguments must be an object, they are ${kindOf(args)}`);
  }
  if (isDeeperThan(args, MAX_DEPTH)) {
    throw new Fault(`the arguments are nested more than ${MAX_DEPTH} levels deep`);
  }
  return args;
}

function invoke(world: World, name: string, args: PyValue): string | null | undefined {
  if (world.domain === 'retail') return RETAIL.get(name)?.invoke(world, checkArguments(args));
  return AIRLINE.get(name)?.invoke(world, checkArguments(args));
}

/**
 * Carries out a call of an agent on a world, which it may change; any call is answered by an
 * observation, wrong and missing arguments too.
 *
 * As in the benchmark, a call that fails half-way keeps what it changed before.
 *
 * @param args Numbers as Python reads them: see {@link fromJson} for a parsed call's arguments.
 */
export function applyTool(world: World, name: string, args: PyValue): ToolResult {
  try {
    const observation = invoke(world, name, args);
    if (observation !== undefined) return { observation, raised: false };
    return { observation: `Unknown action ${name}`, raised: false };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { observation: `Error: ${error.message}`, raised: true };
  }
}
