import type fc from 'fast-check';
import type { MaybePromise } from 'slime-sdk';
import type { Trial } from './trial.ts';

/** Stable name of a check: `rm/finite`. */
export type CheckId = `${string}/${string}`;

/** What a person is told about a check; the docs are generated from it. */
export interface CheckText {
  id: CheckId;
  /** What holds, as one sentence without a full stop. */
  title: string;
  /** Why slime cares: what breaks in a run, in one to three sentences. */
  why: string;
  /** How a plugin is mended, in one to three sentences. */
  fix: string;
  /** Where the law comes from: file of slime, endpoint of SGLang, paper. */
  source: string;
  /** Rows of the catalogue of real faults that it is meant to catch. */
  faults: readonly string[];
  /** Checks without which this one says nothing: when one of them fell short, it is blocked. */
  requires: readonly CheckId[];
}

/** A law over generated inputs. */
export interface Property<Target, Input> {
  /** Part of `--runs` that it takes, for laws whose cases are dear. Default 1. */
  share?: number;
  /** Most cases, whatever `--runs` says. */
  mostCases?: number;
  /** Generates the inputs; `replayPath` belongs into `fc.commands`, nowhere else. */
  inputs: (target: Target, replayPath: string | undefined) => MaybePromise<fc.Arbitrary<Input>>;
  /** Breaks by {@link Trial.fail}; a case that cannot say anything leaves by {@link Trial.require}. */
  holds: (target: Target, input: Input, trial: Trial) => MaybePromise<void>;
  /** What the report shows of an input. Default: the input itself. */
  show?: (input: Input, target: Target) => unknown;
}

/** A law that looks at the plugin once: its shape, or a measurement that confirms by repetition. */
export interface Examination<Target> {
  examine: (target: Target, trial: Trial) => MaybePromise<void>;
}

/** A check of plugins of one kind. */
export interface Check<Target> extends CheckText {
  /** What it needs and nobody declared, as a noun phrase; null when it applies. */
  needs: (target: Target) => MaybePromise<string | null>;
  /** Its inputs are of the type that it generates itself: nobody outside looks at them. */
  law:
    | ({ kind: 'property' } & Property<Target, unknown>)
    | ({ kind: 'examination' } & Examination<Target>);
}

/** The argument of {@link property} and {@link examination} besides the law itself. */
export type CheckOptions<Target> = CheckText & Partial<Pick<Check<Target>, 'needs'>>;

/** Makes a check of a law over generated inputs. */
export function property<Target, Input>(
  options: CheckOptions<Target> & Property<Target, Input>,
): Check<Target> {
  const { share, mostCases, inputs, holds, show, needs = () => null, ...text } = options;
  const law: Property<Target, Input> = {
    inputs,
    holds,
    ...(share === undefined ? {} : { share }),
    ...(mostCases === undefined ? {} : { mostCases }),
    ...(show === undefined ? {} : { show }),
  };
  return { ...text, needs, law: { kind: 'property', ...eraseInput(law) } };
}

/** Makes a check that looks at the plugin once. */
export function examination<Target>(
  options: CheckOptions<Target> & Examination<Target>,
): Check<Target> {
  const { examine, needs = () => null, ...text } = options;
  return { ...text, needs, law: { kind: 'examination', examine } };
}

/** Only the arbitrary of a law makes inputs for it, so that their type need not be known outside. */
function eraseInput<Target, Input>(law: Property<Target, Input>): Property<Target, unknown> {
  return law as unknown as Property<Target, unknown>;
}
