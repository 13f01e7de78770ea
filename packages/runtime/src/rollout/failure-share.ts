import { EnvError, type FailureCause, type FailureReport, type RolloutArgs } from 'slime-sdk';

/** Below this many episodes a share says nothing. */
const MIN_EPISODES = 16;

/** Stops a run in which too large a share of the episodes fails for one cause. */
export class FailureShare {
  readonly #limit: number;
  readonly #failures = new Map<FailureCause, { count: number; first: FailureReport }>();
  #episodes = 0;

  constructor(args: RolloutArgs) {
    this.#limit = args.max_failure_share;
  }

  scored(): void {
    this.#episodes += 1;
  }

  /** @throws EnvError with the first failure of the cause when its share is over the limit. */
  failed(cause: FailureCause, report: FailureReport): void {
    this.#episodes += 1;
    const entry = this.#failures.get(cause) ?? { count: 0, first: report };
    entry.count += 1;
    this.#failures.set(cause, entry);
    const share = entry.count / this.#episodes;
    if (this.#episodes < MIN_EPISODES || share <= this.#limit) return;
    throw new EnvError(
      `${entry.count} of ${this.#episodes} episodes ended as ${cause}, more than max_failure_share ` +
        `${this.#limit}; the first: ${entry.first.where}: ${entry.first.message}`,
      { data: { cause, failures: entry.count, episodes: this.#episodes } },
    );
  }
}
