import fc from 'fast-check';
import { type JsonObject, parseExactJson } from 'slime-sdk';
import { expect, test } from 'vitest';
import { builtinEncoder } from '../../src/tokens/index.ts';
import { joinExact } from '../../src/tokens/join-exact.ts';
import { pairCalls } from '../../src/tokens/call-ids.ts';
import { writeExactJson } from '../../src/tokens/write-exact-json.ts';
import { runCli } from '../cli/run-cli.ts';
import { checkpointWith } from './checkpoint-folder.ts';

const GIVEN = '{"f": 1.0, "e": 1e16, "z": -0.0, "i": 1, "b": 123456789012345678901234}';

/** What `transformers` renders with the variables above. */
const PRINTED = '1.0 1e+16 -0.0 1 123456789012345678901234 True False True';

const SHOWS =
  '{{ f }} {{ e }} {{ z }} {{ i }} {{ b }} {{ f is float }} {{ i is float }} {{ b is integer }}';

const template = { name: 'variables', source: SHOWS };

function exactly(text: string): JsonObject {
  const value = parseExactJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(text);
  return value;
}

test('variables of an encoder are numbers as their JSON text had them', () => {
  const encoder = builtinEncoder({ template, templateKwargs: exactly(GIVEN) });
  expect(encoder.render([], { addGenerationPrompt: true })).toBe(PRINTED);
});

test('so are those of one rendering, which win over the encoder’s', () => {
  const encoder = builtinEncoder({ template, templateKwargs: { f: 7, e: 7, i: 7 } });
  const kwargs = exactly(GIVEN);
  expect(encoder.render([], { addGenerationPrompt: true, kwargs })).toBe(PRINTED);
  const plain = builtinEncoder({ template, templateKwargs: exactly(GIVEN) });
  const given = { kwargs: { f: 1 }, addGenerationPrompt: true };
  expect(plain.render([], given)).toBe(PRINTED.replace('1.0', '1').replace('True', 'False'));
});

test('a tail is probed anew where a variable is a float instead of an integer', async () => {
  const source =
    "{% for m in messages %}{{ m.content + ('!' ~ tools if f is float else '') }}{% endfor %}";
  const encoder = builtinEncoder({ template: { name: 'tail', source } });
  const bridge = (kwargs: JsonObject) =>
    encoder.encodeBridge({
      messages: [{ role: 'user', content: 'q' }],
      history: [{ role: 'assistant', content: 'a' }],
      tools: [{ type: 'function', function: { name: 'look' } }],
      lastId: 0,
      kwargs,
    });
  const textOf = async (kwargs: JsonObject) =>
    encoder.decode((await bridge(kwargs)).ids, { skipSpecialTokens: false });
  expect(await textOf({ f: 1 })).toBe('q');
  expect(await textOf(exactly('{"f": 1.0}'))).toContain("'name': 'look'");
});

test('--apply-chat-template-kwargs gives variables as they are written', async () => {
  const folder = await checkpointWith(
    `{% for m in messages %}{{ m.content }}{% endfor %}{% if add_generation_prompt %}${SHOWS} {{ n.x }}{% endif %}`,
  );
  const kwargs = GIVEN.replace('}', ', "n": {"x": 2.0}}');
  const flags = ['--hf-checkpoint', folder, '--apply-chat-template-kwargs', kwargs, '--json'];
  const { stdout } = await runCli('template', ...flags);
  expect(JSON.parse(stdout)).toMatchObject({ generation_prompt: `${PRINTED} 2.0` });
});

test('fields of a message stay as they were written beside reasoning, calls and answers', () => {
  const source = '{% for m in messages %}{{ m | tojson }}\n{% endfor %}';
  const encoder = builtinEncoder({ template: { name: 'fields', source } });
  const messages = [
    { role: 'assistant' as const, content: '', ...exactly('{"reasoning_content": "r"}') },
  ];
  const written = exactly(
    '{"role": "assistant", "content": "", "reasoning_content": "r", "n": 1.0}',
  );
  const [caller, answer] = pairCalls([
    Object.assign(written, {
      role: 'assistant' as const,
      content: '',
      tool_calls: [{ name: 'f', arguments: {} }],
    }),
    Object.assign(exactly('{"n": 2.0}'), { role: 'tool' as const, content: 'x' }),
  ]);
  if (caller === undefined || answer === undefined) throw new Error('no pair');
  const text = encoder.render([...messages, caller, answer], { addGenerationPrompt: false });
  expect(text).toContain('"n": 1.0');
  expect(text).toContain('"n": 2.0');
});

const number = fc.oneof(
  fc.integer({ min: -99, max: 99 }).map(String),
  fc.integer({ min: -99, max: 99 }).map((value) => `${value}.0`),
  fc.bigInt({ min: 10n ** 18n, max: 10n ** 24n }).map(String),
);
const key = fc.constantFrom('a', 'b', '7', '10', '__proto__');

test('objects are joined as Python joins dicts, with every number as it was written', () => {
  const textOf = (entries: Iterable<[string, string]>): string =>
    `{${[...entries].map(([name, text]) => `"${name}": ${text}`).join(', ')}}`;
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(key, number)), { maxLength: 3 }), (parts) => {
      const unique = parts.map((part) => [...new Map(part)]);
      const joined = joinExact(...unique.map((part) => exactly(textOf(part))));
      expect(writeExactJson(joined)).toBe(textOf(new Map(unique.flat())));
    }),
  );
});
