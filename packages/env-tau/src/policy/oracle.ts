import {
  definePolicy,
  type Policy,
  type PolicyRequest,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { findTask } from '../episode/find-task.ts';
import type { Task } from '../tasks/task.ts';
import { OraclePlans } from './oracle-plans.ts';
import { readMark, writeMark } from './plan-mark.ts';
import { readPolicyConfig } from './policy-config.ts';
import { createTurnWriter } from './write-turn.ts';

/** Said where the engine does not know the row. */
const NO_ROW = 'I do not know this task.';

/**
 * A stand-in for a model that knows the answer: plays a task's own actions, one a turn, asks before
 * it changes something, tells the outputs. In a share `oracle_error_rate` (default 0.4) of the
 * episodes it makes one mistake that costs the reward: leaves a change out, makes one with another
 * argument or one that nobody asked for, or keeps an output to itself.
 *
 * It writes in the form of the run's agent strategy and tool-call parser. For the embedded engine of
 * `slime-runtime rollout`, which knows the row that is answered.
 */
export const oracle = definePolicy({ name: 'tau-oracle', build: ({ args }) => buildOracle(args) });

function buildOracle(args: RolloutArgs): Policy {
  const config = readPolicyConfig(args);
  const write = createTurnWriter(config, args);
  const plansOf = new WeakMap<Task, OraclePlans>();
  const findPlans = async (sample: Sample): Promise<OraclePlans> => {
    const { data, task } = await findTask(sample, config);
    const { database, tools } = data;
    const known = plansOf.get(task);
    if (known !== undefined) return known;
    const plans = new OraclePlans({ task, database, tools, config, maxTurns: args.max_turns });
    plansOf.set(task, plans);
    return plans;
  };
  const draw = (plans: OraclePlans, request: PolicyRequest): number =>
    request.random() < config.oracle_error_rate ? plans.drawMistake(request.random()) : 0;
  return async (request) => {
    if (request.sample === undefined) return NO_ROW;
    const plans = await findPlans(request.sample);
    const mark = readMark(request.text);
    const number = mark?.plan ?? draw(plans, request);
    const turn = mark === undefined ? 0 : mark.turn + 1;
    const plan = plans.plan(number);
    const move = plan[turn] ?? plan.at(-1) ?? { say: NO_ROW };
    return write(move, writeMark({ plan: number, turn }));
  };
}
