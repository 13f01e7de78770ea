import { describeValue } from 'slime-runtime/hosting';
import type { RolloutArgs } from 'slime-sdk';
import type { Check } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { batchProperty } from '../batch-property.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';
import { watch } from './watched.ts';

/** What the two kinds of log functions differ in. */
export interface LogKind<Fn extends (...args: never[]) => unknown> {
  suite: 'rollout-log' | 'eval-log';
  /** slime's parameters, in words. */
  parameters: readonly string[];
  source: string;
  /** Makes the arguments of a call, the same for the same batch; `bare` ones lack what they may. */
  inputs(batch: Batch, args: RolloutArgs, bare: boolean): Parameters<Fn>;
  /** What of the arguments slime goes on with. */
  kept(inputs: Parameters<Fn>): unknown;
}

/** The checks of a kind of log functions, in order. */
export function logChecks<Fn extends (...args: never[]) => unknown>(
  kind: LogKind<Fn>,
): Check<HookTarget<Fn>>[] {
  const { suite, source, parameters } = kind;
  const log = async (target: HookTarget<Fn>, inputs: Parameters<Fn>, trial: Trial) => {
    const value = await callAtOnce(trial, 'the log function', () => target.fn(...inputs));
    if (typeof value === 'boolean') return;
    trial.fail({
      expected: 'true where the default log is to be left out, else false',
      got: describeValue(value),
    });
  };
  const order = `(${parameters.join(', ')})`;
  return [
    batchProperty<Fn>({
      id: `${suite}/result`,
      title: 'the log function returns true or false, at once',
      why: 'slime leaves its own log out when the result is true in the sense of Python: a promise or an object hides all of its metrics.',
      fix: 'Return false to have the default log too; write to files or a service without waiting for them.',
      source,
      faults: [],
      requires: [],
      batch: {},
      holds: (target, make, trial) => {
        const batch = make();
        return log(target, kind.inputs(batch, batch.args, false), trial);
      },
    }),
    batchProperty<Fn>({
      id: `${suite}/survives`,
      title: 'failed members, missing fields and empty metrics are logged',
      why: 'An exception in a log function ends the run: members that failed have the reward null, and metrics may be empty.',
      fix: 'Leave members with reward null out of means, and take a mean of nothing for no metric.',
      source,
      faults: ['A001'],
      requires: [`${suite}/result`],
      batch: { failed: true, removed: true, fanOut: true, bare: true },
      holds: (target, make, trial) => {
        const batch = make();
        return log(target, kind.inputs(batch, batch.args, true), trial);
      },
    }),
    batchProperty<Fn>({
      id: `${suite}/parameters`,
      title: `the parameters are taken in slime's order, ${order}`,
      why: `slime calls it by position, and rollout id comes before args here, unlike everywhere else: what is logged under the id is then the whole of args.`,
      fix: `Declare the parameters as ${order}.`,
      source,
      faults: [],
      requires: [`${suite}/result`],
      batch: {},
      async holds(target, make, trial) {
        const batch = make();
        const args = watch(batch.args);
        const needed = target.fn.length;
        if (needed > parameters.length) {
          trial.fail({
            expected: `at most ${parameters.length} parameters: ${order}`,
            got: `a function of ${needed}`,
          });
        }
        const inputs = kind.inputs(batch, args.value, false);
        await trial.attempt('the log function', () => target.fn(...inputs));
        if (!args.coerced) return;
        trial.fail({
          expected: `args, the second of ${order}, is an object`,
          got: 'it was used as a number or a text',
        });
      },
    }),
    batchProperty<Fn>({
      id: `${suite}/unchanged`,
      title: 'what is logged is as it was afterwards',
      why: 'slime goes on with the same objects: what a log function sorts or writes is trained on, or logged by slime itself.',
      fix: 'Copy before you sort or change: samples.toSorted(...), { ...sample }.',
      source,
      faults: [],
      requires: [`${suite}/result`],
      batch: {},
      async holds(target, make, trial) {
        const batch = make();
        const inputs = kind.inputs(batch, batch.args, false);
        await log(target, inputs, trial);
        const before = make();
        trial.equal(
          kind.kept(inputs),
          kind.kept(kind.inputs(before, before.args, false)),
          'the data',
        );
      },
    }),
  ];
}
