import { builtinEncoder } from 'slime-runtime';
import { type Encoder, EncoderError, type Message } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { TEMPLATE_FAMILIES } from '../../src/world/template-families.ts';

const user = (content: Message['content']): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const tool = (content: Message['content']): Message => ({ role: 'tool', content });
const system: Message = { role: 'system', content: 'S' };

function open(name: string): Encoder {
  const template = TEMPLATE_FAMILIES.find((family) => family.name === name);
  if (template === undefined) throw new TypeError(`no family ${name}`);
  return builtinEncoder({ template });
}

function render(name: string, messages: readonly Message[]): string {
  return open(name).render(messages, { addGenerationPrompt: true });
}

describe('families of chat templates', () => {
  it.each(TEMPLATE_FAMILIES)('$name prints a question and its answer once', ({ name }) => {
    const text = render(name, [user('Question?'), assistant('Answer.'), user('Why?')]);
    expect(text.split('Question?')).toHaveLength(2);
    expect(text.indexOf('Question?')).toBeLessThan(text.indexOf('Answer.'));
    expect(text.indexOf('Answer.')).toBeLessThan(text.indexOf('Why?'));
  });

  it.each(TEMPLATE_FAMILIES)('$name appends an observation of the user', async ({ name }) => {
    const encoder = open(name);
    const history = [user('Question?'), assistant('Answer.')];
    const bridge = await encoder.encodeBridge({
      messages: [user('Seen.')],
      history,
      lastId: undefined,
    });
    const text = await encoder.decode(bridge.ids, { skipSpecialTokens: false });
    const asked = encoder.render(history.slice(0, 1), { addGenerationPrompt: true });
    const whole = encoder.render([...history, user('Seen.')], { addGenerationPrompt: true });
    expect(whole.startsWith(asked)).toBe(true);
    expect(whole.endsWith(`Answer.${text}`)).toBe(true);
  });

  it('gives strings to a template that joins strings, where the observation has parts', () => {
    const parts: Message[] = [user([{ type: 'text', text: 'a' }]), assistant('b'), tool('c')];
    expect(render('strings only', parts)).toBe(
      render('strings only', [user('a'), assistant('b'), tool('c')]),
    );
  });

  it('prints the answer of a tool as JSON under headers', () => {
    expect(render('headers', [user('q'), assistant('a'), tool('say "x"')])).toContain(
      '<|start_header_id|>environment<|end_header_id|>\n\n{"output": "say \\"x\\""}<|eot_id|>',
    );
  });

  it('refuses tools and a second user where roles must take turns', () => {
    for (const last of [tool('c'), assistant('b')]) {
      expect(() => render('alternating roles', [user('q'), assistant('a'), last, last])).toThrow(
        EncoderError,
      );
    }
    expect(render('alternating roles', [system, user('q')])).toBe('[INST] S\n\nq [/INST]');
  });

  it('refuses a system prompt, and parts of a tool, where the assistant is called model', () => {
    expect(() => render('model role', [system, user('q')])).toThrow('no system prompt');
    expect(render('model role', [user(' q '), assistant('a'), tool('r')])).toBe(
      '<start_of_turn>user\nq<end_of_turn>\n<start_of_turn>model\na<end_of_turn>\n' +
        '<start_of_turn>tool\nResult: r<end_of_turn>\n<start_of_turn>model\n',
    );
    const parts = tool([{ type: 'text', text: 'r' }]);
    expect(() => render('model role', [user('q'), assistant('a'), parts])).toThrow(EncoderError);
  });

  it('numbers the answers of tools through the conversation, those in a row in one turn', () => {
    const text = render('numbered results', [
      user('q'),
      assistant('a'),
      tool('r'),
      tool('s'),
      assistant('b'),
      tool('t'),
    ]);
    expect(text).toContain(
      '<|im_start|>tool\n<result 0>r</result>\n<result 1>s</result>\n<|im_end|>\n',
    );
    expect(text).toContain('<|im_start|>tool\n<result 2>t</result>\n<|im_end|>\n');
  });

  it('leaves earlier reasoning out, and its report says so', () => {
    const thought = assistant('<think>\nwhy\n</think>\n\nbecause');
    expect(render('drops reasoning', [user('q'), thought, tool('r')])).toContain('why');
    expect(render('drops reasoning', [user('q'), thought, user('r')])).not.toContain('why');
    expect(open('drops reasoning').template).toEqual({
      name: 'drops reasoning',
      appendOnly: false,
      printsTools: false,
      rewrites: [
        'when a user message follows, it rewrites an assistant turn with reasoning; what was sampled is kept',
        'when a user message follows, it rewrites an assistant turn with reasoning in unusual spacing; what was sampled is kept',
      ],
    });
  });
});
