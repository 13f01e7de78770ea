import { type Command, Option } from 'commander';
import { z } from 'zod';

const optionsSchema = z.object({
  engine: z.string().nullable().default(null),
  policy: z.string().nullable().default(null),
  output: z.string().nullable().default(null),
  resume: z.boolean().default(false),
});

/** Options of a run that are not arguments of the rollout, as they were written. */
export type RunOptions = z.output<typeof optionsSchema>;

const HEADING = 'The run:';

/** Adds `--engine`, `--policy`, `--output` and `--resume` to a command. */
export function addRunOptions(command: Command): Command {
  const options = [
    new Option(
      '--engine <engine>',
      'embedded, sglang or openai:URL (default: sglang when a router is named, else embedded) [ours]',
    ),
    new Option(
      '--policy <policy>',
      'what the embedded engine samples from: a module, random or recorded:FILE [ours]',
    ),
    new Option('--output <dir>', 'folder of the run: samples, turns, ledger [ours]'),
    new Option('--resume', 'go on with the run in --output [ours]'),
  ];
  for (const option of options) command.addOption(option.helpGroup(HEADING));
  return command;
}

/** Reads what {@link addRunOptions} added; null where nothing was given. */
export function readRunOptions(command: Command): RunOptions {
  return optionsSchema.parse(command.opts());
}
