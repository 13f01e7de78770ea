import type { Database } from '../world/database.ts';
import { createWorld, isSameState } from '../world/world.ts';
import { type GoldStep, isRefused, playGold } from './play-gold.ts';
import type { Task } from './task.ts';

/** Why a task judges less, or something else, than it seems to, in one sentence each. */
export const FLAG_REASONS = {
  do_nothing_passes:
    'The gold actions leave the state as it is and nothing is to be told: doing nothing scores 1.',
  state_unchanged: 'The gold actions leave the state as it is: what is told alone is judged.',
  trivial_output:
    'An output of two characters or less, or one that the instruction holds, is found in replies ' +
    'that do not tell it.',
  unmatchable_output:
    'An output with a comma is never found: commas are taken out of the replies first.',
  output_beyond_gold: 'No gold action shows an output: it must be worked out or known otherwise.',
  refused_action: 'The world refuses a gold action that should change it.',
  actions_after_transfer:
    'Gold actions come after a transfer to a person, which ends the episode: no agent gets so far.',
} as const;

/** A kind of weakness of a task. */
export type FlagReason = keyof typeof FLAG_REASONS;

/** A weakness of a task, and where it is: an output, or the place of an action. */
export interface TaskFlag {
  readonly reason: FlagReason;
  readonly detail: string;
}

const TRANSFER = 'transfer_to_human_agents';

/** Tools that change nothing, whatever they are given. */
const LOOKUP = /^(?:get|find|list|search)_|^(?:calculate|think)$/;

/** A text as replies are searched: the benchmark drops case and commas. */
function searched(text: string): string {
  return text.toLowerCase().replaceAll(',', '');
}

function flagOutput(output: string, task: Task, steps: readonly GoldStep[]): TaskFlag[] {
  const wanted = output.toLowerCase();
  const flag = (reason: FlagReason): TaskFlag => ({ reason, detail: output });
  const isShown = steps.some(({ observation }) => searched(observation ?? '').includes(wanted));
  const isTrivial = wanted.trim().length <= 2 || searched(task.instruction).includes(wanted);
  return [
    ...(isTrivial ? [flag('trivial_output')] : []),
    ...(wanted.includes(',') ? [flag('unmatchable_output')] : []),
    ...(isShown || isTrivial ? [] : [flag('output_beyond_gold')]),
  ];
}

function flagSteps(steps: readonly GoldStep[]): TaskFlag[] {
  const refused = steps.flatMap((step, at): TaskFlag[] => {
    if (!isRefused(step) || LOOKUP.test(step.action.name)) return [];
    const detail = `actions[${at}] ${step.action.name}: ${step.observation ?? 'no answer'}`;
    return [{ reason: 'refused_action', detail }];
  });
  const transfer = steps.findIndex(({ action }) => action.name === TRANSFER);
  if (transfer === -1 || transfer === steps.length - 1) return refused;
  return [...refused, { reason: 'actions_after_transfer', detail: `actions[${transfer}]` }];
}

/**
 * What is weak about a task as the benchmark judges it: state equal to that of the gold actions, and
 * each output found in a reply. Plays the gold actions once.
 *
 * @returns Nothing for a sound task.
 */
export function taskFlags(task: Task, { database }: { readonly database: Database }): TaskFlag[] {
  const { world, steps } = playGold(task, database);
  const flags = task.outputs.flatMap((output) => flagOutput(output, task, steps));
  flags.push(...flagSteps(steps));
  if (!isSameState(world, createWorld(database))) return flags;
  const reason = task.outputs.length === 0 ? 'do_nothing_passes' : 'state_unchanged';
  return [{ reason, detail: `${task.actions.length} actions` }, ...flags];
}
