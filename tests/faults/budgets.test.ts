import { EnvError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { playOne, qwen3 } from './play.ts';

const words = (count: number): string => 'word '.repeat(count).trim();

describe('B003: the response budget does not count the prompt', () => {
  it.each([
    [220, 256],
    [4200, 4096],
  ])('a prompt of %i words leaves all of %i tokens', async (prompt, budget) => {
    const { asked, sample } = await playOne({
      env: { step: () => ({ observation: { text: 'OBS' }, done: true }) },
      script: ['short'],
      args: { rollout_max_response_len: budget },
      samples: [{ prompt: [{ role: 'user', content: words(prompt) }] }],
    });
    expect(asked[0]?.ids.length).toBeGreaterThan(prompt);
    expect(asked[0]?.maxNewTokens).toBe(budget);
    expect(sample.status).toBe('completed');
  });

  it('but every later token of the response, observations too', async () => {
    const { asked } = await playOne({
      env: {},
      script: ['one'],
      args: { rollout_max_response_len: 256 },
    });
    const first = asked[0]?.ids.length ?? 0;
    expect(asked.map((request) => request.maxNewTokens)).toEqual(
      asked.map((request) => 256 - (request.ids.length - first)),
    );
    expect(asked.length).toBe(3);
  });
});

it('B004: a turn may sample the least of turn cap, response budget and context left', async () => {
  const ask = async (args: Record<string, number>): Promise<number | undefined> =>
    (await playOne({ env: {}, script: ['x'], args: { max_turns: 1, ...args } })).asked[0]
      ?.maxNewTokens;
  expect(await ask({ max_tokens_per_turn: 100, rollout_max_context_len: 600 })).toBe(100);
  expect(
    await ask({
      max_tokens_per_turn: 100,
      rollout_max_response_len: 60,
      rollout_max_context_len: 600,
    }),
  ).toBe(60);
  // The prompt has nine tokens.
  expect(await ask({ max_tokens_per_turn: 100, rollout_max_context_len: 49 })).toBe(40);
});

it('B005: a prompt over the budget is a failure of the data: nothing asked, nothing scored', async () => {
  let closed = 0;
  let scored = 0;
  const { sample, episode, asked, turns } = await playOne({
    env: { close: () => void (closed += 1) },
    reward: () => {
      scored += 1;
      return 1;
    },
    script: ['never said'],
    args: { rollout_max_context_len: 100 },
    samples: [{ prompt: [{ role: 'user', content: words(150) }] }],
  });
  expect(asked).toEqual([]);
  expect(turns).toEqual([]);
  expect({ closed, scored }).toEqual({ closed: 1, scored: 0 });
  expect(episode.ending).toBe('data_failed');
  expect(episode.failure?.message).toMatch(/prompt has \d+ tokens/);
  expect(sample).toMatchObject({
    status: 'failed',
    reward: null,
    remove_sample: true,
    response_length: 0,
  });
});

describe('B006: an observation that would overflow is measured before it is appended', () => {
  const env = { step: () => ({ observation: { text: words(3000) }, done: false }) };
  const args = { rollout_max_context_len: 600 };

  it('and ends the episode, none of it on the tape', async () => {
    const { sample, episode, asked } = await playOne({ env, args, script: ['go on'] });
    expect(episode.ending).toBe('context_budget');
    expect(sample).toMatchObject({ status: 'truncated', loss_mask: [1, 1, 1], reward: 1 });
    expect(asked.length).toBe(1);
  });

  it('or is cut at its end, where the env declares so, with room for a turn', async () => {
    const { sample, turns, asked } = await playOne({
      env,
      args,
      declared: 'cutting',
      script: ['go on'],
    });
    expect(turns[0]?.observation_cut).toBe(true);
    expect(asked.length).toBe(2);
    expect(asked[1]?.ids.length).toBeLessThan(600);
    expect(sample.tokens.length).toBeLessThanOrEqual(600);
    expect(sample.loss_mask?.at(-1)).toBe(1);
    const prompt = await qwen3.decode(asked[1]?.ids ?? [], { skipSpecialTokens: false });
    expect(prompt).toMatch(/word word<\|im_end\|>\n<\|im_start\|>assistant\n$/);
  });

  it('and counts tokens, not characters', async () => {
    const { asked, sample } = await playOne({
      env: { step: () => ({ observation: { text: '👩🏽‍🚀'.repeat(100) }, done: false }) },
      args: { rollout_max_context_len: 300 },
      declared: 'cutting',
      script: ['go on'],
    });
    expect(asked[1]?.ids.length).toBeLessThan(300);
    expect(sample.tokens.length).toBeLessThanOrEqual(300);
    expect(sample.response).not.toContain('\uFFFD');
  });
});

it('A085: the end of a long observation stays where the env declares that its beginning is cut', async () => {
  const env = {
    step: () => ({ observation: { text: `first line\n${words(3000)}\nlast line` }, done: false }),
  };
  const lines = async (declared: 'cutting' | 'cuttingLeft'): Promise<boolean[]> => {
    const { asked, turns, sample } = await playOne({
      env,
      args: { rollout_max_context_len: 600 },
      declared,
      script: ['go on'],
    });
    expect(turns[0]?.observation_cut).toBe(true);
    expect(sample.tokens.length).toBeLessThanOrEqual(600);
    const prompt = await qwen3.decode(asked[1]?.ids ?? [], { skipSpecialTokens: false });
    return [prompt.includes('first line'), prompt.includes('last line<|im_end|>')];
  };
  expect(await lines('cutting')).toEqual([true, false]);
  expect(await lines('cuttingLeft')).toEqual([false, true]);
});

describe('B014: the env sees the last turn, however the episode ends', () => {
  it('a turn cut by its cap, marked so and without calls', async () => {
    const seen: unknown[] = [];
    const call = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n';
    const { sample, episode } = await playOne({
      declared: 'rewarded',
      env: {
        step: (text, { truncated, calls }) => {
          seen.push([text.startsWith('7'), truncated, calls]);
          return { observation: { text: '' }, done: false, reward: text.startsWith('7') ? 1 : 0 };
        },
      },
      script: [`7 ${call}${words(100)}`],
      args: { max_tokens_per_turn: 40, sglang_tool_call_parser: 'qwen25' },
    });
    expect(seen).toEqual([[true, true, []]]);
    expect(episode.ending).toBe('length');
    expect(sample).toMatchObject({ status: 'truncated', reward: 1, response_length: 40 });
  });

  it('a turn cut by the response budget', async () => {
    let truncated: boolean | null = null;
    const { episode } = await playOne({
      env: {
        step: (_text, context) => {
          ({ truncated } = context);
          return { observation: { text: 'OBS' }, done: false };
        },
      },
      script: [words(100)],
      args: { rollout_max_response_len: 30 },
    });
    expect(truncated).toBe(true);
    expect(episode.ending).toBe('length');
  });

  it('a turn whose end is the last token allowed is whole', async () => {
    const seen: boolean[] = [];
    const { episode } = await playOne({
      env: {
        step: (_text, { truncated }) => {
          seen.push(truncated);
          return { observation: { text: 'OBS' }, done: true };
        },
      },
      script: ['one two'],
      args: { max_tokens_per_turn: 3 },
    });
    expect(seen).toEqual([false]);
    expect(episode.ending).toBe('env_done');
  });

  it('the turn before an observation that does not fit', async () => {
    let steps = 0;
    await playOne({
      env: {
        step: () => {
          steps += 1;
          if (steps > 1) throw new EnvError('stepped twice');
          return { observation: { text: words(500) }, done: false };
        },
      },
      script: ['one'],
      args: { rollout_max_response_len: 100 },
    });
    expect(steps).toBe(1);
  });
});
