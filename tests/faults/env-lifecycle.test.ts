import { describe, expect, it } from 'vitest';
import { type EnvParts, type Play, play, playOne } from './play.ts';
import { runFiles } from './run-files.ts';

describe('B012: a slow or failing step costs its own episode', () => {
  it('one that never settles is ended by its deadline, its signal aborted', async () => {
    let signalled = false;
    const { samples, episodes } = await play({
      env: ({ sample }) => ({
        step: (_text, { signal }) => {
          if (sample.index !== 0) return { observation: { text: 'OBS' }, done: true };
          signal.addEventListener('abort', () => {
            signalled = true;
          });
          return new Promise(() => {});
        },
      }),
      script: ['x'],
      samples: [{}, {}],
      args: { env_step_timeout: 0.2, max_failure_share: 1 },
    });
    expect(episodes[0]?.failure).toMatchObject({ where: 'step', turn: 0 });
    expect(episodes[0]?.failure?.message).toMatch(/did not settle in 0\.2 s/);
    expect(samples.map(({ status, reward }) => [status, reward])).toEqual([
      ['failed', null],
      ['completed', 1],
    ]);
    expect(signalled).toBe(true);
  });

  it('one that holds the thread is ended too, in a process of its own', async () => {
    const { samples } = await play({
      envPath: './looping-env.ts#loopingEnv',
      declared: 'rewarded',
      script: ['x'],
      samples: [{ metadata: { loops: true } }, { metadata: { loops: false } }],
      args: { isolation: 'process', env_step_timeout: 1, max_failure_share: 1 },
    });
    expect(samples.map(({ status, reward }) => [status, reward])).toEqual([
      ['failed', null],
      ['completed', 1],
    ]);
  });

  it('steps of other episodes go on meanwhile', async () => {
    let running = 0;
    let most = 0;
    let release: () => void = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    await play({
      env: {
        step: async () => {
          running += 1;
          most = Math.max(most, running);
          if (running === 8) release();
          await all;
          return { observation: { text: 'OBS' }, done: true };
        },
      },
      script: ['x'],
      samples: Array.from({ length: 8 }, () => ({})),
    });
    expect(most).toBe(8);
  });
});

describe('B013: a reward of a step is used or refused', () => {
  it('refused where the env declares none', async () => {
    const { episode, sample } = await playOne({
      env: { step: () => ({ observation: { text: 'OBS' }, done: true, reward: 1 }) },
      script: ['x'],
    });
    expect(episode.ending).toBe('env_failed');
    expect(episode.failure?.message).toMatch(/declares no reward.*defineEnv/);
    expect(sample.reward).toBeNull();
  });

  it('reduced as declared, and written down with info for each turn', async () => {
    const { sample, turns } = await playOne({
      declared: 'rewarded',
      env: {
        step: (_text, { turn }) => ({
          observation: { text: 'OBS' },
          done: turn === 1,
          reward: [0.25, 1][turn] ?? 0,
          info: { turn },
        }),
      },
      script: ['x'],
    });
    expect(sample.reward).toBe(1);
    expect(turns.map(({ reward, info }) => [reward, info])).toEqual([
      [0.25, { turn: 0 }],
      [1, { turn: 1 }],
    ]);
  });

  it('a key that means nothing is refused, not dropped', async () => {
    const { episode } = await playOne({
      // A plugin in JavaScript.
      env: { step: () => JSON.parse('{"observation":{"text":"x"},"done":true,"score":1}') },
      script: ['x'],
    });
    expect(episode.failure?.message).toMatch(/score/);
  });
});

it('B015: an env is built once, and its own TypeError is what is reported', async () => {
  let built = 0;
  const { episode } = await playOne({
    env: () => {
      built += 1;
      throw new TypeError('container.start is not a function');
    },
    declared: 'buildEnv',
    script: ['x'],
  });
  expect(built).toBe(1);
  expect(episode.failure).toMatchObject({ where: 'buildEnv' });
  expect(episode.failure?.message).toContain('container.start is not a function');
});

describe('B016: an env is resolved and imported before anything runs', () => {
  it.each([
    ['./no-such-env.ts', /no-such-env\.ts/],
    ['no-such-env-package', /npm install no-such-env-package/],
  ])('%s', async (path, pattern) => {
    let asked = 0;
    const run = play({
      envPath: path,
      script: () => {
        asked += 1;
        return 'x';
      },
    });
    await expect(run).rejects.toThrow(pattern);
    expect(asked).toBe(0);
  });

  it('none is no env: one turn, as slime’s own generate', async () => {
    const { samples } = await runFiles({
      rows: [{ input: 'hi' }],
      args: { custom_rm_path: './rm.ts' },
    });
    expect(samples.map(({ response, status }) => [response, status])).toEqual([
      ['ok<|im_end|>', 'completed'],
    ]);
  });
});

describe('B017: what is built is closed once, on every path', () => {
  /** Counts the closes of one episode: when its group is done, and after the run. */
  async function countCloses(
    parts: EnvParts,
    more: Partial<Play> = {},
  ): Promise<{ closes: number[]; ending: string; message: string | undefined }> {
    let closes = 0;
    const seen: number[] = [];
    const { episode } = await playOne({
      env: {
        ...parts,
        close: () => void (closes += 1),
      },
      script: ['x'],
      args: { max_turns: 2, env_step_timeout: 0.2 },
      onGroup: () => void seen.push(closes),
      ...more,
    });
    return { closes: [...seen, closes], ending: episode.ending, message: episode.failure?.message };
  }

  it.each<[string, Parameters<typeof countCloses>, string]>([
    ['the last turn', [{}], 'max_turns'],
    ['a step that throws', [{ step: () => Promise.reject(new Error('no')) }], 'env_failed'],
    ['a step that never settles', [{ step: () => new Promise(() => {}) }], 'env_failed'],
    ['a reset that throws', [{ reset: () => Promise.reject(new Error('no')) }], 'env_failed'],
    [
      'a prompt with a picture that cannot be read',
      [
        {
          reset: () => ({
            messages: [
              { role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,AAAA' }] },
            ],
          }),
        },
      ],
      'data_failed',
    ],
    [
      'an engine that refuses the request',
      [{}, { engine: { faults: { at: [{ kind: 'status_400', index: 0, attempt: 'every' }] } } }],
      'engine_failed',
    ],
    [
      'an abort',
      [{}, { engine: { faults: { at: [{ kind: 'abort', index: 0, turn: 0 }] } } }],
      'abort',
    ],
  ])('after %s', async (_name, [parts, more], ending) => {
    expect(await countCloses(parts, more)).toMatchObject({ closes: [1, 1], ending });
  });

  it('a close that fails is not swallowed', async () => {
    const { episode, sample } = await playOne({
      env: {
        step: () => ({ observation: { text: 'OBS' }, done: true }),
        close: () => Promise.reject(new Error('container is still there')),
      },
      script: ['x'],
    });
    expect(episode.failure).toMatchObject({ where: 'close' });
    expect(episode.failure?.message).toContain('container is still there');
    expect(sample.status).toBe('failed');
  });

  it('a close that never settles is bounded', async () => {
    const { episode } = await playOne({
      env: {
        step: () => ({ observation: { text: 'OBS' }, done: true }),
        close: () => new Promise(() => {}),
      },
      script: ['x'],
      args: { env_step_timeout: 0.2 },
    });
    expect(episode.failure?.message).toMatch(/close.*did not settle/);
  });
});
