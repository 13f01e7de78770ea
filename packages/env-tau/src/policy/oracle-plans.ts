import type { ToolSpec } from 'slime-sdk';
import { calculateReward } from '../episode/calculate-reward.ts';
import { ENDING_TOOLS, RESPOND } from '../episode/ending-tools.ts';
import { isIdleTask } from '../episode/gold-world.ts';
import type { TauConfig } from '../episode/tau-config.ts';
import { copyValue } from '../python/value.ts';
import type { Task } from '../tasks/task.ts';
import { applyTool } from '../world/apply-tool.ts';
import type { Database, Domain } from '../world/database.ts';
import { createWorld, forkWorld, isSameState } from '../world/world.ts';
import { alterArguments } from './alter-arguments.ts';
import type { Move, ToolMove } from './write-turn.ts';

/** What plans are made of. */
export interface OracleTask {
  readonly task: Task;
  readonly database: Database;
  readonly tools: readonly ToolSpec[];
  readonly config: Pick<TauConfig, 'idle_tasks' | 'output_match' | 'state_match'>;
  /** Turns that an episode may have: with few of them, nothing is asked. */
  readonly maxTurns: number;
}

/** The moves of an episode; the last one is made again while the user stays. */
export type Plan = readonly Move[];

const ASK_WHO = 'Welcome. Who are you, please: which user id or e-mail address?';
const ASK_LEAVE = 'I have found what is needed. Shall I go ahead?';
const DONE = 'All of it is done.';
const MOVES_TO_SPEAK = 6;

interface Course {
  readonly calls: readonly ToolMove[];
  readonly outputs: readonly string[];
}

/** What the task's author would do, but for its end. */
function rightCourse({ task, database, config }: OracleTask): Course {
  const calls = task.actions.filter(({ name }) => name !== RESPOND && !ENDING_TOOLS.has(name));
  // Such a task may be paid only with a look at the user's records.
  const mustLookUp = config.idle_tasks !== 'keep' && isIdleTask(database, task);
  const lookUp = { name: 'get_user_details', kwargs: new Map([['user_id', task.user_id]]) };
  return { calls: mustLookUp ? [lookUp, ...calls] : calls, outputs: task.outputs };
}

/** Places of the calls that change the world. */
function changingCalls({ database }: OracleTask, { calls }: Course): number[] {
  const world = createWorld(database);
  return calls.flatMap(({ name, kwargs }, at) => {
    const before = forkWorld(world);
    applyTool(world, name, copyValue(kwargs));
    return isSameState(before, world) ? [] : [at];
  });
}

function overreach(domain: Domain, userId: string): ToolMove {
  const kwargs =
    domain === 'airline'
      ? new Map<string, string | bigint>([
          ['user_id', userId],
          ['amount', 50n],
        ])
      : new Map(
          ['address1', 'address2', 'city', 'state', 'country', 'zip'].reduce<[string, string][]>(
            (entries, key) => [...entries, [key, 'unknown']],
            [['user_id', userId]],
          ),
        );
  return { name: domain === 'airline' ? 'send_certificate' : 'modify_user_address', kwargs };
}

/** Courses with one mistake each: left out, with another argument, not told, not asked for. */
function mistakenCourses(oracle: OracleTask, right: Course): Course[] {
  const { task, database, tools } = oracle;
  const { calls, outputs } = right;
  const changing = changingCalls(oracle, right);
  const omitted = changing.map((at) => ({
    outputs,
    calls: calls.filter((_, place) => place !== at),
  }));
  const altered = changing.flatMap((at) => {
    const { name, kwargs } = calls[at] ?? { name: '', kwargs: new Map() };
    const tool = tools.find((spec) => spec.function.name === name);
    return alterArguments(kwargs, tool).map((changed) => ({
      outputs,
      calls: calls.with(at, { name, kwargs: changed }),
    }));
  });
  const withheld = outputs.length === 0 ? [] : [{ calls, outputs: [] }];
  const extra = { outputs, calls: [...calls, overreach(database.domain, task.user_id)] };
  return [...omitted, ...altered, ...withheld, extra];
}

function planOf(oracle: OracleTask, { calls, outputs }: Course): Plan {
  const { task, maxTurns } = oracle;
  const moves: Move[] = calls.map((call) => ({ calls: [call] }));
  const transfer = task.actions.find(({ name }) => ENDING_TOOLS.has(name));
  if (calls.length + MOVES_TO_SPEAK <= maxTurns) {
    const [first] = changingCalls(oracle, { calls, outputs });
    if (first !== undefined) moves.splice(first, 0, { say: ASK_LEAVE });
    moves.unshift({ say: ASK_WHO });
  }
  const closing = outputs.length === 0 ? DONE : `${DONE} ${outputs.join('; ')}`;
  if (transfer === undefined) return [...moves, { say: closing }];
  const told = outputs.length === 0 ? [] : [{ say: closing }];
  return [...moves, ...told, { calls: [transfer] }];
}

/** Whether a plan that comes to its end is worth 1. */
function isPaid({ task, database, config }: OracleTask, plan: Plan): boolean {
  const world = createWorld(database);
  const spoken: string[] = [];
  for (const move of plan) {
    if ('say' in move) spoken.push(move.say);
    else for (const { name, kwargs } of move.calls) applyTool(world, name, copyValue(kwargs));
  }
  const { output_match: outputMatch, state_match: stateMatch } = config;
  return calculateReward({ database, task, world, spoken, outputMatch, stateMatch }).reward === 1;
}

/** The plans for a task: number 0 is right, each other makes one mistake. */
export class OraclePlans {
  readonly #oracle: OracleTask;
  readonly #courses: readonly Course[];

  constructor(oracle: OracleTask) {
    this.#oracle = oracle;
    const right = rightCourse(oracle);
    this.#courses = [right, ...mistakenCourses(oracle, right)];
  }

  plan(number: number): Plan {
    const course = this.#courses[number] ?? this.#courses[0];
    return course === undefined ? [] : planOf(this.#oracle, course);
  }

  /**
   * Draws a plan whose mistake costs the reward; 0 where there is none.
   *
   * @param random Uniform in [0, 1).
   */
  drawMistake(random: number): number {
    const count = this.#courses.length - 1;
    const first = Math.floor(random * count);
    for (let tried = 0; tried < count; tried += 1) {
      const number = 1 + ((first + tried) % count);
      if (!isPaid(this.#oracle, this.plan(number))) return number;
    }
    return 0;
  }
}
