import { ConfigError, GraderError, type RolloutArgs } from 'slime-sdk';
import { createPluginHost } from '../plugins/index.ts';
import { builtinReward, type GradeContext, type Graded } from '../rollout/builtin-reward.ts';
import { OVER_BOUND } from '../rollout/over-bound.ts';
import { rewardShapeFault } from '../rollout/reward-shape.ts';
import type { CliContext } from './cli-context.ts';
import { ROWS_IN_FLIGHT } from './grade-rows.ts';
import { createStderrLog } from './stderr-log.ts';

/** A reward that rows are graded by, opened. */
export interface OpenReward {
  grade: (context: GradeContext) => Promise<Graded>;
  close(): Promise<void>;
}

/** The arguments for a reward that is named by itself: a type of `--rm-type`, else a module. */
export function argsOfReward(name: string, args: RolloutArgs): RolloutArgs {
  const isType = /^\w+$/.test(name);
  return { ...args, rm_type: isType ? name : null, custom_rm_path: isType ? null : name };
}

/**
 * Opens the reward of `--custom-rm-path` or `--rm-type`.
 *
 * @throws ConfigError when neither is given, or `--custom-rm-path` beside `--group-rm`; PluginError for a module that cannot be loaded.
 */
export async function openReward(args: RolloutArgs, context: CliContext): Promise<OpenReward> {
  if (args.custom_rm_path === null) {
    if (args.rm_type !== null) {
      const reward = builtinReward(args.rm_type, args);
      return {
        grade: async (row) => held(await reward.grade(row), args),
        close: () => reward.close(),
      };
    }
    throw new ConfigError('nothing to grade with: name --rm-type math or --custom-rm-path ./rm.ts');
  }
  if (args.group_rm) {
    throw new ConfigError(
      `--group-rm: grade scores each row by itself, and ${args.custom_rm_path} would be given whole ` +
        'groups; score groups by rollout --group-rm, or rows by a reward for a single sample',
    );
  }
  const host = await createPluginHost({
    isolation: args.isolation,
    args,
    concurrency: ROWS_IN_FLIGHT,
    log: createStderrLog(context),
  });
  try {
    const reward = await host.loadReward(args.custom_rm_path, 'single');
    return {
      grade: async ({ sample, view, signal }) => {
        let reason: string | null = null;
        const onOverBound = (): void => void (reason = OVER_BOUND);
        const rows = { samples: [sample], views: [view] };
        const [value] = await reward.score({ args, ...rows, signal, onOverBound });
        if (value === undefined) throw new TypeError('a single reward gives one value');
        return held({ reward: value, reason }, args);
      },
      close: () => host.close(),
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** @throws GraderError for a reward that slime could not take under `--reward-key`. */
function held(graded: Graded, { reward_key: key }: RolloutArgs): Graded {
  const fault = key === null ? null : rewardShapeFault(graded.reward, key);
  if (fault !== null) throw new GraderError(fault);
  return graded;
}
