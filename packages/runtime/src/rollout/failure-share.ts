import { EnvError, type FailureCause, type FailureReport, type RolloutArgs } from 'slime-sdk';
import type { RunMetrics } from '../observe/metrics.ts';

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
      `${overLimit(cause, { count: entry.count, episodes: this.#episodes, limit: this.#limit })}; ` +
        `the first: ${entry.first.where}: ${entry.first.message}`,
      { data: { cause, failures: entry.count, episodes: this.#episodes } },
    );
  }
}

/**
 * Says which cause failed more than `limit` of the episodes of a run that is over, however few they
 * are; null when none did.
 */
export function failedTooOften(
  { values, failures }: Pick<RunMetrics, 'values' | 'failures'>,
  limit: number,
): string | null {
  const episodes = values['episode/count'] ?? 0;
  const counts = new Map<string, number>();
  for (const { name, count } of failures) {
    const [cause = name] = name.split('/');
    counts.set(cause, (counts.get(cause) ?? 0) + count);
  }
  for (const [cause, count] of counts) {
    if (count / episodes > limit) return overLimit(cause, { count, episodes, limit });
  }
  return null;
}

function overLimit(
  cause: string,
  { count, episodes, limit }: { count: number; episodes: number; limit: number },
): string {
  return `${count} of ${episodes} episodes ended as ${cause}, more than --max-failure-share ${limit}`;
}
