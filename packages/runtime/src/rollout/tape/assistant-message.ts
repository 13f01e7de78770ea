import type { Message, Turn } from 'slime-sdk';

/** A turn as the message that a chat template is given for it. Calls that cannot be read are text. */
export function assistantMessage(turn: Turn): Message {
  const calls = turn.calls.flatMap((call) =>
    call.arguments === undefined ? [] : [{ name: call.name, arguments: call.arguments }],
  );
  return {
    role: 'assistant',
    content: turn.content,
    ...(turn.reasoning === '' ? {} : { reasoning_content: turn.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
