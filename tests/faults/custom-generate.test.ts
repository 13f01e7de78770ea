import { type CustomGenerate, createSample, type Sample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { play, playOne } from './play.ts';

/** One turn through the tape, then what a test makes of its sample. */
function after(change: (sample: Sample) => Sample | Sample[]): CustomGenerate {
  return async (_args, _sample, _params, context) => {
    const tape = context.tape();
    await tape.generate();
    return change(await tape.finish());
  };
}

describe('B032: who a sample is belongs to the run, not to the plugin', () => {
  it('index and group are those that were asked for, whatever the plugin writes', async () => {
    const { samples } = await play({
      generate: after((sample) => ({ ...sample, index: 7, group_index: 3, session_id: 'mine' })),
      script: ['x'],
      samples: [{}, {}],
    });
    expect(samples.map(({ index, group_index: group }) => [index, group])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(new Set(samples.map((sample) => sample.session_id)).size).toBe(2);
  });

  it('a sample made anew keeps the label of its row', async () => {
    const { sample } = await playOne({
      generate: after(({ tokens, response_length, loss_mask, rollout_log_probs }) =>
        createSample({
          tokens,
          response_length,
          loss_mask,
          rollout_log_probs,
          status: 'completed',
        }),
      ),
      reward: (_args, { label }) => (label === 'right' ? 1 : 0),
      script: ['x'],
      samples: [{ label: 'right', metadata: { row: 1 } }],
    });
    expect(sample).toMatchObject({ label: 'right', index: 0, reward: 1 });
    expect(sample.prompt).toEqual([{ role: 'user', content: 'hi' }]);
    expect(sample.metadata).toMatchObject({ row: 1 });
  });
});

it('B078: no two rollouts share an id, though a plugin gives all the same', async () => {
  const { samples } = await play({
    generate: after((sample) => [
      { ...sample, rollout_id: 7 },
      { ...sample, rollout_id: 7 },
    ]),
    script: ['x'],
    samples: [{}, {}],
  });
  expect(samples.map(({ index, rollout_id: id }) => [index, id])).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
});

describe('B052: a rollout ends in one way', () => {
  it.each(['aborted', 'failed'] as const)(
    'one %s segment takes its siblings along',
    async (status) => {
      const { samples } = await play({
        generate: async (_args, _sample, _params, context) => {
          const segments: Sample[] = [];
          for (const end of ['completed', status] as const) {
            const tape = context.tape();
            await tape.generate();
            segments.push(await tape.finish({ status: end }));
          }
          return context.fanOut(segments, { reward: 'full' });
        },
        script: ['x'],
        samples: [{}, {}],
        args: { max_failure_share: 1 },
      });
      const facts = samples.map((sample) => [sample.status, sample.reward, sample.remove_sample]);
      expect(facts).toEqual(samples.map(() => [status, null, true]));
    },
  );
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty list', []],
  ['a list of nothing', [null]],
  ['a text', 'done'],
  ['a list in a list', [[createSample({ status: 'completed' })]]],
])(
  'B056: a generate function that returns %s fails its episode, and says so',
  async (_name, result) => {
    const { sample, episode } = await playOne({
      // What a plugin in JavaScript can return.
      generate: () => result as Sample,
      script: ['x'],
    });
    expect(episode.ending).toBe('env_failed');
    expect(episode.failure).toMatchObject({ where: 'generate' });
    expect(episode.failure?.message).toMatch(/generate function/);
    expect(sample).toMatchObject({ status: 'failed', reward: null });
  },
);

describe('B061: what a plugin does to its arguments stays with it', () => {
  it('its sampling parameters are a deep copy', async () => {
    const seen: unknown[] = [];
    await play({
      generate: async (_args, _sample, params, context) => {
        seen.push(structuredClone(params.stop));
        if (Array.isArray(params.stop)) params.stop.push('more');
        const tape = context.tape();
        await tape.generate(params);
        return tape.finish();
      },
      script: ['x'],
      samples: [{}, {}, {}],
      args: { rollout_stop: ['STOP'] },
    });
    expect(seen).toEqual([['STOP'], ['STOP'], ['STOP']]);
  });

  it('B139: the run’s arguments are frozen', async () => {
    const { episode } = await playOne({
      generate: after((sample) => sample),
      script: ['x'],
    });
    expect(episode.failure).toBeNull();
    const written = await playOne({
      generate: (args) => {
        args.max_turns = 100;
        return createSample();
      },
      script: ['x'],
    });
    expect(written.episode.failure?.message).toMatch(/read only|frozen/i);
  });

  it('B072: siblings share no metadata', async () => {
    const { samples } = await play({
      generate: async (_args, _sample, _params, context) => {
        const tape = context.tape();
        await tape.generate();
        const one = await tape.finish({ metadata: { list: [] } });
        const siblings = context.fanOut([one, one], { reward: 'full' });
        for (const [at, sibling] of siblings.entries()) sibling.metadata['segment'] = at;
        return siblings;
      },
      script: ['x'],
    });
    expect(samples.map(({ metadata }) => metadata['segment'])).toEqual([0, 1]);
  });
});

it('A103: a turn of nothing but its end is a turn', async () => {
  const texts: string[] = [];
  const { sample } = await playOne({
    env: {
      step: (text) => {
        texts.push(text);
        return { observation: { text: 'OBS' }, done: true };
      },
    },
    script: [{ ids: [151_645] }],
  });
  expect(texts).toEqual(['']);
  expect(sample).toMatchObject({ response_length: 1, loss_mask: [1], status: 'completed' });
});
