import type { DataSource, Sample } from 'slime-sdk';
import fc from 'fast-check';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { needsTakingBack, work } from './state.ts';
import { FEW, rowOf, sourceSetups, takeGroups } from './take.ts';
import { type DataSourceTarget, openSource, type SourceSetup } from './target.ts';

/** What a data source should be, in so far as calls decide it. */
interface Model {
  trial: Trial;
  /** The rows in order, of a source that is only read. */
  straight: Straight;
  /** Fresh groups that were given. */
  given: number;
  /** Groups that the rollout holds. */
  held: Sample[][];
  /** Groups that were given back, by the indices of their members. */
  waiting: Map<string, Sample[]>;
  takesBack: boolean;
  lastIndex: number;
}

interface Real {
  source: DataSource;
  reopen(): Promise<DataSource>;
}

type Command = fc.AsyncCommand<Model, Real>;

interface Case {
  setup: SourceSetup;
  takesBack: boolean;
  commands: Iterable<Command>;
}

/** Everything at once: nothing lost, nothing twice, in the order of the seed. */
export const lifecycle = property<DataSourceTarget, Case>({
  ...FEW,
  share: 0.5,
  mostCases: 200,
  id: 'data-source/lifecycle',
  title: 'however groups are taken, given back and saved, nothing is lost and nothing comes twice',
  why: 'A run takes, gives back and resumes in any order for days: a prompt that gets lost or comes twice is seen in no curve.',
  fix: 'Read the calls below one by one: the last one gave something else than the calls before it ask for.',
  source: 'slime/rollout/data_source.py',
  faults: ['A061'],
  requires: ['data-source/identity', 'data-source/same-seed'],
  inputs: async (target, replayPath) =>
    fc.record({
      setup: sourceSetups(target),
      takesBack: fc.constant((await needsTakingBack(target)) === null),
      commands: fc.commands(
        [
          fc.integer({ min: 1, max: 4 }).map((count): Command => new Take(count)),
          fc.integer({ min: 0, max: 5 }).map((count): Command => new Take(count)),
          fc.integer({ min: 1, max: 3 }).map((count): Command => new GiveBack(count)),
          fc.constant<Command>(new Reload()),
        ],
        { maxCommands: 16, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
      ),
    }),
  async holds(target, { setup, takesBack, commands }, trial) {
    const folder = await target.folder();
    await fc.asyncModelRun(async () => {
      const reopen = () => openSource(target, setup, trial, folder);
      const straight = new Straight(await openSource(target, setup, trial), trial);
      const model: Model = {
        trial,
        straight,
        given: 0,
        held: [],
        waiting: new Map(),
        takesBack,
        lastIndex: -1,
      };
      return { model, real: { source: await reopen(), reopen } };
    }, commands);
  },
  show: ({ setup, commands }) => ({
    args: {
      n_samples_per_prompt: setup.n,
      rollout_shuffle: setup.shuffle,
      rollout_seed: setup.seed,
    },
    calls: [...commands].map(String),
  }),
});

/** The order of rows when they are taken one by one. */
class Straight {
  readonly #source: DataSource;
  readonly #trial: Trial;
  readonly #rows: string[] = [];

  constructor(source: DataSource, trial: Trial) {
    this.#source = source;
    this.#trial = trial;
  }

  async at(position: number): Promise<string | undefined> {
    while (this.#rows.length <= position) {
      const [group] = await takeGroups(this.#source, 1, this.#trial);
      if (group === undefined) return undefined;
      this.#rows.push(rowOf(group));
    }
    return this.#rows[position];
  }
}

/** Takes groups, holds them against the model, and works on them as a rollout does. */
class Take implements Command {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { source }: Real): Promise<void> {
    const { trial, waiting } = model;
    const back = Math.min(this.count, waiting.size);
    const taken = await takeGroups(source, this.count, trial);
    const least =
      source.length > 0 ? back + Math.min(this.count - back, source.length) : this.count;
    if (taken.length < least || taken.length > this.count) {
      trial.fail({
        expected: `${this.count} groups`,
        got: `${taken.length} groups`,
        note: String(this),
      });
    }
    for (const [at, group] of taken.entries()) {
      if (at < back) expectWaiting(model, group);
      else await expectFresh(model, group);
      for (const sample of group) if (at >= back) work(sample);
    }
    model.held.push(...taken);
  }

  toString(): string {
    return `getSamples(${this.count})`;
  }
}

function expectWaiting({ trial, waiting }: Model, group: Sample[]): void {
  const name = nameOf(group);
  const given = waiting.get(name);
  if (given === undefined) {
    trial.fail({
      expected: `a group that was given back: index ${[...waiting.keys()].join(', or ')}`,
      got: `the group of index ${name}`,
    });
  }
  trial.equal(group, given, `the group of index ${name}, which was given back`);
  waiting.delete(name);
}

async function expectFresh(model: Model, group: readonly Sample[]): Promise<void> {
  const trial: Trial = model.trial;
  const row = await model.straight.at(model.given);
  trial.equal(rowOf(group), row, `the row of fresh group ${model.given}`);
  model.given += 1;
  for (const { index } of group) {
    if (index === null || index <= model.lastIndex) {
      trial.fail({ expected: `an index above ${model.lastIndex}`, got: index });
    }
    model.lastIndex = index;
  }
}

/** Gives back the groups that were taken last. */
class GiveBack implements Command {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  check({ held, takesBack }: Readonly<Model>): boolean {
    return takesBack && held.length > 0;
  }

  async run({ trial, held, waiting }: Model, { source }: Real): Promise<void> {
    const groups = held.splice(-this.count);
    for (const group of groups) waiting.set(nameOf(group), structuredClone(group));
    await trial.call(String(this), () => source.addSamples(groups));
  }

  toString(): string {
    return `addSamples(the last ${this.count})`;
  }
}

/** Saves, and goes on with a new source that loads it; slime does not save what was given back. */
class Reload implements Command {
  check({ waiting }: Readonly<Model>): boolean {
    return waiting.size === 0;
  }

  async run({ trial, given }: Model, real: Real): Promise<void> {
    await trial.call('save', () => real.source.save(given));
    real.source = await real.reopen();
    await trial.call('load', () => real.source.load(given));
  }

  toString(): string {
    return 'save, load';
  }
}

function nameOf(group: readonly Sample[]): string {
  return group.map(({ index }) => index).join(',');
}
