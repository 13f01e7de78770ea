import { DataError, defineEnv, type EnvDefinition, type Message } from 'slime-sdk';
import { openStrategy } from '../agent/open-strategy.ts';
import { SHIPPED_DATA } from '../shipped-data.ts';
import { openUser } from '../user/open-user.ts';
import { findTask } from './find-task.ts';
import { isIdleTask } from '../tasks/play-gold.ts';
import { envConfigSchema } from './env-config.ts';
import { toolInstruction } from './tool-instruction.ts';
import type { TauConfig } from './tau-config.ts';
import { TauEnv } from './tau-env.ts';

/**
 * tau-bench's retail and airline as an environment: rows are `{ index, metadata }`, the prompt is the
 * task's number. The reward is the environment's own: 0 or 1, given at the end. Scores on other data
 * than this package's own are the benchmark's, unless an option repairs it.
 */
export const tauEnv: EnvDefinition<TauConfig, Message[]> = defineEnv({
  name: 'tau',
  apiVersion: 1,
  config: envConfigSchema,
  reward: { reduction: 'last', range: [0, 1] },
  observation: { empty: true },
  async build({ sample, config }) {
    const { data, split, index, task } = await findTask(sample, config);
    const { database, domain } = data;
    const idleTasks = config.idle_tasks ?? (data.folder === SHIPPED_DATA ? 'communicate' : 'keep');
    const idleTask = idleTasks === 'keep' ? null : isIdleTask(database, task);
    if (idleTask === true && idleTasks === 'exclude') {
      const where = data.folder === SHIPPED_DATA ? '' : ` --data ${JSON.stringify(data.folder)}`;
      throw new DataError(
        `task ${index} of ${domain}/${split} pays an agent that does nothing, and idle_tasks is ` +
          '"exclude". Rows without such tasks: ' +
          `slime-env-tau tasks --env ${domain} --split ${split}${where} ` +
          '--exclude do_nothing_passes --as-rows > rows.jsonl',
        { data: { domain, split, index } },
      );
    }
    return new TauEnv({
      database,
      task,
      strategy: await openStrategy(data, config),
      user: openUser(task, config),
      oneCallPerTurn: config.one_call_per_turn,
      reword: toolInstruction(config),
      userStop: config.user_stop,
      outputMatch: config.output_match,
      stateMatch: config.state_match,
      idleTask,
      needsReport: idleTask === true && idleTasks === 'communicate',
      facts: { env: domain, task_split: split, task_index: index },
    });
  },
});
