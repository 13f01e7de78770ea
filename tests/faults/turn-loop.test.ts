import type { Message } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { folderWith, CHATML_TOKENS } from '../../packages/runtime/test/tokens/checkpoint-folder.ts';
import { smallTokenizer } from '../../packages/runtime/test/tokens/small-tokenizer.ts';
import { loadEncoder } from 'slime-runtime';
import { play, playOne, qwen3 } from './play.ts';

const IM_START = 151_644;
const IM_END = 151_645;
const NEWLINE = 198;

const OBSERVED: Message = { role: 'user', content: 'OBS' };

it('B001: an episode of several turns passes, its observations without log-probs', async () => {
  const { sample, episode } = await playOne({
    env: { step: (_text, { turn }) => ({ observation: { text: 'OBS' }, done: turn === 1 }) },
    script: ['first', 'second'],
  });
  expect(episode).toMatchObject({ ending: 'env_done', turns: 2, failure: null });
  const { loss_mask: mask, rollout_log_probs: logProbs, response_length: length } = sample;
  expect(mask?.length).toBe(length);
  const observed = mask?.flatMap((bit, at) => (bit === 0 ? [logProbs?.[at]] : [])) ?? [];
  const sampled = mask?.flatMap((bit, at) => (bit === 1 ? [logProbs?.[at] ?? 0] : [])) ?? [];
  expect(observed.length).toBeGreaterThan(0);
  expect(new Set(observed)).toEqual(new Set([0]));
  expect(sampled.every((value) => value < 0)).toBe(true);
});

describe('B002: what the template puts between two turns is there', () => {
  it('after a sampled turn end: the newline, once', async () => {
    const { sample, turns } = await playOne({ env: {}, script: ['one'], args: { max_turns: 2 } });
    const end = (turns[0]?.start ?? 0) + (turns[0]?.tokens ?? 0);
    expect(sample.tokens.slice(end - 1, end + 2)).toEqual([IM_END, NEWLINE, IM_START]);
    expect(sample.tokens.slice(end - 2, end - 1)).not.toEqual([IM_END]);
  });

  it('after a turn cut at a stop string: the turn end too, with mask 0', async () => {
    const { sample, turns } = await playOne({
      env: {},
      script: [{ text: 'one STOP', end: false }],
      args: { max_turns: 2, rollout_stop: ['STOP'] },
    });
    expect(turns[0]?.finish).toMatchObject({ type: 'stop', matched: 'STOP' });
    const end = (turns[0]?.start ?? 0) + (turns[0]?.tokens ?? 0);
    expect(sample.tokens.slice(end, end + 3)).toEqual([IM_END, NEWLINE, IM_START]);
    const at = end - (sample.tokens.length - sample.response_length);
    expect(sample.loss_mask?.slice(at - 1, at + 3)).toEqual([1, 0, 0, 0]);
  });

  it('all in all: the ids are those of the whole conversation', async () => {
    const { sample, turns } = await playOne({
      env: {},
      script: ['The first.', 'The second.', 'The third.'],
    });
    const rendered = qwen3.render(
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'The first.' },
        OBSERVED,
        { role: 'assistant', content: 'The second.' },
        OBSERVED,
      ],
      { addGenerationPrompt: true },
    );
    const whole = await qwen3.encodeText(`${rendered}The third.<|im_end|>`, { specials: true });
    expect(turns.length).toBe(3);
    expect(sample.tokens).toEqual([...whole]);
  });
});

it('B018: every request of an episode carries its own routing key', async () => {
  const { routes, samples } = await play({
    env: {},
    script: ['again'],
    samples: [{}, {}, {}],
  });
  expect(routes.length).toBe(9);
  const keys = samples.map((sample) => sample.session_id);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(routes.filter((route) => route === key).length).toBe(3);
});

describe('B019: nothing is trimmed by a count of tokens', () => {
  it('a tokenizer and a template that both begin with BOS give one BOS, at the start', async () => {
    const bos = '<|begin|>';
    const tokenizer = smallTokenizer({
      added: [{ content: bos }, ...(CHATML_TOKENS.added ?? [])],
    });
    const encoder = await loadEncoder({
      checkpoint: await folderWith({
        'tokenizer.json': {
          ...tokenizer,
          post_processor: {
            type: 'TemplateProcessing',
            single: [
              { SpecialToken: { id: bos, type_id: 0 } },
              { Sequence: { id: 'A', type_id: 0 } },
            ],
            pair: [],
            special_tokens: { [bos]: { id: bos, ids: [256], tokens: [bos] } },
          },
        },
        'tokenizer_config.json': { eos_token: '<|im_end|>', bos_token: bos, add_bos_token: true },
        'chat_template.jinja':
          "{{- bos_token }}{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{%- endfor %}" +
          "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}",
      }),
    });
    const { sample } = await playOne({ env: {}, script: ['one', 'two'], encoder });
    const at = sample.tokens.flatMap((id, index) => (id === 256 ? [index] : []));
    expect(at).toEqual([0]);
    expect(await encoder.decode(sample.tokens, { skipSpecialTokens: false })).toBe(
      `${bos}<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\none<|im_end|>\n` +
        '<|im_start|>user\nOBS<|im_end|>\n<|im_start|>assistant\ntwo<|im_end|>\n' +
        '<|im_start|>user\nOBS<|im_end|>\n<|im_start|>assistant\ntwo<|im_end|>',
    );
  });

  it('a reply that would merge with the header before it keeps its ids', async () => {
    // "\n" + "\n" is one token of its own in this vocabulary.
    const ids = [NEWLINE, NEWLINE, 562, IM_END];
    const { sample, turns } = await playOne({ env: {}, script: [{ ids }], args: { max_turns: 2 } });
    for (const { start, tokens } of turns) {
      expect(sample.tokens.slice(start, start + tokens)).toEqual(ids);
    }
  });
});

it('A115: a role tag that ends the turn is sampled, trained on, and not printed again', async () => {
  const tags = ['<|endoftext|>', '<|user|>', '<|assistant|>', '<|observation|>'];
  const [endoftext = 0, user = 0, , observation = 0] = tags.map((_tag, at) => 256 + at);
  const encoder = await loadEncoder({
    checkpoint: await folderWith({
      'tokenizer.json': smallTokenizer({ added: tags.map((content) => ({ content })) }),
      'tokenizer_config.json': { eos_token: '<|endoftext|>' },
      'generation_config.json': { eos_token_id: [endoftext, user, observation] },
      'chat_template.jinja':
        "{%- for m in messages %}{%- set tag = 'observation' if m.role == 'tool' else m.role %}" +
        "{{- '<|' + tag + '|>\\n' + m.content }}{%- endfor %}" +
        "{%- if add_generation_prompt %}{{- '<|assistant|>\\n' }}{%- endif %}",
    }),
  });
  const said = [...(await encoder.encodeText('call', { specials: false })), observation];
  const { sample } = await playOne({
    env: { step: () => ({ observation: { text: 'OBS', role: 'tool' }, done: false }) },
    script: [{ ids: said }],
    args: { max_turns: 2 },
    encoder,
  });
  expect(await encoder.decode(sample.tokens, { skipSpecialTokens: false })).toBe(
    '<|user|>\nhi<|assistant|>\ncall<|observation|>\nOBS<|assistant|>\ncall<|observation|>',
  );
  expect(sample.loss_mask?.slice(0, said.length)).toEqual(said.map(() => 1));
});
