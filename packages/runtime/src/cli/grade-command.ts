import { Command } from 'commander';
import { ConfigError, DataError, type Logger, type RolloutArgs } from 'slime-sdk';
import { createPluginHost } from '../plugins/index.ts';
import { builtinReward, type GradeContext, type Graded } from '../rollout/builtin-reward.ts';
import { addArgsOptions, readArgsFlags } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import { gradeRows, ROWS_IN_FLIGHT } from './grade-rows.ts';
import { loadRolloutArgs } from './load-args.ts';

const FLAGS = [
  'rm_type',
  'rm_url',
  'custom_rm_path',
  'custom_config_path',
  'isolation',
  'reward_timeout',
  'rollout_seed',
  'sglang_reasoning_parser',
  'sglang_tool_call_parser',
] as const;

const HELP = `
Prints one line a row, in order: {"reward": ..., "reason": ..., "error": ...}. A row that cannot be
graded has reward null and says why in error; such rows are counted on standard error. The exit code
is 0 all the same, but 2 when a row could not be read.

Examples:
  $ slime-runtime grade --rm-type math --input rows.jsonl
  $ slime-runtime grade --custom-rm-path ./rm.ts --input rows.jsonl`;

/** `slime-runtime grade`: scores rows of responses and labels. */
export function gradeCommand(context: CliContext): Command {
  const command = new Command('grade')
    .description('Score rows { response, label, metadata } with a reward function')
    .requiredOption('--input <file>', 'JSON lines, one row each')
    .addHelpText('after', HELP);
  return addArgsOptions(command, FLAGS).action(async (options: { input: string }) => {
    const flags = readArgsFlags(command);
    const config = flags['custom_config_path'];
    const customConfigPath = typeof config === 'string' ? config : null;
    await grade(options.input, await loadRolloutArgs({ flags, customConfigPath }), context);
  });
}

async function grade(input: string, args: RolloutArgs, context: CliContext): Promise<void> {
  const grader = await openGrader(args, context);
  const stop = new AbortController();
  const total = { rows: 0, errors: 0 };
  let unread: string | null = null;
  try {
    const rows = gradeRows(input, { args, grade: grader.grade, signal: stop.signal });
    for await (const { verdict, readable } of rows) {
      total.rows += 1;
      if (verdict.error !== null) total.errors += 1;
      if (!readable) unread ??= verdict.error;
      await writeLine(context.stdout, JSON.stringify(verdict));
    }
  } finally {
    stop.abort();
    await grader.close();
  }
  await writeLine(context.stderr, `${total.rows} rows, ${total.errors} of them not graded`);
  if (unread !== null) throw new DataError(`${unread}; mend the row, or take it out`);
}

interface Grader {
  grade: (context: GradeContext) => Promise<Graded>;
  close(): Promise<void>;
}

async function openGrader(args: RolloutArgs, context: CliContext): Promise<Grader> {
  if (args.custom_rm_path === null) {
    if (args.rm_type !== null) {
      const reward = builtinReward(args.rm_type, args);
      return { grade: (row) => reward.grade(row), close: () => reward.close() };
    }
    throw new ConfigError('nothing to grade with: name --rm-type math or --custom-rm-path ./rm.ts');
  }
  const host = await createPluginHost({
    isolation: args.isolation,
    args,
    concurrency: ROWS_IN_FLIGHT,
    log: createLog(context),
  });
  try {
    const reward = await host.loadReward(args.custom_rm_path, 'single');
    return {
      grade: async ({ sample, view, signal }) => {
        const [value] = await reward.score({ args, samples: [sample], views: [view], signal });
        if (value === undefined) throw new TypeError('a single reward gives one value');
        return { reward: value, reason: null };
      },
      close: () => host.close(),
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** Standard output is for verdicts alone. */
function createLog({ stderr }: CliContext): Logger {
  const print = (message: string): void => void stderr.write(`${message}\n`);
  return { debug: () => {}, info: print, warn: print, error: print };
}
