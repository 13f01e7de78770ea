import { ClosingEngine, EpisodeTape, LoggedEngine, samplingParamsOf, TurnLog } from 'slime-runtime';
import { argsForPlugin, copyPlain } from 'slime-runtime/hosting';
import {
  fanOut,
  type GenerateContext,
  type Logger,
  type RolloutArgs,
  type Sample,
  type SamplingParams,
} from 'slime-sdk';
import type { Attempt, Trial } from '../../trial.ts';
import { argsOfCase, type EpisodeCase, sampleOfCase, sessionOfCase } from './cases/episode-case.ts';
import type { Lane } from './stage/stage.ts';
import type { EpisodeScript } from './stage/live-episode.ts';
import { patienceFor } from './stage/trouble.ts';
import type { WireRequest } from './stage/wire.ts';
import type { GenerateTarget } from './target.ts';

/** When the run is stopped, and what the engine does then. */
export interface Stop {
  /** Requests before the one at whose arrival the signal fires; -1: before the call. */
  at: number;
  /** It aborts what it holds, as at the end of a rollout, or is silent. */
  engine: 'aborts' | 'hangs';
}

/** How an episode is played. */
export interface PlayOptions {
  /** Name of the call in the report. Default `generate`. */
  where?: string;
  /** Handed instead of a clean sample: the very object. */
  sample?: Sample;
  /** Handed instead of frozen ones: the very object. */
  args?: RolloutArgs;
  /** Handed instead of new ones: the very object. */
  params?: SamplingParams;
  script?: Partial<EpisodeScript>;
  stop?: Stop;
  /** Milliseconds after which the signal fires; null: never. Default: by what the engine does. */
  patienceMs?: number | null;
  /** Milliseconds that the call may take from the signal on; then it is left to itself. */
  graceMs?: number;
  /** Leaves the call to itself at a request. */
  leaveAt?: (request: WireRequest) => boolean;
  fanOut?: GenerateContext['fanOut'];
}

/** One call of the plugin and what was seen of it. */
export interface Episode {
  input: EpisodeCase;
  /** A copy of what was handed over. */
  sample: Sample;
  args: RolloutArgs;
  requests: readonly WireRequest[];
  outcome: Attempt<unknown>;
  /** Requests through the context's engine that ran when the call had returned. */
  running: number;
  /** The call was left to itself before it had settled; the outcome says nothing. */
  isLeft: boolean;
}

/** Stands for the result of a call that was left to itself. */
const LEFT = Symbol('left');

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Calls the plugin as the loop does, against the engine on the stage. */
export async function playEpisode(
  target: GenerateTarget,
  trial: Trial,
  input: EpisodeCase,
  options: PlayOptions = {},
): Promise<Episode> {
  const { stage, world } = target;
  const sample = options.sample ?? sampleOfCase(input, world);
  const args = options.args ?? argsForPlugin(argsOfCase(input, world, stage));
  const stopper = new Stopper(options, input);
  const lane = stage.enter(
    {
      replies: input.replies,
      troubles: input.troubles,
      endsByText: input.endsByText,
      ...options.script,
      onRequest: (request) => {
        options.script?.onRequest?.(request);
        stopper.onRequest(request, lane);
      },
    },
    sessionOfCase(input),
  );
  const log = new TurnLog(sample, 0, { keepIds: false });
  const engine = new ClosingEngine(new LoggedEngine(lane.engine, log, stage.encoder));
  const handed = copyPlain(sample);
  const params = (tape: number): SamplingParams =>
    samplingParamsOf(args, { index: input.index, attempt: 0, tape, sendSeed: true });
  let tapes = 0;
  const context: GenerateContext = {
    evaluation: input.evaluation,
    engine,
    encoder: stage.encoder,
    tape: () =>
      new EpisodeTape({
        args,
        sample: copyPlain(handed),
        engine,
        capabilities: stage.capabilities,
        encoder: stage.encoder,
        samplingParams: params(tapes++),
        routingKey: sessionOfCase(input),
        signal: stopper.signal,
        overflow: 'end',
      }),
    fanOut: options.fanOut ?? fanOut,
    seed: seedOf(input),
    signal: stopper.signal,
    log: silent,
  };
  let running = 0;
  try {
    stopper.begin(lane);
    const outcome = await trial.attempt(options.where ?? 'generate', () =>
      Promise.race([
        target.plugin.generate(args, sample, options.params ?? params(0), context),
        stopper.left,
      ]),
    );
    running = await engine.close();
    const episode: Episode = {
      input,
      sample: handed,
      args,
      requests: [...lane.live.requests],
      outcome,
      running,
      isLeft: outcome.ok && outcome.value === LEFT,
    };
    target.traits.see(episode);
    return episode;
  } finally {
    stopper.end();
    await engine.close();
    // What was sent before the signal fired arrives yet, and belongs to this episode.
    if (stopper.signal.aborted) await stage.settle(lane);
    stage.leave(lane);
  }
}

/** As the loop derives it: the same for the siblings of a prompt. */
function seedOf({ index }: EpisodeCase): number {
  return (0x2545_f491 ^ Math.imul(Math.floor(index / 4) + 1, 0x9e3779b1)) & 0x7fff_ffff;
}

/** Fires the episode's signal when its time has come. */
class Stopper {
  readonly #controller = new AbortController();
  readonly #options: PlayOptions;
  readonly #input: EpisodeCase;
  readonly #timers = new Set<NodeJS.Timeout>();
  #leave: (left: typeof LEFT) => void = () => {};
  /** Settles when the call is left to itself. */
  readonly left = new Promise<typeof LEFT>((resolve) => {
    this.#leave = resolve;
  });

  constructor(options: PlayOptions, input: EpisodeCase) {
    this.#options = options;
    this.#input = input;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(lane: Lane): void {
    const { stop, patienceMs = patienceFor(this.#input.troubles) } = this.#options;
    if (stop?.at === -1) this.#fire(lane);
    if (patienceMs !== null) this.#after(patienceMs, () => this.#fire(lane));
  }

  onRequest(request: WireRequest, lane: Lane): void {
    if (this.#options.leaveAt?.(request) === true) this.#leave(LEFT);
    if (request.at !== this.#options.stop?.at) return;
    // Not before the engine holds the request.
    setImmediate(() => this.#fire(lane));
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #after(milliseconds: number, run: () => void): void {
    this.#timers.add(setTimeout(run, milliseconds));
  }

  #fire(lane: Lane): void {
    if (this.signal.aborted) return;
    const { graceMs } = this.#options;
    if (graceMs !== undefined) this.#after(graceMs, () => this.#leave(LEFT));
    if (this.#options.stop?.engine === 'aborts') lane.live.abortAll();
    this.#controller.abort(new Error('the run was stopped'));
  }
}
