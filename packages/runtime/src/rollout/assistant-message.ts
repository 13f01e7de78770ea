import type { Message, Turn } from 'slime-sdk';
import { toolCallsOf } from './tool-calls.ts';

/** A turn as the message that a chat template is given for it. */
export function assistantMessage(turn: Pick<Turn, 'content' | 'reasoning' | 'calls'>): Message {
  const calls = toolCallsOf(turn.calls);
  return {
    role: 'assistant',
    content: turn.content,
    ...(turn.reasoning === '' ? {} : { reasoning_content: turn.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
