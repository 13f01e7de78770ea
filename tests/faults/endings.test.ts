import { checkSample, createRolloutArgs, createSample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { play, playOne } from './play.ts';

it('B007: the turn limit truncates, and leaves no observation that no turn follows', async () => {
  const { sample, episode, asked } = await playOne({
    env: {},
    script: ['again'],
    args: { max_turns: 2 },
  });
  expect(episode.ending).toBe('max_turns');
  expect(asked.length).toBe(2);
  expect(sample.status).toBe('truncated');
  expect(sample.loss_mask?.at(-1)).toBe(1);
  expect(sample.response.endsWith('again<|im_end|>')).toBe(true);
});

describe('B008: no sample is left pending', () => {
  it.each([0, -1, 1.5])('%d turns are refused', (turns) => {
    expect(() => createRolloutArgs({ max_turns: turns })).toThrow(/max_turns/);
  });

  it('a sample that is pending breaks an invariant', () => {
    const sample = createSample({ tokens: [1, 2], response_length: 1, status: 'pending' });
    expect(checkSample(sample).map((issue) => issue.code)).toEqual(['status']);
  });

  it('a generate function that returns one fails its episode', async () => {
    const { sample, episode } = await playOne({
      generate: async (_args, _sample, _params, context) => {
        const tape = context.tape();
        await tape.generate();
        return { ...(await tape.finish()), status: 'pending' as const };
      },
      script: ['x'],
    });
    expect(episode.failure?.message).toMatch(/pending is not terminal/);
    expect(sample).toMatchObject({ status: 'failed', reward: null });
  });
});

describe('B009: an ending that is null or unknown is a fault of the engine', () => {
  it.each(['null_finish', 'unknown_finish'] as const)('%s', async (kind) => {
    let steps = 0;
    const { sample, episode } = await playOne({
      env: {
        step: () => {
          steps += 1;
          return { observation: { text: 'OBS' }, done: true };
        },
      },
      script: ['x'],
      engine: { faults: { at: [{ kind, index: 0, turn: 0, attempt: 'every' }] } },
    });
    expect(episode.ending).toBe('engine_failed');
    expect(episode.failure?.message).toMatch(/finish_reason/);
    expect(sample).toMatchObject({ status: 'failed', reward: null, response_length: 0 });
    expect(steps).toBe(0);
  });

  it('one such reply is asked for again, and leaves no trace in the sample', async () => {
    const { sample, turns } = await playOne({
      env: { step: () => ({ observation: { text: 'OBS' }, done: true }) },
      script: ['x'],
      engine: { faults: { at: [{ kind: 'null_finish', index: 0, turn: 0 }] } },
    });
    expect(turns[0]?.discarded.map(({ cause }) => cause)).toEqual(['bad_finish']);
    expect(sample).toMatchObject({ status: 'completed', reward: 1, response_length: 2 });
  });
});

describe('B010: an episode that did not end is not gone on with', () => {
  it('an aborted turn is not stepped, and its sample is removed without a reward', async () => {
    const stepped: string[] = [];
    const { sample, episode } = await playOne({
      env: {
        step: (text) => {
          stepped.push(text);
          return { observation: { text: 'OBS' }, done: false };
        },
      },
      script: ['one', 'a second turn of many words'],
      engine: { faults: { at: [{ kind: 'abort', index: 0, turn: 1 }] } },
    });
    expect(stepped).toEqual(['one']);
    expect(episode.ending).toBe('abort');
    expect(sample).toMatchObject({ status: 'aborted', reward: null, remove_sample: true });
  });

  it('a requeued episode starts from a clean sample and a new env', async () => {
    const built: unknown[] = [];
    const { sample, episode, turns } = await playOne({
      env: ({ sample: given }) => {
        built.push([given.tokens, given.response, given.status]);
        const isFirst = built.length === 1;
        return {
          step: (_text, { turn }) => {
            if (isFirst && turn === 1) throw new Error('lost the world');
            return { observation: { text: 'OBS' }, done: turn === 1 };
          },
        };
      },
      script: ({ turn, seed }) => `${seed} says ${turn}`,
      args: { failure_policy: 'requeue', max_failure_share: 1 },
    });
    expect(built).toEqual([
      [[], '', 'pending'],
      [[], '', 'pending'],
    ]);
    expect(episode).toMatchObject({ attempt: 1, turns: 2, ending: 'env_done' });
    const used = turns.filter((turn) => turn.discarded_cause === null);
    expect(turns.map((turn) => turn.discarded_cause)).toEqual(['requeued', 'requeued', null, null]);
    expect(sample.response.split('<|im_end|>').filter((text) => / says \d$/.test(text))).toEqual([
      expect.stringMatching(/^\d+ says 0$/),
      expect.stringMatching(/\d+ says 1$/),
    ]);
    expect(used.map((turn) => sample.response.includes(turn.text))).toEqual([true, true]);
    expect(sample.response).not.toContain(turns[0]?.text);
    expect(sample).toMatchObject({ status: 'completed', reward: 1, remove_sample: false });
  });
});

it('B011: a reply without log-probs is no turn: the env is not stepped on its text', async () => {
  let steps = 0;
  const { sample, episode } = await playOne({
    env: {
      step: () => {
        steps += 1;
        return { observation: { text: 'OBS' }, done: false };
      },
    },
    script: ['text'],
    engine: { faults: { at: [{ kind: 'missing_logprobs', index: 0, turn: 0, attempt: 'every' }] } },
  });
  expect(steps).toBe(0);
  expect(episode.ending).toBe('engine_failed');
  expect(episode.failure?.message).toMatch(/output_token_logprobs/);
  expect(sample).toMatchObject({ status: 'failed', reward: null, response_length: 0 });
});

it('a failure costs its own episode: siblings are scored', async () => {
  const { samples } = await play({
    env: ({ sample }) => ({
      step: () => {
        if (sample.index === 1) throw new Error('no');
        return { observation: { text: 'OBS' }, done: true };
      },
    }),
    script: ['x'],
    samples: [{}, {}, {}],
    args: { max_failure_share: 1 },
  });
  expect(samples.map(({ status, reward }) => [status, reward])).toEqual([
    ['completed', 1],
    ['failed', null],
    ['completed', 1],
  ]);
});
