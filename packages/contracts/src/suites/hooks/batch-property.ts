import { picks } from '../../arbitraries/index.ts';
import { type Check, type CheckOptions, property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type Batch, BATCH_PICKS, type BatchOptions, buildBatch } from './batch.ts';
import { showBatch } from './show-batch.ts';
import type { HookTarget } from './target.ts';

/** A law over a rollout's groups. */
export interface BatchLaw<Fn extends (...args: never[]) => unknown> {
  batch: BatchOptions;
  /** Gets the same batch anew with each call of `make`. */
  holds: (target: HookTarget<Fn>, make: () => Batch, trial: Trial) => Promise<void>;
}

/** Makes a check of a law over a rollout's groups. */
export function batchProperty<Fn extends (...args: never[]) => unknown>({
  batch,
  holds,
  ...text
}: CheckOptions<HookTarget<Fn>> & BatchLaw<Fn>): Check<HookTarget<Fn>> {
  return property<HookTarget<Fn>, number[]>({
    ...text,
    inputs: () => picks(BATCH_PICKS),
    holds: (target, numbers, trial) =>
      holds(target, () => buildBatch(target.world, batch, numbers), trial),
    show: (numbers, { world }) => showBatch(buildBatch(world, batch, numbers)),
  });
}
