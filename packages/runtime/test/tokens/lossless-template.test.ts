import { createRolloutArgs, type Message, type ToolSpec } from 'slime-sdk';
import { parseToolCalls } from 'slime-sdk/parsers';
import { expect, test, vi } from 'vitest';
import { sampleForPlugin } from '../../src/plugins/plugin-inputs.ts';
import { loadDataset } from '../../src/rollout/data/dataset.ts';
import { createRowSample } from '../../src/rollout/data/read-row.ts';
import { readToolSpecs } from '../../src/rollout/tool-specs.ts';
import { ConversationRenderer } from '../../src/tokens/conversation-renderer.ts';
import { compileChatTemplate } from '../../src/tokens/jinja/chat-template.ts';
import { openContext, openHost, createProject, shortArgs } from '../plugins/project.ts';
import { dataFile } from '../rollout/data/data-file.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ARGUMENTS =
  '{"10": 1.0, "2": [1e-07, 1e+22, -0.0, 100.0], "n": 123456789012345678901234567890, "__proto__": {"b": 2.0, "1": null}}';

const TOOL =
  `{"type": "function", "function": {"name": "f", "description": "d", "parameters": ${ARGUMENTS}, ` +
  '"strict": true}}';

const template = compileChatTemplate(
  '{%- for m in messages -%}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}' +
    '{{ m.extra | tojson if m.extra is defined }}{% endfor %}' +
    '{%- for t in tools or [] -%}{{ t | tojson }}{% endfor %}',
  't',
);

const renderer = new ConversationRenderer({
  template,
  shape: { strings: true, parts: false, images: null },
  specials: {},
  kwargs: {},
});

function render(messages: readonly Message[], tools?: readonly ToolSpec[]): string {
  const given = tools === undefined ? {} : { tools };
  return renderer.render(messages, { ...given, addGenerationPrompt: false });
}

test('numbers and keys of a row reach the template as they were written', async () => {
  const call = `{"type": "function", "function": {"name": "f", "arguments": ${ARGUMENTS}}}`;
  const asText = `{"function": {"name": "f", "arguments": ${JSON.stringify(ARGUMENTS)}}}`;
  const row =
    `{"input": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", ` +
    `"tool_calls": [${call}, ${asText}], "extra": {"7": 3.0, "1": 1}}], "tools": [${TOOL}]}`;
  const file = await dataFile('rows.jsonl', `${row}\n`);
  const { rows } = await loadDataset(
    createRolloutArgs({ prompt_data: file, apply_chat_template: true, tool_key: 'tools' }),
  );
  const [first] = rows;
  if (first === undefined) throw new Error('no row');
  const sample = sampleForPlugin(createRowSample(first));
  if (!Array.isArray(sample.prompt)) throw new Error('no messages');
  const text = render(sample.prompt, readToolSpecs(sample.metadata));
  expect(text).toBe(`${ARGUMENTS}${ARGUMENTS}{"7": 3.0, "1": 1}${TOOL}`);
});

test.each(['hermes', 'qwen25'])(
  'the policy’s own arguments reach the template as it wrote them: %s',
  (parser) => {
    const written = '{"10": 1.0, "2": [1e-07, {"x": 5e3}], "1": 0.5}';
    const { calls } = parseToolCalls(
      parser,
      `<tool_call>\n{"name": "f", "arguments": ${written}}\n</tool_call>`,
    );
    expect(calls[0]?.arguments).toEqual({ '1': 0.5, '2': [1e-7, { x: 5000 }], '10': 1 });
    const tool_calls = calls.map(({ name, arguments: args = {} }) => ({ name, arguments: args }));
    const text = render([{ role: 'assistant', content: '', tool_calls }]);
    expect(text).toBe('{"10": 1.0, "2": [1e-07, {"x": 5000.0}], "1": 0.5}');
  },
);

test('parameters in tags reach the template as the engine’s parser reads them', () => {
  const properties = { '10': { type: 'number' }, '2': { type: 'number' }, o: { type: 'object' } };
  const tool: ToolSpec = { type: 'function', function: { name: 'f', parameters: { properties } } };
  const { calls } = parseToolCalls(
    'qwen3_coder',
    '<tool_call>\n<function=f>\n<parameter=10>\n1.0\n</parameter>\n<parameter=2>\n5\n</parameter>\n' +
      '<parameter=o>\n{"b": 2.0}\n</parameter>\n</function>\n</tool_call>',
    [tool],
  );
  const tool_calls = calls.map(({ name, arguments: args = {} }) => ({ name, arguments: args }));
  const text = render([{ role: 'assistant', content: '', tool_calls }]);
  expect(text).toBe('{"10": 1.0, "2": 5, "o": {"b": 2.0}}');
});

test('the text of a call in a list is the one that was written', () => {
  const written = '{"name": "f", "arguments": {"2": 1.0, "1": 1e3}}';
  const { calls } = parseToolCalls('hermes', `<tool_call>[${written} ,  ${written}]</tool_call>`);
  expect(calls.map(({ raw }) => raw)).toEqual([written, written]);
});

test('an argument that a tool changed is printed as it is now', () => {
  const { calls } = parseToolCalls(
    'hermes',
    '<tool_call>{"name": "f", "arguments": {"a": 1.0, "b": 1.0}}</tool_call>',
  );
  const args = calls[0]?.arguments ?? {};
  args['a'] = 7;
  delete args['b'];
  args['c'] = 1;
  const tool_calls = [{ name: 'f', arguments: args }];
  expect(render([{ role: 'assistant', content: '', tool_calls }])).toBe('{"a": 7, "c": 1}');
});

test.each(['inline', 'process'] as const)(
  'the tool schemas of an env reach the template as it read them: %s',
  async (isolation) => {
    const args = shortArgs(30);
    const cwd = await createProject({
      'env.ts': `
        import { BaseInteractionEnv, parseExactJson } from 'slime-sdk';
        class Env extends BaseInteractionEnv {
          reset(): any { return { tools: parseExactJson(${JSON.stringify(`[${TOOL.replace(', "strict": true', '')}]`)}) }; }
          step(): any { return { observation: { text: 'x' }, done: false }; }
        }
        export const buildEnv = () => new Env();
      `,
    });
    const host = await openHost(cwd, { args, isolation });
    const session = await (await host.loadEnv('./env.ts')).open(openContext(args, 3));
    const { tools } = await session.reset({ seed: 1, attempt: 0 });
    await session.close();
    expect(render([], tools)).toBe(TOOL.replace(', "strict": true', ''));
  },
);
