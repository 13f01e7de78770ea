import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  BaseInteractionEnv,
  type BatchedCustomRM,
  createSample,
  type CustomGenerate,
  type CustomRM,
  defineEnv,
  defineReward,
  type Encoder,
  type GenerateEngine,
  type GenerateResult,
  type Message,
  type Observed,
  type Outcome,
  parseSample,
  type ParsedCall,
  type RolloutArgs,
  type Sample,
  type StepContext,
  type Tape,
} from '../src/index.ts';

describe('Sample', () => {
  it('is closed: a misspelt field does not compile', () => {
    // @ts-expect-error loss_masks is no field
    createSample({ loss_masks: [1] });
    expectTypeOf<Sample>().not.toHaveProperty('loss_masks');
  });

  it('keeps slime’s nullable fields', () => {
    expectTypeOf<Sample['loss_mask']>().toEqualTypeOf<number[] | null>();
    expectTypeOf<Sample['rollout_log_probs']>().toEqualTypeOf<number[] | null>();
    expectTypeOf<Sample['prompt']>().toEqualTypeOf<string | number | Message[]>();
    expectTypeOf<Sample['status']>().toEqualTypeOf<
      'pending' | 'completed' | 'truncated' | 'aborted' | 'failed'
    >();
    expectTypeOf(parseSample).returns.toEqualTypeOf<Sample>();
  });
});

describe('RolloutArgs', () => {
  it('is closed for flags', () => {
    expectTypeOf<RolloutArgs['rollout_seed']>().toEqualTypeOf<number>();
    expectTypeOf<RolloutArgs['rollout_max_response_len']>().toEqualTypeOf<number | null>();
    expectTypeOf<RolloutArgs>().not.toHaveProperty('rollout_sed');
  });
});

describe('Outcome', () => {
  it('has no place for a reward on a failure', () => {
    expectTypeOf<Extract<Outcome, { kind: 'failed' }>>().not.toHaveProperty('reward');
    const outcome: Outcome = {
      kind: 'failed',
      ending: 'env_failed',
      error: { name: 'E', message: '', code: null, where: 'step', turn: 0 },
      // @ts-expect-error a failure carries no reward
      reward: 0,
    };
    expectTypeOf(outcome).toExtend<Outcome>();
  });

  it('does not take a failure as a scored ending', () => {
    // @ts-expect-error engine_failed is never scored
    const outcome: Outcome = { kind: 'scored', ending: 'engine_failed', reward: 1 };
    expectTypeOf(outcome).toExtend<Outcome>();
  });
});

describe('environments', () => {
  it('type their own configuration keys', () => {
    defineEnv({
      name: 'x',
      apiVersion: 1,
      config: z.object({ depth: z.int().default(3) }),
      build: ({ config, sample, args }) => {
        expectTypeOf(config).toEqualTypeOf<{ depth: number }>();
        expectTypeOf(sample).toEqualTypeOf<Sample>();
        expectTypeOf(args).toEqualTypeOf<RolloutArgs>();
        return new Echo();
      },
    });
  });

  it('get a turn split into reasoning, content and calls', () => {
    expectTypeOf<StepContext['calls']>().toEqualTypeOf<ParsedCall[]>();
    expectTypeOf<ParsedCall['arguments']>().extract<undefined>().toEqualTypeOf<undefined>();
  });
});

describe('rewards', () => {
  it('have one call shape each', () => {
    defineReward({ mode: 'single', reward: (_args, sample) => (sample.label === 'x' ? 1 : 0) });
    // @ts-expect-error a single reward gives one value
    defineReward({ mode: 'single', reward: () => [1] });
    defineReward({ mode: 'group', reward: (_args, samples) => samples.map(() => 1) });
    // @ts-expect-error a group reward gives a list
    defineReward({ mode: 'group', reward: () => 1 });
    expectTypeOf<Parameters<CustomRM>[1]>().toEqualTypeOf<Sample>();
    expectTypeOf<Parameters<BatchedCustomRM>[1]>().toEqualTypeOf<Sample[]>();
  });
});

describe('the interfaces that a plugin is handed', () => {
  it('stand', () => {
    expectTypeOf<Tape['generate']>().returns.resolves.toHaveProperty('calls');
    expectTypeOf<Tape['observe']>().returns.resolves.toEqualTypeOf<Observed>();
    expectTypeOf<Tape['finish']>().returns.resolves.toEqualTypeOf<Sample>();
    expectTypeOf<GenerateResult['ids']>().toEqualTypeOf<Int32Array>();
    expectTypeOf<GenerateEngine['generate']>().returns.resolves.toEqualTypeOf<GenerateResult>();
    expectTypeOf<Encoder['stopIds']>().toEqualTypeOf<ReadonlySet<number>>();
    expectTypeOf<Parameters<CustomGenerate>[3]['evaluation']>().toEqualTypeOf<boolean>();
  });
});

class Echo extends BaseInteractionEnv {
  step(responseText: string) {
    return { observation: { text: responseText }, done: true };
  }
}
