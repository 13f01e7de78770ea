import { Command } from 'commander';
import { ConfigError, DataError, type RolloutArgs } from 'slime-sdk';
import { addArgsOptions, readArgsFlags, REWARD_KEYS, textFlag } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import { Agreement } from './grade-agreement.ts';
import { compareRewards } from './grade-compare.ts';
import { openReward } from './grade-reward.ts';
import { gradeRows, type RowInput } from './grade-rows.ts';
import { loadRolloutArgs } from './load-args.ts';

const FLAGS = [...REWARD_KEYS, 'rm_url'] as const;

const HELP = `
Prints one line a row, in order: {"reward": ..., "reason": ..., "error": ...}. A row that cannot be
graded has reward null and says why in error; such rows are counted on standard error. The exit code
is 0 all the same, but 2 when a row could not be read; the rows behind such a row are graded, too.

A row's metadata.rm_type wins over --rm-type, which may be left out where every row has one;
--custom-rm-path wins over both, and so do the two rewards of --compare.

Each row is graded by itself: --group-rm is of no effect on --rm-type, and --custom-rm-path refuses it.
boxed_dapo is the strict form of dapo: the last box, not "Answer:".

Rows that carry "expected" (a number, true or false, an object of these, or null for a row that cannot be
graded; a row with anything else cannot be read) are compared with what
they get: the share that agrees and a table of both are printed on standard error. Under --reward-key
a number stands for the reward of that key.

--compare grades by two rewards instead, each a type of --rm-type or a module, and prints only the
rows on which they differ: {"row": ..., "a": ..., "b": ...}.

Examples:
  $ slime-runtime grade --rm-type math --input rows.jsonl
  $ slime-runtime grade --custom-rm-path ./rm.ts --input rows.jsonl
  $ jq -c '{response, label}' samples.jsonl | slime-runtime grade --rm-type boxed_dapo --input -
  $ slime-runtime grade --compare math ./rm.ts --input rows.jsonl`;

interface GradeOptions {
  input: string;
  compare?: string[];
}

/** `slime-runtime grade`: scores rows of responses and labels. */
export function gradeCommand(context: CliContext): Command {
  const command = new Command('grade')
    .description('Score rows { response, label, metadata } with a reward function')
    .requiredOption('--input <file>', 'JSON lines, one row each; - reads standard input')
    .option('--compare <rewards...>', 'Two rewards: print the rows on which they differ')
    .addHelpText('after', HELP);
  return addArgsOptions(command, FLAGS).action(async ({ input, compare }: GradeOptions) => {
    const flags = readArgsFlags(command);
    const customConfigPath = textFlag(flags, 'custom_config_path');
    const args = await loadRolloutArgs({ flags, customConfigPath });
    const rows: RowInput =
      input === '-'
        ? { name: 'standard input', stream: context.stdin?.() ?? process.stdin }
        : { name: input };
    if (compare === undefined) await grade(rows, args, context);
    else await compareRewards(rows, readPair(compare, args), { args, context });
  });
}

function readPair(names: readonly string[], args: RolloutArgs): [string, string] {
  if (args.rm_type !== null || args.custom_rm_path !== null) {
    throw new ConfigError(
      '--compare names its rewards itself: leave out --rm-type and --custom-rm-path',
    );
  }
  const [a, b, more] = names;
  if (a === undefined || b === undefined || more !== undefined) {
    throw new ConfigError(
      `--compare ${names.join(' ')}: name two rewards, as in --compare math ./rm.ts`,
    );
  }
  return [a, b];
}

async function grade(input: RowInput, args: RolloutArgs, context: CliContext): Promise<void> {
  const reward = await openReward(args, context);
  const stop = new AbortController();
  const total = { rows: 0, errors: 0 };
  const agreement = new Agreement(args.reward_key);
  let unread: string | null = null;
  try {
    const rows = gradeRows(input, { args, graders: [reward.grade], signal: stop.signal });
    for await (const row of rows) {
      unread ??= row.unread;
      for (const verdict of row.verdicts) {
        total.rows += 1;
        if (verdict.error !== null) total.errors += 1;
        if (row.expected !== undefined) agreement.add(row.expected, verdict.reward);
        await writeLine(context.stdout, JSON.stringify(verdict));
      }
    }
  } finally {
    stop.abort();
    await reward.close();
  }
  await writeLine(context.stderr, `${total.rows} rows, ${total.errors} of them not graded`);
  for (const line of agreement.lines()) await writeLine(context.stderr, line);
  if (unread !== null) throw new DataError(`${unread}; mend the row, or take it out`);
}
