import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeSeed, episodeStart, showEpisode } from './episode-start.ts';
import { LifecycleRun } from './lifecycle-run.ts';
import { ordinaryTurn } from './ordinary-turns.ts';
import type { EnvTarget } from './target.ts';
import { withEnv } from './with-env.ts';

/** The model keeps nothing: which calls are in order is for {@link LifecycleRun} to say. */
type Model = Readonly<Record<string, never>>;

class Call implements fc.AsyncCommand<Model, LifecycleRun> {
  readonly #words: string;
  readonly #run: (run: LifecycleRun) => Promise<void>;

  constructor(words: string, run: (run: LifecycleRun) => Promise<void>) {
    this.#words = words;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  run(_model: Model, real: LifecycleRun): Promise<void> {
    return this.#run(real);
  }

  toString(): string {
    return this.#words;
  }
}

function calls(target: EnvTarget): fc.Arbitrary<fc.AsyncCommand<Model, LifecycleRun>>[] {
  const reset = episodeSeed().map((seed) => new Call(`reset(${seed})`, (run) => run.reset(seed)));
  const step = ordinaryTurn(target.world).map(
    (plan: TurnPlan) => new Call(`step(${plan.kind})`, (run) => run.step(plan)),
  );
  const rest = {
    metrics: fc.constant(new Call('metrics()', (run) => run.metrics())),
    snapshot: fc.constant(new Call('snapshot() or restore()', (run) => run.snapshotOrRestore())),
    close: fc.constant(new Call('close()', (run) => run.close())),
    closeUnderStep: fc.constant(new Call('step() and close()', (run) => run.closeUnderStep())),
  };
  // Each as often as it is listed: what comes after a close says little.
  return [
    ...Array.from({ length: 2 }, () => reset),
    ...Array.from({ length: 9 }, () => step),
    ...Array.from({ length: 3 }, () => rest.metrics),
    ...Array.from({ length: 3 }, () => rest.snapshot),
    rest.close,
    rest.closeUnderStep,
  ];
}

interface Input {
  start: EpisodeStart;
  /** Begins with a reset. */
  isReset: boolean;
  commands: Iterable<fc.AsyncCommand<Model, LifecycleRun>>;
}

export const lifecycle = property<EnvTarget, Input>({
  id: 'env/lifecycle',
  title: 'calls in any order end, and leave every episode from a reset on as it should be',
  why: 'Retries, aborts and deadlines call an environment in orders that no test by hand has. What one order leaves behind shows in an episode that looks like any other.',
  fix: 'Set every field in reset(), forget in close() what was given back, and let a call that comes at the wrong time throw.',
  source: 'slime-sdk (lifecycle of an environment)',
  faults: ['A061', 'A067', 'A093', 'B010', 'B017', 'B046'],
  requires: [
    'env/reset-fresh',
    'env/step-before-reset',
    'env/step-after-done',
    'env/close-after-throw',
    'env/close-pending',
    'env/abort',
    'env/snapshot',
  ],
  share: 0.3,
  inputs: (target, replayPath) =>
    fc.record({
      start: episodeStart(target.world),
      isReset: fc.nat(3).map((number) => number > 0),
      commands: fc.commands(calls(target), {
        maxCommands: 24,
        size: 'max',
        ...(replayPath === undefined ? {} : { replayPath }),
      }),
    }),
  show: ({ start, isReset, commands }) => ({
    ...showEpisode({ start }),
    isReset,
    calls: fc.stringify(commands).replace(/\s*\/\*replayPath=.*\*\/$/, ''),
  }),
  async holds(target, { start, isReset, commands }, trial) {
    await withEnv(target, trial, start, async (env) => {
      const run = new LifecycleRun(target, trial, start, env);
      if (isReset) await run.reset(start.seed);
      await fc.asyncModelRun(() => ({ model: {}, real: run }), commands);
      await run.expectFreshEpisodes();
    });
  },
});
