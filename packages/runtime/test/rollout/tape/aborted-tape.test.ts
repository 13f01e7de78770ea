import { createRolloutArgs, createSample, type Finish, type GenerateEngine } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { builtinEncoder, EpisodeTape } from '../../../src/index.ts';

const STOP: Finish = { type: 'stop', matched: 258 };
const ABORT: Finish = { type: 'abort', message: 'Aborted' };

/** A tape whose turns end as told, each of the ids of `hi`. */
function openTape(...finishes: Finish[]): EpisodeTape {
  const capabilities = {
    contextLength: 1000,
    maxInput: null,
    eosIds: [],
    topP: false,
    routedExperts: false,
    promptIds: false,
    base64: false,
    trainable: true,
  };
  const engine: GenerateEngine = {
    capabilities: async () => capabilities,
    abort: async () => {},
    generate: async (request) => ({
      rid: 'r',
      ids: Int32Array.from([104, 105]),
      logprobs: Float64Array.from([-1, -1]),
      finish: finishes.shift() ?? STOP,
      text: 'hi',
      weightVersion: '1',
      promptTokens: request.input_ids.length,
      cachedTokens: 0,
      discarded: [],
    }),
  };
  return new EpisodeTape({
    args: createRolloutArgs({ rollout_max_response_len: 500 }),
    sample: createSample({ prompt: 'hello', index: 0 }),
    engine,
    capabilities,
    encoder: builtinEncoder(),
    samplingParams: {},
    routingKey: 'key',
    signal: new AbortController().signal,
    overflow: 'end',
  });
}

describe('a tape with a turn that the engine aborted', () => {
  it('gives an aborted sample without a reward', async () => {
    const tape = openTape(ABORT);
    await tape.generate();
    expect(await tape.finish({ reward: 1 })).toMatchObject({ status: 'aborted', reward: null });
  });

  it('does so when the episode went on behind the turn', async () => {
    const tape = openTape(ABORT, STOP);
    await tape.generate();
    await tape.observe({ role: 'user', content: 'go on' });
    await tape.generate();
    expect(await tape.finish({ reward: 1 })).toMatchObject({ status: 'aborted', reward: null });
  });

  it('is like any other when the turn was resumed where it broke off', async () => {
    const tape = openTape(ABORT, STOP);
    await tape.generate();
    await tape.generate();
    expect(await tape.finish({ reward: 1 })).toMatchObject({ status: 'completed', reward: 1 });
  });

  it('takes the status that it is told', async () => {
    const tape = openTape(ABORT);
    await tape.generate();
    expect(await tape.finish({ reward: 1, status: 'truncated' })).toMatchObject({
      status: 'truncated',
      reward: 1,
    });
  });
});
