import type { Message, ToolSpec } from 'slime-sdk';
import { expect, test } from 'vitest';
import { builtinEncoder } from '../../src/tokens/index.ts';

const TOOL: ToolSpec = {
  type: 'function',
  function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
};

test('the built-in template writes tools, reasoning, calls, grouped answers and pictures', () => {
  const messages: Message[] = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'image', image: 'a.png' },
        { type: 'text', text: 'What?' },
      ],
    },
    {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'Hm.',
      tool_calls: [
        { name: 'look', arguments: { x: 1 } },
        { name: 'look', arguments: {} },
      ],
    },
    { role: 'tool', content: 'one' },
    { role: 'tool', content: 'two' },
    { role: 'system', content: 'Go on.' },
  ];
  expect(builtinEncoder().render(messages, { tools: [TOOL], addGenerationPrompt: true })).toBe(
    `<|im_start|>system
Be brief.

# Tools

You may call one or more functions. Their signatures are within <tools></tools>:
<tools>
{"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}}
</tools>

For each call, write a JSON object within <tool_call></tool_call>:
<tool_call>
{"name": <function-name>, "arguments": <arguments-object>}
</tool_call><|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|>What?<|im_end|>
<|im_start|>assistant
<think>
Hm.
</think>

I look.
<tool_call>
{"name": "look", "arguments": {"x": 1}}
</tool_call>
<tool_call>
{"name": "look", "arguments": {}}
</tool_call><|im_end|>
<|im_start|>user
<tool_response>
one
</tool_response>
<tool_response>
two
</tool_response><|im_end|>
<|im_start|>system
Go on.<|im_end|>
<|im_start|>assistant
`,
  );
});

test('without tools and system message there is no system turn', () => {
  const messages: Message[] = [{ role: 'user', content: 'hi' }];
  expect(builtinEncoder().render(messages, { addGenerationPrompt: false })).toBe(
    '<|im_start|>user\nhi<|im_end|>\n',
  );
});
