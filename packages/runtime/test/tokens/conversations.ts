import fc from 'fast-check';
import type { JsonObject, JsonValue, Message, ToolSpec } from 'slime-sdk';

/** Words of the world: scripts, white space, markup of the templates, things that look like code. */
export const FRAGMENTS = [
  'hello',
  '  lead',
  'trail  ',
  '\n',
  '\n\n',
  '\t',
  "it's",
  '"q"',
  '\\n',
  '{"a": 1}',
  '{{ x }}',
  '{% if %}',
  '<b>&amp;</b>',
  '你好，世界',
  'émoji 👨‍👩‍👧',
  '\u2028',
  '\u00a0',
  '\u0001',
  '日本',
  '𝕏',
  '\r\n',
  '1.50',
  'None',
  '',
];

/** What templates write around thoughts, calls and turns. */
export const MARKUP = [
  '<think>',
  '</think>',
  '<tool_response>',
  '</tool_response>',
  '<tool_call>',
  '<|im_end|>',
];

const join = (parts: readonly string[]) => parts.join(' ');

/** Text without anything that looks like a special token. */
export const plainText = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map(join);

const anyText = fc.array(fc.constantFrom(...FRAGMENTS, ...MARKUP), { maxLength: 6 }).map(join);

const key = fc.constantFrom('city', 'unit', 'clé', 'a b', 'quote"k', 'n', 'items', 'get');

const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    anyText,
    fc.integer({ min: -300, max: 3000 }),
    fc.integer({ min: -300, max: 300 }).map((n) => n / 8 + 0.0625),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const toolSpec: fc.Arbitrary<ToolSpec> = fc.record({
  type: fc.constant('function' as const),
  function: fc.record({
    name: fc.constantFrom('get_weather', 'search', 'f'),
    description: anyText,
    parameters: fc.dictionary(key, json, { maxKeys: 3 }),
  }),
});

const args: fc.Arbitrary<JsonObject> = fc.dictionary(key, json, { maxKeys: 3 });

const assistant: fc.Arbitrary<Message> = fc.record(
  {
    role: fc.constant('assistant' as const),
    content: fc.oneof(
      anyText,
      fc
        .tuple(anyText, anyText)
        .map(([thought, said]) => `<think>\n${thought}\n</think>\n\n${said}`),
    ),
    reasoning_content: anyText,
    tool_calls: fc.array(fc.record({ name: fc.constantFrom('search', 'f'), arguments: args }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['role', 'content'] },
);

const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ role: fc.constant('user' as const), content: anyText }) },
  { weight: 3, arbitrary: assistant },
  { weight: 3, arbitrary: fc.record({ role: fc.constant('tool' as const), content: anyText }) },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('system' as const), content: anyText }) },
);

/** Any conversation that a chat template may be given. */
export const conversation: fc.Arbitrary<Message[]> = fc.array(message, {
  minLength: 1,
  maxLength: 8,
});

export const tools: fc.Arbitrary<ToolSpec[]> = fc.array(toolSpec, { minLength: 1, maxLength: 3 });
