import { ConfigError, GraderError, type RolloutArgs } from 'slime-sdk';
import { createPluginHost } from '../plugins/index.ts';
import { builtinReward, type GradeContext, type Graded } from '../rollout/builtin-reward.ts';
import { OVER_BOUND } from '../rollout/over-bound.ts';
import { ROW_TYPE, rowType } from '../rollout/reward-type.ts';
import { rewardShapeFault } from '../rollout/reward-shape.ts';
import { warnOfKeys } from '../rollout/warn-of-keys.ts';
import type { CliContext } from './cli-context.ts';
import { ROWS_IN_FLIGHT } from './grade-rows.ts';
import { createStderrLog } from './stderr-log.ts';

/** A reward that rows are graded by, opened. */
export interface OpenReward {
  grade: (context: GradeContext) => Promise<Graded>;
  close(): Promise<void>;
}

/**
 * Opens a reward that is named by itself: a type of `--rm-type`, else a module. It grades every row,
 * whatever the row's `metadata.rm_type` says.
 *
 * @throws ConfigError and PluginError as {@link openReward} does.
 */
export async function openNamedReward(
  name: string,
  args: RolloutArgs,
  context: CliContext,
): Promise<OpenReward> {
  if (!/^\w+$/.test(name)) {
    return openReward({ ...args, rm_type: null, custom_rm_path: name }, context);
  }
  const reward = await openReward({ ...args, rm_type: name, custom_rm_path: null }, context);
  return {
    grade: ({ sample, ...row }) => {
      const { rm_type: _, ...metadata } = sample.metadata;
      return reward.grade({ ...row, sample: { ...sample, metadata } });
    },
    close: () => reward.close(),
  };
}

/**
 * Opens the reward of `--custom-rm-path`, else of `--rm-type`, over which a row's `metadata.rm_type`
 * wins. Without either every row has to name its own: one that does not ends the call.
 *
 * @throws ConfigError for an unknown type, or `--custom-rm-path` beside `--group-rm`; PluginError for a module that cannot be loaded.
 */
export async function openReward(args: RolloutArgs, context: CliContext): Promise<OpenReward> {
  if (args.custom_rm_path === null) {
    const reward = builtinReward(args.rm_type, args);
    return {
      grade: async (row) => {
        if (args.rm_type === null) assertNamesReward(row);
        return held(await reward.grade(row), args);
      },
      close: () => reward.close(),
    };
  }
  if (args.group_rm) {
    throw new ConfigError(
      `--group-rm: grade scores each row by itself, and ${args.custom_rm_path} would be given whole ` +
        'groups; score groups by rollout --group-rm, or rows by a reward for a single sample',
    );
  }
  const log = createStderrLog(context);
  const { isolation } = args;
  const host = await createPluginHost({ isolation, args, concurrency: ROWS_IN_FLIGHT, log });
  try {
    const reward = await host.loadReward(args.custom_rm_path, 'single');
    warnOfKeys(args, host.configKeys, log);
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

/** @throws ConfigError for a row that leaves open what it is graded by. */
function assertNamesReward({ sample }: GradeContext): void {
  if (rowType(sample.metadata) !== null) return;
  throw new ConfigError(
    `nothing to grade row ${sample.index} (counted from 0) with: name --rm-type math or ` +
      `--custom-rm-path ./rm.ts, or give the row its ${ROW_TYPE}`,
  );
}

/** @throws GraderError for a reward that slime could not take under `--reward-key`. */
function held(graded: Graded, { reward_key: key }: RolloutArgs): Graded {
  const fault = key === null ? null : rewardShapeFault(graded.reward, key);
  if (fault !== null) throw new GraderError(fault);
  return graded;
}
