import { Command } from 'commander';
import { importData } from '../import/import-data.ts';
import type { CliStreams } from './main.ts';

/** `slime-env-tau import`: makes a data folder of the benchmark's files. */
export function importCommand(streams: CliStreams): Command {
  return new Command('import')
    .argument('<path>', 'A tau-bench checkout, or a folder of JSON files')
    .description(
      'Read databases, tasks, policies and tool schemas of a tau-bench checkout (its Python is ' +
        'read, not run) or of a folder of JSON files, check them, and write a data folder with ' +
        'data sets for --prompt-data.',
    )
    .requiredOption('--output <folder>', 'The data folder to write')
    .action(async (path: string, { output }: { output: string }) => {
      for (const split of await importData(path, output)) {
        streams.stdout.write(`${JSON.stringify(split)}\n`);
      }
    });
}
