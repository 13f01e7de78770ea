import { copyPlain } from 'slime-runtime/hosting';
import { createSample, type DataSource, type MaybePromise, type Sample } from 'slime-sdk';

/** A function that asks so often has run away. */
const MOST_CALLS = 2000;

/** How a {@link MemorySource} behaves. */
export interface MemorySourceOptions {
  rows: readonly Sample[];
  /** Samples of a group. */
  n: number;
  /** It has nothing to give. Default false. */
  empty?: boolean;
  /** Its methods give promises. Default false. */
  later?: boolean;
}

/** A data source in memory that goes over its rows again and again, and notes what it gave. */
export class MemorySource implements DataSource {
  /** Groups that were given and not given back, by group_index: the indices of their samples. */
  readonly given = new Map<number, readonly number[]>();
  /** It was asked so often that it refuses. */
  ranAway = false;
  readonly #options: MemorySourceOptions;
  #calls = 0;
  #buffer: Sample[][] = [];
  #next = 0;
  #closed = false;

  constructor(options: MemorySourceOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#options.empty === true ? 0 : this.#rows().length;
  }

  getSamples(count: number): MaybePromise<Sample[][]> {
    this.#calls += 1;
    if (this.#closed) throw new Error('the rollout is over');
    if (this.#calls > MOST_CALLS) {
      this.ranAway = true;
      throw new Error(`getSamples was called more than ${MOST_CALLS} times in one rollout`);
    }
    const groups = this.#buffer.splice(0, count);
    while (groups.length < count && this.length > 0) groups.push(this.#fresh());
    for (const group of groups) this.#note(group);
    return this.#options.later === true ? Promise.resolve(groups) : groups;
  }

  addSamples(groups: Sample[][]): MaybePromise<void> {
    this.#buffer.push(...groups);
    for (const group of groups) this.given.delete(groupIndexOf(group));
    return this.#options.later === true ? Promise.resolve() : undefined;
  }

  save(): void {}

  load(): void {}

  /** Ends loops that nobody waits for any more. */
  close(): void {
    this.#closed = true;
  }

  #rows(): readonly Sample[] {
    return this.#options.rows.length > 0 ? this.#options.rows : MADE_UP;
  }

  #fresh(): Sample[] {
    const at = this.#next;
    this.#next += 1;
    const rows = this.#rows();
    const row = rows[at % rows.length] ?? createSample();
    const { n } = this.#options;
    return Array.from({ length: n }, (_, member) => ({
      ...copyPlain(row),
      group_index: at,
      index: at * n + member,
    }));
  }

  #note(group: readonly Sample[]): void {
    this.given.set(
      groupIndexOf(group),
      group.flatMap(({ index }) => index ?? []),
    );
  }
}

function groupIndexOf(group: readonly Sample[]): number {
  return group[0]?.group_index ?? -1;
}

const MADE_UP: readonly Sample[] = Array.from({ length: 12 }, (_, at) =>
  createSample({
    prompt: [{ role: 'user', content: `What is ${at} + ${at}?` }],
    label: String(2 * at),
    metadata: { level: at % 3 },
  }),
);
