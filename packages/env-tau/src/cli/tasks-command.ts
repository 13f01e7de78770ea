import { once } from 'node:events';
import { Command, Option } from 'commander';
import { ConfigError, DataError } from 'slime-sdk';
import type { Task } from '../tasks/task.ts';
import { FLAG_REASONS, type FlagReason, type TaskFlag, taskFlags } from '../tasks/task-flags.ts';
import { taskRow } from '../tasks/task-row.ts';
import { dataFolder, loadTauData, type TauData } from '../tasks/tau-data.ts';
import { type Domain, DOMAINS } from '../world/database.ts';
import type { CliStreams } from './main.ts';

interface TasksOptions {
  readonly env: Domain;
  readonly split?: string;
  readonly data?: string;
  readonly flagged?: true;
  readonly exclude?: readonly FlagReason[];
  readonly asRows?: true;
}

interface ListedTask {
  /** Its place among all tasks of the split. */
  readonly index: number;
  readonly task: Task;
  readonly flags: readonly TaskFlag[];
}

function describeTask(env: Domain, split: string, { index, task, flags }: ListedTask): string {
  const { user_id, instruction, outputs, annotator } = task;
  const actions = task.actions.map(({ name }) => name);
  const line = { env, split, index, user_id, annotator, instruction, actions, outputs, flags };
  return `${JSON.stringify(line)}\n`;
}

function refuseSplit(options: TasksOptions, { folder, tasks }: TauData): void {
  const { env, split, asRows = false } = options;
  const choice = `Choose one of: ${[...tasks.keys()].join(', ')}.`;
  if (split === undefined && asRows) {
    throw new ConfigError(
      `--as-rows needs --split: a row holds its place in one split and not which. ${choice}`,
    );
  }
  if (split === undefined || tasks.has(split)) return;
  throw new DataError(`${folder} has no ${env} tasks of the split ${split}. ${choice}`, {
    data: { folder, split },
  });
}

async function listTasks(options: TasksOptions, streams: CliStreams): Promise<void> {
  const { env, split: wanted, flagged = false, exclude = [], asRows = false } = options;
  const data = await loadTauData(env, dataFolder(options.data));
  refuseSplit(options, data);
  for (const [split, tasks] of data.tasks) {
    if (wanted !== undefined && split !== wanted) continue;
    const all = tasks.map((task, index) => ({ index, task, flags: taskFlags(task, data) }));
    const kept = all.filter(({ flags }) => !flags.some(({ reason }) => exclude.includes(reason)));
    for (const listed of kept) {
      if (flagged && listed.flags.length === 0) continue;
      const line = asRows ? taskRow(listed.task, listed.index) : describeTask(env, split, listed);
      if (!streams.stdout.write(line)) await once(streams.stdout, 'drain');
    }
    if (exclude.length === 0) continue;
    const count = `${all.length - kept.length} of ${all.length}`;
    streams.stderr.write(`${env}/${split}: ${count} tasks left out: ${exclude.join(', ')}\n`);
  }
}

/** `slime-env-tau tasks`: lists tasks, and what is weak about them. */
export function tasksCommand(streams: CliStreams): Command {
  const reasons = Object.entries(FLAG_REASONS).map(([name, text]) => `  ${name}: ${text}`);
  return new Command('tasks')
    .description(
      'Print the tasks of a data folder, a JSON line each, with what is weak about them.',
    )
    .addOption(new Option('--env <env>', 'The world').choices(DOMAINS).makeOptionMandatory())
    .option('--split <split>', 'One split only')
    .option('--data <folder>', 'A data folder; else SLIME_TAU_DATA, else the small world')
    .option('--flagged', 'Only tasks that have a flag')
    .addOption(
      new Option('--exclude <flags...>', 'Leave out tasks that have one of these flags').choices(
        Object.keys(FLAG_REASONS),
      ),
    )
    .option('--as-rows', 'Print rows for --prompt-data instead, of one --split')
    .addHelpText('after', `\nFlags:\n${reasons.join('\n')}`)
    .action((options: TasksOptions) => listTasks(options, streams));
}
