import {
  cloneJson,
  type CustomGenerate,
  type Encoder,
  type EngineCapabilities,
  EnvError,
  fanOut,
  type GenerateEngine,
  type Logger,
  type Outcome,
  type RolloutArgs,
  type Sample,
  type SamplingParams,
} from 'slime-sdk';
import type { HostedEnv } from '../plugins/plugin-host.ts';
import { argsForPlugin } from '../plugins/plugin-inputs.ts';
import { ClosingEngine } from './closing-engine.ts';
import { causeOf, reportFailure } from './failure.ts';
import { checkGenerated, outcomesOfRollout } from './generated-samples.ts';
import { interact } from './interact.ts';
import { LoggedEngine } from './logged-engine.ts';
import type { EpisodeRecord, TurnRecord } from './records.ts';
import { routingKeyOf } from './routing-key.ts';
import { samplingParamsOf } from './sampling.ts';
import type { Scored } from './score.ts';
import { envSeed } from './seeds.ts';
import { withOutcome } from './settle-group.ts';
import { EpisodeTape } from './tape/episode-tape.ts';
import type { SamplePictures } from './tape/sample-pictures.ts';
import { TapeChain, type TapeStart } from './tape/tape-chain.ts';
import { withTemplateSegment } from './template-segment.ts';
import { TurnLog } from './turn-log.ts';

/** What all episodes of a run share. */
export interface EpisodeContext {
  args: RolloutArgs;
  encoder: Encoder;
  engine: GenerateEngine;
  capabilities: EngineCapabilities;
  /** The environment, a custom generate function, or neither: one turn. */
  env: HostedEnv | null;
  generate: CustomGenerate | null;
  nonce: string;
  /** The engine draws by `sampling_seed`. */
  sendSeed: boolean;
  log: Logger;
  /** Told of each episode's routing key while it runs. */
  onRoute(routingKey: string, sample: Sample | null): void;
}

/** One episode's samples and what is written about it. */
export interface EpisodeResult {
  scored: Scored[];
  record: EpisodeRecord;
  turns: TurnRecord[];
  /** Of each of its tapes that has some. */
  pictures: SamplePictures[];
}

/** Runs one episode from a clean sample to its outcome; scoring comes after. */
export async function runEpisode(
  context: EpisodeContext,
  sample: Sample,
  place: { epoch: number; attempt: number },
  signal: AbortSignal,
): Promise<EpisodeResult> {
  const { args } = context;
  const index = sample.index ?? 0;
  const groupIndex = sample.group_index ?? 0;
  const started = performance.now();
  const routingKey = routingKeyOf(context.nonce, index, place.attempt);
  const seed = envSeed(args.rollout_seed, place.epoch, groupIndex);
  const samplingParams = (tape: number): SamplingParams =>
    samplingParamsOf(args, { index, attempt: place.attempt, tape, sendSeed: context.sendSeed });
  let tapes = 0;
  const createTape = (engine: GenerateEngine, start?: TapeStart): EpisodeTape =>
    new EpisodeTape({
      args,
      sample,
      engine,
      capabilities: context.capabilities,
      encoder: context.encoder,
      samplingParams: samplingParams(tapes++),
      routingKey,
      signal,
      overflow: context.env?.declaration.observation.overflow ?? 'end',
      ...(start === undefined ? {} : { start }),
    });
  context.onRoute(routingKey, sample);
  try {
    const run = context.env === null ? runWithoutEnv : runWithEnv;
    const { attempt } = place;
    const done = await run({
      context,
      sample,
      seed,
      attempt,
      signal,
      routingKey,
      createTape,
      samplingParams: samplingParams(0),
    });
    return {
      ...done,
      record: {
        ...done.record,
        index,
        group_index: groupIndex,
        attempt: place.attempt,
        turns: done.turns.filter((turn) => turn.rid !== null).length,
        engine_retries: countRetries(done.turns),
        seconds: Math.round(performance.now() - started) / 1000,
      },
    };
  } finally {
    context.onRoute(routingKey, null);
  }
}

interface EpisodeRun {
  context: EpisodeContext;
  sample: Sample;
  seed: number;
  attempt: number;
  signal: AbortSignal;
  routingKey: string;
  /** Of the first tape. */
  samplingParams: SamplingParams;
  createTape(engine: GenerateEngine, start?: TapeStart): EpisodeTape;
}

type Ran = Omit<EpisodeResult, 'record'> & {
  record: Pick<EpisodeRecord, 'ending' | 'failure' | 'env_retries' | 'reset_info' | 'env_metrics'>;
};

async function runWithEnv(run: EpisodeRun): Promise<Ran> {
  const { context, sample, seed, signal } = run;
  const { env, args } = context;
  if (env === null) throw new TypeError('runWithEnv: no environment');
  const log = new TurnLog(sample, run.attempt, { keepIds: false });
  const engine = new LoggedEngine(context.engine, log, context.encoder);
  const tape = new TapeChain({
    open: (start) => run.createTape(engine, start),
    encoder: context.encoder,
    forks: args.template_history === 'fork' && !context.encoder.template.appendOnly,
  });
  const done = await interact({ args, sample, env, tape, seed, log, signal });
  const { outcome } = done;
  const segments = await segmentSamples(tape, run, done.envSeconds);
  return {
    scored: [{ ...segments, sample: withOutcome(segments.sample, outcome), outcome }],
    turns: log.records,
    pictures: picturesOf(tape.tapes),
    record: {
      ...recordOf(outcome),
      env_retries: done.envRetries,
      reset_info: done.resetInfo,
      env_metrics: done.envMetrics,
    },
  };
}

