// Correct data sources of other styles than the specimens'.
import { createSample, type CreateDataSource, type Sample } from 'slime-sdk';
import {
  createDataSource as createOwn,
  loadDataset,
} from '../../../../../runtime/src/rollout/data/index.ts';

/** The runtime's own, over the rows of --prompt-data. */
export const fromFile: CreateDataSource = async (args) =>
  createOwn(args, await loadDataset(args), 'save' in args ? String(args.save) : null);

/** Endless, async, of a class, and without a way back for groups, as slime's own without a buffer. */
class Sums {
  readonly length = 0;
  readonly #n: number;
  #next = 0;

  constructor(n: number) {
    this.#n = n;
  }

  async getSamples(count: number): Promise<Sample[][]> {
    await Promise.resolve();
    return Array.from({ length: count }, () => this.#group());
  }

  addSamples(): never {
    throw new Error('this data source is read-only');
  }

  async save(rolloutId: number): Promise<void> {
    states.set(rolloutId, this.#next);
    await Promise.resolve();
  }

  load(rolloutId: number): void {
    this.#next = states.get(rolloutId) ?? 0;
  }

  #group(): Sample[] {
    const at = this.#next;
    this.#next += 1;
    return Array.from({ length: this.#n }, (_, member) =>
      createSample({
        prompt: `${at} + 1`,
        label: String(at + 1),
        group_index: at,
        index: at * this.#n + member,
      }),
    );
  }
}

const states = new Map<number, number>();

export const endless: CreateDataSource = (args) => new Sums(args.n_samples_per_prompt);
