import type { ParsedCall, ToolCall } from 'slime-sdk';

/**
 * The calls of a turn as a chat template is given them, one for each: answers stand at the places of
 * their calls. One that cannot be read has no arguments, and '' where its name could not be read.
 */
export function toolCallsOf(calls: readonly ParsedCall[]): ToolCall[] {
  return calls.map(({ id, name, arguments: args }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    arguments: args ?? {},
  }));
}