/** The samples of an episode's tapes: the last one is scored, the earlier ones go with it. */
async function segmentSamples(
  { tapes }: TapeChain,
  { context }: EpisodeRun,
  envSeconds: number,
): Promise<{ sample: Sample; earlier: Sample[] }> {
  const count = tapes.length;
  const samples = await Promise.all(
    tapes.map(async (tape, at) => {
      const sample = await tape.toSample('pending');
      const seconds = at === count - 1 ? envSeconds : 0;
      return withRunFacts(sample, context, seconds);
    }),
  );
  const numbered =
    count === 1 ? samples : fanOut(samples, { reward: 'full' }).map(withTemplateSegment);
  const [sample] = numbered.slice(-1);
  if (sample === undefined) throw new TypeError('an episode has a tape');
  return { sample, earlier: numbered.slice(0, -1) };
}

/** A custom generate function, or slime's own default: one turn on the prompt. */
async function runWithoutEnv(run: EpisodeRun): Promise<Ran> {
  const { context, sample, signal } = run;
  const log = new TurnLog(sample, run.attempt, { keepIds: true });
  const tapes: EpisodeTape[] = [];
  const engine = new ClosingEngine(new LoggedEngine(context.engine, log, context.encoder));
  const logged = { ...context, engine };
  const createTape = (): EpisodeTape => {
    const tape = run.createTape(engine);
    tapes.push(tape);
    return tape;
  };
  try {
    const samples =
      context.generate === null
        ? [await generateOnce(createTape())]
        : await callGenerate(context.generate, { ...run, context: logged, createTape });
    const running = await engine.close();
    if (running > 0) {
      throw new EnvError(
        `the generate function returned while ${running} of its requests ran: await tape.generate()`,
      );
    }
    log.discardUnused(samples);
    const facts = samples.map((item) => withRunFacts(item, context, item.non_generation_time));
    const scored = outcomesOfRollout(samples).flatMap((outcome, at) => {
      const item = facts[at];
      return item === undefined ? [] : [{ sample: withOutcome(item, outcome), outcome }];
    });
    return finished(scored, log, tapes);
  } catch (error) {
    const outcome = failedGenerate(error, signal, log.records.length);
    await engine.close();
    const final = (await tapes.at(-1)?.toSample('pending')) ?? {
      ...sample,
      session_id: run.routingKey,
    };
    log.discardUnused([final]);
    return finished(
      [{ sample: withOutcome(withRunFacts(final, context, 0), outcome), outcome }],
      log,
      tapes,
    );
  }
}

async function generateOnce(tape: EpisodeTape): Promise<Sample> {
  await tape.generate();
  return tape.finish();
}

async function callGenerate(generate: CustomGenerate, run: EpisodeRun): Promise<Sample[]> {
  const { context, sample, seed, signal } = run;
  const args = argsForPlugin(context.args);
  const result = await generate(args, cloneJson(sample), structuredClone(run.samplingParams), {
    evaluation: false,
    engine: context.engine,
    encoder: context.encoder,
    tape: () => run.createTape(context.engine),
    fanOut,
    seed,
    signal,
    log: context.log,
  });
  return checkGenerated(result, { ...sample, session_id: run.routingKey }, context.args);
}

function finished(scored: Scored[], log: TurnLog, tapes: readonly EpisodeTape[]): Ran {
  const [first] = scored;
  if (first === undefined) throw new TypeError('an episode has at least one sample');
  log.end(first.outcome.ending);
  return {
    scored,
    turns: log.records,
    pictures: picturesOf(tapes),
    record: { ...recordOf(first.outcome), env_retries: 0, reset_info: null, env_metrics: {} },
  };
}

function picturesOf(tapes: readonly EpisodeTape[]): SamplePictures[] {
  return tapes.flatMap(({ pictures }) => (pictures === null ? [] : [pictures]));
}

function failedGenerate(error: unknown, signal: AbortSignal, turn: number): Outcome {
  if (signal.aborted) return { kind: 'aborted', ending: 'abort', reason: 'the run was stopped' };
  const ending = causeOf(error, 'env_failed');
  return { kind: 'failed', ending, error: reportFailure(error, 'generate', turn) };
}

function recordOf(outcome: Outcome): Pick<EpisodeRecord, 'ending' | 'failure'> {
  return { ending: outcome.ending, failure: outcome.kind === 'failed' ? outcome.error : null };
}

/** Marks what may not be trained on, and adds the time spent outside generation. */
function withRunFacts(sample: Sample, context: EpisodeContext, seconds: number): Sample {
  const facts = { ...sample, non_generation_time: seconds };
  if (context.capabilities.trainable) return facts;
  return {
    ...facts,
    remove_sample: true,
    metadata: { ...facts.metadata, untrainable: 'ids and log-probs do not come from the engine' },
  };
}

/** Retried requests by cause. */
function countRetries(turns: readonly TurnRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { cause } of turns.flatMap((turn) => turn.discarded)) {
    counts[cause] = (counts[cause] ?? 0) + 1;
  }
  return counts;
}
