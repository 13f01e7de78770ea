import type { ParsedCall, ToolCall } from 'slime-sdk';

/**
 * The calls of a turn as a chat template is given them. One that cannot be read stands there
 * without arguments where it has a name or an id: they head its answer in some templates, and each
 * answer is that of the call at its place.
 */
export function toolCallsOf(calls: readonly ParsedCall[]): ToolCall[] {
  return calls.flatMap(({ id, name, arguments: args }) =>
    args === undefined && name === '' && id === undefined
      ? []
      : [{ ...(id === undefined ? {} : { id }), name, arguments: args ?? {} }],
  );
}
