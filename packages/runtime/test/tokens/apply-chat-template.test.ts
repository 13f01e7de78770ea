import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { EncoderError, type Message } from 'slime-sdk';
import { expect, test } from 'vitest';
import { ConversationRenderer } from '../../src/tokens/conversation-renderer.ts';
import { compileChatTemplate } from '../../src/tokens/jinja/chat-template.ts';
import { conversation, tools } from './conversations.ts';
import { pythonMissing } from './jinja/python-jinja.ts';
import { realTemplates } from './templates/real-templates.ts';

/** transformers' own `apply_chat_template`, of a tokenizer that has no more than a template. */
const PROGRAM = `
import json, sys
from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast
tokenizer = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.WordLevel({"<unk>": 0}, unk_token="<unk>")), bos_token="<s>", eos_token="</s>")
results = []
for case in json.load(sys.stdin):
    try:
        text = tokenizer.apply_chat_template(case["messages"], tools=case["tools"], chat_template=case["template"], add_generation_prompt=True, tokenize=False)
        results.append({"text": text})
    except Exception as error:
        results.append({"error": f"{type(error).__name__}: {error}"})
json.dump(results, sys.stdout)
`;

/** A template that prints all that it is given, in the order in which it comes. */
const MIRROR = '{{ messages | tojson }}{{ tools | tojson }}{{ bos_token }}{{ documents }}';

/** Older data has the reasoning under other names. */
function underOldName(message: Message): Message {
  const { reasoning_content: thinking, ...rest } = message;
  return thinking === undefined ? message : Object.assign({ thinking }, rest);
}

function wire({ tool_calls: calls, ...message }: Message): unknown {
  return calls === undefined
    ? message
    : { ...message, tool_calls: calls.map((call) => ({ type: 'function', function: call })) };
}

test(
  'messages and tools are prepared for the template as apply_chat_template does',
  { timeout: 120_000 },
  (context) => {
    const missing = pythonMissing('transformers');
    if (missing !== undefined) return context.skip(missing);
    const templates = [MIRROR, ...[...realTemplates().values()].slice(0, 30)];
    const given = fc.sample(
      fc.record({ messages: conversation, tools: fc.option(tools), thinking: fc.boolean() }),
      { seed: 9, numRuns: 200 },
    );
    const cases = given.map(({ messages, tools: specs, thinking }, at) => ({
      messages: thinking ? messages.map(underOldName) : messages,
      tools: specs,
      template: templates[at % 2 === 0 ? 0 : (at % (templates.length - 1)) + 1] ?? MIRROR,
    }));
    const { status, stdout, stderr } = spawnSync(
      process.env['SLIME_PYTHON'] ?? 'python3',
      ['-c', PROGRAM],
      {
        input: JSON.stringify(cases.map((one) => ({ ...one, messages: one.messages.map(wire) }))),
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    if (status !== 0) throw new Error(stderr);
    const theirs: ({ text: string } | { error: string })[] = JSON.parse(stdout);
    let compared = 0;
    for (const [index, one] of cases.entries()) {
      const renderer = new ConversationRenderer({
        template: compileChatTemplate(one.template, 't'),
        shape: { strings: true, parts: true, images: 'template' },
        specials: { bos_token: '<s>', eos_token: '</s>' },
        kwargs: {},
      });
      const options = one.tools === null ? {} : { tools: one.tools };
      const own = () => renderer.render(one.messages, { ...options, addGenerationPrompt: true });
      const result = theirs[index] ?? { error: 'no result' };
      if ('error' in result) expect(own).toThrow(EncoderError);
      else {
        expect(own()).toBe(result.text);
        compared += 1;
      }
    }
    console.log(`apply_chat_template: ${cases.length} conversations, ${compared} texts compared`);
    expect(compared).toBeGreaterThan(100);
  },
);
