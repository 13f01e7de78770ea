import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILTIN_TEMPLATE } from '../../../src/tokens/builtin-template.ts';
import { compileChatTemplate } from '../../../src/tokens/jinja/chat-template.ts';
import { templateMessages } from '../../../src/tokens/template-messages.ts';
import { conversation, tools } from '../conversations.ts';
import { QWEN3 } from '../qwen3-folder.ts';
import { QWEN25_SHAPE } from '../templates/qwen2.5-shape.ts';
import { pythonJinjaMissing, renderWithPython } from './python-jinja.ts';

const config: { chat_template: string } = JSON.parse(
  readFileSync(path.join(QWEN3, 'tokenizer_config.json'), 'utf8'),
);

const TEMPLATES = [
  ['Qwen3', config.chat_template],
  ['the shape of Qwen2.5', QWEN25_SHAPE],
  ['the built-in template', BUILTIN_TEMPLATE],
] as const;

describe('conversations are rendered as Python’s Jinja renders them', () => {
  test.for(TEMPLATES)('%s', ([name, template], context) => {
    const missing = pythonJinjaMissing();
    if (missing !== undefined) return context.skip(missing);
    const given = fc.record(
      {
        messages: conversation,
        tools,
        enable_thinking: fc.boolean(),
        add_generation_prompt: fc.boolean(),
      },
      { requiredKeys: ['messages'] },
    );
    const shape = { strings: true, parts: false, images: null };
    const cases = fc
      .sample(given, { seed: 5, numRuns: process.env['SLIME_TEST_TIER'] === 'full' ? 5000 : 400 })
      .map(({ messages, ...rest }) => ({
        template,
        variables: { tools: null, ...rest, messages: templateMessages(messages, shape, name) },
      }));
    const own = compileChatTemplate(template, name);
    for (const [index, expected] of renderWithPython(cases).entries()) {
      const variables = cases[index]?.variables ?? {};
      if ('text' in expected) expect(own.render(variables)).toBe(expected.text);
      else expect(() => own.render(variables)).toThrow(/^chat template /);
    }
  });
});
