import { once } from 'node:events';
import { Command, Option } from 'commander';
import { DataError } from 'slime-sdk';
import { dataFolder, loadTauData } from '../tasks/tau-data.ts';
import { FLAG_REASONS, taskFlags } from '../tasks/task-flags.ts';
import { type Domain, DOMAINS } from '../world/database.ts';
import type { CliStreams } from './main.ts';

interface TasksOptions {
  readonly env: Domain;
  readonly split?: string;
  readonly data?: string;
  readonly flagged?: true;
}

async function listTasks(options: TasksOptions, streams: CliStreams): Promise<void> {
  const { env, split: wanted, flagged = false } = options;
  const data = await loadTauData(env, dataFolder(options.data));
  if (wanted !== undefined && !data.tasks.has(wanted)) {
    throw new DataError(
      `${data.folder} has no ${env} tasks of the split ${wanted}. ` +
        `Choose one of: ${[...data.tasks.keys()].join(', ')}.`,
      { data: { folder: data.folder, split: wanted } },
    );
  }
  for (const [split, tasks] of data.tasks) {
    if (wanted !== undefined && split !== wanted) continue;
    for (const [index, task] of tasks.entries()) {
      const flags = taskFlags(task, data);
      if (flagged && flags.length === 0) continue;
      const { user_id, instruction, outputs, annotator } = task;
      const actions = task.actions.map(({ name }) => name);
      const line = { env, split, index, user_id, annotator, instruction, actions, outputs, flags };
      if (!streams.stdout.write(`${JSON.stringify(line)}\n`)) await once(streams.stdout, 'drain');
    }
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
    .addHelpText('after', `\nFlags:\n${reasons.join('\n')}`)
    .action((options: TasksOptions) => listTasks(options, streams));
}
