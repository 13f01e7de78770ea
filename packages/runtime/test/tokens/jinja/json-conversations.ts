import fc from 'fast-check';
import { FRAGMENTS, MARKUP } from '../conversations.ts';

const WORDS = [
  ...FRAGMENTS,
  ...MARKUP,
  '<think>\nso\n</think>\n\n',
  '[INST]',
  '<|eot_id|>',
  '</s>',
  '###',
  'ΑΣ',
  '\u007f',
  '\ufeff',
  '<|channel|>final<|message|>',
];

const text = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 5 })
  .map((parts) => JSON.stringify(parts.join(' ')));

/** Numbers as JSON text, many of them such that a JavaScript number is not what was written. */
const number = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '-7',
    '300',
    '2.5',
    '1.0',
    '-0.0',
    '1e-7',
    '1e22',
    '1E3',
    '100.00',
    '0.0001',
  ),
  fc.constantFrom(
    '9007199254740993',
    '123456789012345678901234567890',
    '1e16',
    '3.0e10',
    '0.1',
    '-2.5e-10',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

const key = fc.constantFrom(
  'city',
  'unit',
  'clé',
  'a b',
  'quote"k',
  'n',
  'items',
  'get',
  '10',
  '2',
  '1',
  '__proto__',
  'constructor',
  'type',
);

function object(value: fc.Arbitrary<string>, names: fc.Arbitrary<string> = key) {
  return fc
    .uniqueArray(fc.tuple(names, value), { maxLength: 4, selector: ([name]) => name })
    .map(
      (entries) =>
        `{${entries.map(([name, item]) => `${JSON.stringify(name)}: ${item}`).join(', ')}}`,
    );
}

const list = (item: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(item, { maxLength }).map((items) => `[${items.join(', ')}]`);

const flat = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', '""'));
const json = fc.oneof(
  flat,
  object(flat),
  list(flat, 3),
  object(fc.oneof(flat, object(flat), list(flat, 2))),
);

const schema = object(
  json,
  fc.constantFrom('minimum', 'default', 'enum', 'maximum', 'description'),
);

const tool = fc
  .tuple(fc.constantFrom('get_weather', 'search', 'f'), text, object(schema))
  .map(
    ([name, description, properties]) =>
      `{"type": "function", "function": {"name": "${name}", "description": ${description}, ` +
      `"parameters": {"type": "object", "properties": ${properties}, "required": ["city"]}}}`,
  );

const call = fc
  .tuple(fc.constantFrom('search', 'f', 'get_weather'), object(json), fc.nat({ max: 3 }))
  .map(
    ([name, args, kind]) =>
      `{"id": "call_${name}1", "type": "function", "function": {"name": "${name}", ` +
      // Arguments as a mapping for the most part; else as text, as the wire has them.
      `"arguments": ${kind === 0 ? JSON.stringify(args) : args}}}`,
  );

const nothing = fc.constantFrom('null', '""');
const parts = list(
  fc.oneof(
    text.map((value) => `{"type": "text", "text": ${value}}`),
    fc.constant('{"type": "image", "image": "x"}'),
  ),
  3,
);

function messagesWith(content: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  const assistant = fc
    .tuple(content, fc.option(fc.oneof(text, text, fc.constant('null'))), fc.option(list(call, 2)))
    .map(
      ([said, thought, calls]) =>
        `{"role": "assistant", "content": ${said}` +
        (thought === null ? '' : `, "reasoning_content": ${thought}`) +
        (calls === null ? '}' : `, "tool_calls": ${calls}}`),
    );
  const other = (role: string) => content.map((said) => `{"role": "${role}", "content": ${said}}`);
  const toolAnswer = content.map(
    (said) =>
      `{"role": "tool", "tool_call_id": "call_search1", "name": "search", "content": ${said}}`,
  );
  const turn = fc.tuple(
    other('user'),
    assistant,
    fc.array(toolAnswer, { maxLength: 2 }),
    assistant,
  );
  const orderly = fc
    .tuple(
      fc.option(other('system')),
      fc.array(turn, { minLength: 1, maxLength: 3 }),
      fc.option(other('user')),
    )
    .map(([system, turns, last]) =>
      [
        system,
        ...turns.flatMap(([user, first, answers, second]) =>
          answers.length === 0 ? [user, second] : [user, first, ...answers, second],
        ),
        last,
      ].filter((message) => message !== null),
    );
  const any = fc.oneof(other('user'), assistant, toolAnswer, other('system'));
  return fc.oneof(
    { weight: 5, arbitrary: orderly },
    { weight: 1, arbitrary: fc.array(any, { minLength: 1, maxLength: 6 }) },
  );
}

/** Most conversations are of texts, which all templates take; some have nulls and parts too. */
const messages = fc.oneof(
  { weight: 6, arbitrary: messagesWith(text) },
  { weight: 1, arbitrary: messagesWith(fc.oneof(text, text, nothing)) },
  { weight: 1, arbitrary: messagesWith(fc.oneof(text, parts)) },
);

/** All that transformers gives a chat template, as JSON text. */
export const conversationJson: fc.Arbitrary<string> = fc
  .tuple(
    messages,
    fc.option(list(tool, 3)),
    fc.boolean(),
    fc.option(fc.boolean()),
    fc.nat({ max: 9 }),
  )
  .map(
    ([items, tools, generate, thinking, kind]) =>
      `{"messages": [${items.join(', ')}], "tools": ${tools ?? 'null'}, ` +
      `"documents": ${kind === 0 ? '[{"title": "t", "text": "x"}]' : 'null'}, ` +
      `"add_generation_prompt": ${generate}, "bos_token": "<s>", "eos_token": "</s>", ` +
      `"pad_token": "<pad>", "unk_token": "<unk>"` +
      (thinking === null ? '}' : `, "enable_thinking": ${thinking}}`),
  );
