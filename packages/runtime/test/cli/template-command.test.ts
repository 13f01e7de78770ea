import { describe, expect, it } from 'vitest';
import { CHATML_TOKENS, checkpointWith, folderWith } from '../tokens/checkpoint-folder.ts';
import { QWEN3 } from '../tokens/qwen3-folder.ts';
import { smallTokenizer } from '../tokens/small-tokenizer.ts';
import * as awkward from '../tokens/templates/awkward.ts';
import { QWEN25_SHAPE } from '../tokens/templates/qwen2.5-shape.ts';
import { runCli } from './run-cli.ts';

async function show(template: string, ...flags: string[]) {
  return runCli('template', '--hf-checkpoint', await checkpointWith(template), ...flags);
}

async function facts(template: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await show(template, '--json', ...flags);
  const parsed: Record<string, unknown> = JSON.parse(stdout);
  return parsed;
}

describe('slime-runtime template', () => {
  it('shows the first text that Qwen3 writes otherwise, and what a run does about it', async () => {
    const { code, stdout, stderr } = await runCli('template', '--hf-checkpoint', QWEN3);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(String.raw`
a user message: appended behind the turn's words
  writes "<|im_end|>\n<|im_start|>user\nProbeObserved0<|im_end|>\n<|im_start|>assistant\n"
  rewrites an assistant turn with reasoning
    appended  "tart|>assistant\n<think>\nProbeThought\n</think>\n\nP"
    rendered  "tart|>assistant\nProbeAnswer.<|im_end|>\n<|im_star"
`);
    expect(stdout).toContain(
      '  -> what was sampled is kept, also where a full rendering writes it otherwise\n',
    );
    expect(stdout).toMatch(/\nDoes not only append: .*\n$/);
  });

  it('says that a template only appends', async () => {
    const { code, stdout } = await show(QWEN25_SHAPE);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/rewrites|rendered/);
    expect(stdout).toMatch(
      /\nAppends only: a sample is a full rendering of its conversation, id by id\.\n$/,
    );
  });

  it('prints the same as JSON', async () => {
    expect(await facts(awkward.TRIMS)).toMatchObject({
      append_only: false,
      content: { strings: true, parts: false },
      turn_ends: [{ text: '<|im_end|>' }],
      generation_prompt: '<|im_start|>assistant\n',
      generation_prefix: '',
      observations: [
        {
          kind: 'a user message',
          appended: true,
          refusal: null,
          behind: ['words'],
          depends_on: [],
          begins_with_token: true,
          rewrites: [
            {
              turn: 'text with whitespace around it',
              with_tools: false,
              where: 'turn',
              text: 'rewrites an assistant turn with text with whitespace around it',
            },
          ],
        },
        { kind: 'a tool message' },
        { kind: 'several tool messages' },
        { kind: 'a user message with a picture' },
        { kind: 'a tool message with a picture' },
      ],
    });
  });

  it.each([
    ['history', awkward.NUMBERED, 'rendered behind the whole conversation'],
    ['tools', awkward.TOOLS_LAST, 'rendered with the tools of the episode'],
  ])(
    'says that a tail depends on the %s, and how it is made then',
    async (on, template, action) => {
      const { observations } = await facts(template);
      expect(observations).toMatchObject([
        { depends_on: expect.arrayContaining([on]), action: expect.stringContaining(action) },
        {},
        {},
        {},
        {},
      ]);
    },
  );

  it('says that a tail has the id of a call, and what becomes of an answer without one', async () => {
    const template =
      "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}" +
      "{% if m.role == 'tool' %}## Return of {{ m.tool_call_id }}\n{% endif %}{{ m.content + '<|im_end|>\n' }}" +
      "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
    const { observations } = await facts(template);
    expect(observations).toMatchObject([
      { kind: 'a user message', depends_on: [] },
      {
        kind: 'a tool message',
        depends_on: ['ids'],
        action: expect.stringContaining('refused where it prints one that nobody gave'),
      },
      { kind: 'several tool messages', depends_on: ['ids'] },
      {},
      {},
    ]);
    expect((await show(template)).stdout).toContain('\n  depends on the ids of calls\n');
  });

  it('says that names of calls are found by ids, where these are printed, too', async () => {
    const looksUp = (shown: string) =>
      "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}{% if m.role == 'tool' %}" +
      '{% for n in messages %}{% for c in n.tool_calls or [] %}' +
      `{% if c.id is defined and c.id == m.tool_call_id %}{{ c.function.name ${shown} }}{% endif %}` +
      "{% endfor %}{% endfor %}{% endif %}{{ m.content + '<|im_end|>\n' }}{% endfor %}" +
      "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
    const said =
      'finds the names of calls by ids: an answer has none where neither it nor its call';
    const { observations } = await facts(looksUp("~ '#' ~ c.id"));
    expect(observations).toMatchObject([
      { kind: 'a user message', names_need_ids: false },
      { kind: 'a tool message', names_need_ids: true },
      { kind: 'several tool messages', names_need_ids: true },
      { names_need_ids: false },
      { names_need_ids: true },
    ]);
    expect((await show(looksUp("~ '#' ~ c.id"))).stdout).toContain(said);
    // A stand-in finds the name where no id is printed.
    expect((await show(looksUp(''))).stdout).not.toContain(said);
  });

  it('says that a prompt ends in plain text, which a turn may merge with', async () => {
    const template =
      "{% for m in messages %}{{ ('Assistant:' if m.role == 'assistant' else '<|im_start|>user\\n') + m.content + '<|im_end|>' }}{% endfor %}" +
      "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}";
    expect(await facts(template)).toMatchObject({
      append_only: false,
      plain_end: 'Assistant:',
      observations: [{ begins_with_token: true, plain_end: 'Assistant:' }, {}, {}, {}, {}],
    });
    const { stdout } = await show(template);
    expect(stdout).toContain(
      'a prompt ends in plain text, "Assistant:", which may merge with a turn\n',
    );
    expect(stdout).toMatch(/\nWhere it can append, it only appends: .* as text; where plain text/);
    expect(stdout).not.toContain('id by id');
  });

  it.each([
    ['{"name": "NAME", "arguments": ARGUMENTS}', true],
    ['NAME(ARGUMENTS)', false],
  ])(
    'says which parser reads the calls without which it appends no answer: %s',
    async (form, is) => {
      const call = form
        .replace('NAME', "' + c.name + '")
        .replace('ARGUMENTS', "' + (c.arguments | tojson) + '");
      const template =
        "{% set last = namespace(call=none) %}{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' }}" +
        "{% if m.role == 'tool' and last.call is none %}{{ raise_exception('no call before it') }}{% endif %}" +
        '{% set last.call = none %}{{ m.content }}{% for t in m.tool_calls or [] %}{% set c = t.function %}{% set last.call = c.name %}' +
        `{{ '<tool_call>\\n${call}\\n</tool_call>' }}{% endfor %}{{ '<|im_end|>\\n' }}` +
        "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
      const parsers = is ? ['qwen25', 'qwen', 'hermes'] : [];
      const { observations } = await facts(template);
      expect(observations).toMatchObject([
        { kind: 'a user message', call_parsers: null },
        {
          kind: 'a tool message',
          behind: ['calls'],
          call_parsers: parsers,
          action: expect.stringContaining('refused behind a turn of which no call was read'),
        },
        {},
        {},
        {},
      ]);
      expect((await show(template)).stdout).toContain(
        is
          ? '\n  needs the calls to be read: --sglang-tool-call-parser qwen25 or qwen or hermes\n'
          : '\n  needs the calls to be read by --sglang-tool-call-parser, and none of its parsers reads',
      );
    },
  );

  it('accounts what opens a turn to the prompt', async () => {
    const opens = `${awkward.NUMBERED.replace(' ~ loop.index ~ ', ' + ').slice(0, -'{% endif %}'.length)}{{ '<think>\\n' }}{% endif %}`;
    expect(await facts(opens)).toMatchObject({
      append_only: true,
      generation_prompt: '<|im_start|>assistant\n<think>\n',
      generation_prefix: '<think>\n',
    });
  });

  it('classifies with the variables that a run would give the template', async () => {
    const { observations } = await facts(
      awkward.PARTS_ONLY,
      '--apply-chat-template-kwargs',
      '{"add_vision_id": true}',
    );
    expect(observations).toMatchObject([
      { kind: 'a user message', depends_on: [] },
      {},
      {},
      { kind: 'a user message with a picture', depends_on: ['history'] },
      {},
    ]);
  });

  it('names what cannot be appended, and falls short where nothing can', async () => {
    const dropped = await show(awkward.DROPS_TOOL);
    expect(dropped.code).toBe(0);
    expect(dropped.stdout).toContain(
      'a tool message: cannot be appended\n  it prints nothing of a message of role tool\n',
    );
    expect(dropped.stdout).toMatch(/\nWhere it can append, it only appends: .*\n$/);
    const forgets = await show('{{ messages[0].content }}');
    expect(forgets.code).toBe(1);
    expect(forgets.stdout).toContain(
      'No observation can be appended: an episode has one turn at most.',
    );
  });

  it.each([
    ['a template that refuses all', "{{ raise_exception('\u001b[2Jno') }}", String.raw`\e[2Jno`],
    ['a template that writes nothing', '{% if false %}{% endif %}', 'it writes nothing'],
    [
      'a template without a variable that it needs',
      "{{ '<|im_start|>' + persona + messages[0].content }}",
      "line 1: `+` cannot take 'str' and 'Undefined'",
    ],
  ])('says that %s renders no prompt', async (_, template, reason) => {
    const { code, stdout } = await show(template);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^chat template .*\n {2}prompts {12}refused: .*\n\nNo prompt can be/);
    expect(stdout).toContain(reason);
    expect(stdout).not.toContain('one turn at most');
    const { prompt_refusal: refusal } = await facts(template);
    expect(refusal).toContain(template.includes('raise') ? '\u001b[2Jno' : reason);
  });

  it('renders a prompt with the variable that a template needs', async () => {
    const template = "{{ '<|im_start|>' + persona + messages[0].content }}";
    const flags = ['--apply-chat-template-kwargs', '{"persona": "x"}'];
    expect(await facts(template, ...flags)).toMatchObject({ prompt_refusal: null });
  });

  it('asks for a checkpoint, and for its template', async () => {
    expect(await runCli('template')).toMatchObject({ code: 2, stdout: '' });
    const empty = await runCli('template', '--hf-checkpoint', await folderWith({}));
    expect([empty.code, empty.stderr]).toEqual([
      2,
      expect.stringContaining('has no tokenizer.json'),
    ]);
    const bare = await folderWith({
      'tokenizer.json': smallTokenizer(CHATML_TOKENS),
      'tokenizer_config.json': { eos_token: '<|im_end|>' },
    });
    const untemplated = await runCli('template', '--hf-checkpoint', bare);
    expect([untemplated.code, untemplated.stderr]).toEqual([
      2,
      expect.stringContaining('has no chat template'),
    ]);
  });
});
