import type { FaultKind } from './request-fault.ts';

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Counts values by upper bounds, as Prometheus wants them. */
class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  lines(name: string, help: string): string[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return `${name}_bucket{le="${bound}"} ${below}`;
    });
    return [
      ...header(name, 'histogram', help),
      ...buckets,
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum}`,
      `${name}_count ${this.#count}`,
    ];
  }
}

/** How many requests came to what end. */
export interface RewardServerStats {
  /** Of a reward, whatever came of them. */
  requests: number;
  /** Answered with a reward. */
  rewards: number;
  /** Without one, by why. */
  failures: Partial<Record<FaultKind, number>>;
}

/** Counts of a reward server, and their text for `/metrics`. */
export class ServerMetrics {
  readonly #requestSeconds = new Histogram(SECONDS);
  readonly #rewardSeconds = new Histogram(SECONDS);
  readonly #batchSizes = new Histogram(SIZES);
  readonly #failures = new Map<FaultKind, number>();
  #rewards = 0;
  /** Requests that are being read, wait or are graded. */
  inFlight = 0;

  /** A request was answered with a reward. */
  rewarded(seconds: number): void {
    this.#rewards += 1;
    this.#requestSeconds.observe(seconds);
  }

  /** A request ended without one. */
  failed(kind: FaultKind, seconds: number): void {
    this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1);
    this.#requestSeconds.observe(seconds);
  }

  /** The reward function was called with so many samples, and is done. */
  called(samples: number, seconds: number): void {
    this.#batchSizes.observe(samples);
    this.#rewardSeconds.observe(seconds);
  }

  stats(): RewardServerStats {
    const failures = Object.fromEntries(this.#failures);
    const failed = [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
    return { requests: this.#rewards + failed, rewards: this.#rewards, failures };
  }

  /** Prometheus' text format, version 0.0.4. */
  print(queued: number): string {
    const { requests } = this.stats();
    const cpu = process.cpuUsage();
    const single = (name: string, type: string, help: string, value: number): string[] => [
      ...header(name, type, help),
      `${name} ${value}`,
    ];
    const failures = [...this.#failures].map(
      ([kind, count]) => `slime_rm_failures_total{kind="${kind}"} ${count}`,
    );
    return [
      ...single('slime_rm_requests_total', 'counter', 'Requests for a reward.', requests),
      ...single('slime_rm_rewards_total', 'counter', 'Requests that got one.', this.#rewards),
      ...header('slime_rm_failures_total', 'counter', 'Requests that got none, by why.'),
      ...failures,
      ...single('slime_rm_in_flight', 'gauge', 'Requests under way.', this.inFlight),
      ...single('slime_rm_queue', 'gauge', 'Those of them that wait for a call.', queued),
      ...this.#requestSeconds.lines('slime_rm_request_seconds', 'Time of a request, in seconds.'),
      ...this.#rewardSeconds.lines('slime_rm_reward_seconds', 'Time of a call of the reward.'),
      ...this.#batchSizes.lines('slime_rm_batch_size', 'Samples of a call of the reward.'),
      ...single(
        'process_cpu_seconds_total',
        'counter',
        'CPU time of the server itself, in seconds.',
        (cpu.user + cpu.system) / 1e6,
      ),
      '',
    ].join('\n');
  }
}

function header(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
