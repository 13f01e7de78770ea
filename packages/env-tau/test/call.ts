import { applyTool, parseJson, type ToolResult, type World } from '../src/index.ts';

/** Carries out a call whose arguments are a JSON text. */
export function call(world: World, name: string, args: string): ToolResult {
  return applyTool(world, name, parseJson(args, 'arguments'));
}

/** What a call that must not fail gave, read as JSON. */
export function read(world: World, name: string, args: string): unknown {
  const { observation, raised } = call(world, name, args);
  if (observation === null || raised) throw new Error(`${name} failed: ${String(observation)}`);
  return JSON.parse(observation);
}
