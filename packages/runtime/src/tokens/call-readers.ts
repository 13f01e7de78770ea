import type { Message, ToolCall } from 'slime-sdk';
import { parseToolCalls, toolCallParsers } from 'slime-sdk/parsers';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { PROBE_TOOL } from './probe-messages.ts';
import { attempt } from './tail-plan.ts';
import type { Base } from './tail.ts';

const ID = 'call00000';
const CALL: ToolCall = { id: ID, name: 'probe', arguments: { x: 'ProbeArgument' } };

/** Names of the tool-call parsers that read a call back from what the template writes of it. */
export function callReaders(renderer: ConversationRenderer, base: Base): string[] {
  const tools = [PROBE_TOOL];
  const tried = attempt(() => {
    const before = renderer.render(base, { tools, addGenerationPrompt: true });
    const called: Message[] = [
      { role: 'assistant', content: '', tool_calls: [CALL] },
      { role: 'tool', content: '', name: CALL.name, tool_call_id: ID },
    ];
    const whole = renderer.render([...base, ...called], { tools, addGenerationPrompt: false });
    let at = 0;
    while (at < before.length && before[at] === whole[at]) at += 1;
    return whole.slice(at);
  });
  if ('refused' in tried) return [];
  return toolCallParsers.filter((name) =>
    parseToolCalls(name, tried.value, tools).calls.some(
      (call) => call.name === CALL.name && call.arguments?.['x'] === CALL.arguments['x'],
    ),
  );
}
