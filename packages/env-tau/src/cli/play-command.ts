import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError, DataError } from 'slime-sdk';
import { tauConfigSchema } from '../episode/tau-config.ts';
import { dataFolder, loadTauData } from '../tasks/tau-data.ts';
import { type Domain, DOMAINS } from '../world/database.ts';
import { LineReader } from './line-reader.ts';
import type { CliStreams } from './main.ts';
import { playAgent } from './play-agent.ts';
import { playUser } from './play-user.ts';

interface PlayOptions {
  readonly env: Domain;
  readonly task: number;
  readonly as: 'agent' | 'user';
  readonly data?: string;
  readonly split?: string;
  readonly userStrategy?: string;
  readonly userModel?: string;
  readonly userModelProvider?: string;
  readonly userBaseUrl?: string;
  readonly userApiKeyEnv?: string;
}

function readIndex(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write the number of a task, from 0 on.');
}

/**
 * The split of the task: tau-bench plays `test` where none is named.
 *
 * @throws DataError when there is no such split or task.
 */
async function splitOf({ env, data, split: named, task }: PlayOptions): Promise<string> {
  const { tasks: splits } = await loadTauData(env, dataFolder(data));
  const [first = 'test'] = splits.keys();
  const split = named ?? (splits.has('test') ? 'test' : first);
  const tasks = splits.get(split);
  if (tasks === undefined) {
    throw new DataError(
      `--split ${split}: there are no such tasks of ${env}; there are those of ` +
        `${[...splits.keys()].join(', ')}.`,
    );
  }
  if (task < tasks.length) return split;
  throw new DataError(
    `--task ${task}: ${env}/${split} has the tasks 0 to ${tasks.length - 1}; \`slime-env-tau tasks ` +
      `--env ${env} --split ${split}\` lists them.`,
  );
}

async function play(options: PlayOptions, streams: CliStreams): Promise<boolean> {
  const given = {
    env: options.env,
    task_split: await splitOf(options),
    data_dir: options.data,
    user_strategy: options.userStrategy,
    user_model: options.userModel,
    user_model_provider: options.userModelProvider,
    user_base_url: options.userBaseUrl,
    user_api_key_env: options.userApiKeyEnv,
  };
  const parsed = tauConfigSchema.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new ConfigError(lines.join('; '));
  }
  const stop = new AbortController();
  const onInterrupt = (): void => {
    reader.close();
    stop.abort(new Error('interrupted'));
  };
  const reader = new LineReader(streams, onInterrupt);
  process.on('SIGINT', onInterrupt);
  try {
    const { env, task_split: split } = parsed.data;
    await reader.print(`Task ${options.task} of ${env}/${split}.`);
    const setup = { index: options.task, config: parsed.data, signal: stop.signal };
    return await (options.as === 'agent' ? playAgent : playUser)(setup, reader);
  } finally {
    process.off('SIGINT', onInterrupt);
    reader.close();
  }
}

/**
 * `slime-env-tau play`: a person is the agent, or the user, in the terminal.
 *
 * @param onLeft Called when they left before the conversation was over.
 */
export function playCommand(streams: CliStreams, onLeft: () => void): Command {
  return new Command('play')
    .description('Play a task in the terminal; it tells at the end what the play is worth.')
    .addOption(new Option('--env <env>', 'The world').choices(DOMAINS).makeOptionMandatory())
    .requiredOption('--task <number>', 'The task, counted from 0', readIndex)
    .option('--split <split>', 'Its split (default: test, else the first)')
    .option('--data <folder>', 'A data folder; else SLIME_TAU_DATA, else the small world')
    .addOption(
      new Option('--as <who>', 'Who you are; the agent you talk to plays the task’s own actions')
        .choices(['agent', 'user'])
        .default('agent'),
    )
    .addOption(
      new Option('--user-strategy <strategy>', 'Who plays the user, as in user_strategy').choices([
        'llm',
        'react',
        'verify',
        'reflection',
        'scripted',
      ]),
    )
    .option('--user-model <model>', 'As user_model')
    .option('--user-model-provider <provider>', 'As user_model_provider')
    .option('--user-base-url <url>', 'As user_base_url')
    .option('--user-api-key-env <name>', 'As user_api_key_env')
    .action(async (options: PlayOptions) => {
      if (!(await play(options, streams))) onLeft();
    });
}
