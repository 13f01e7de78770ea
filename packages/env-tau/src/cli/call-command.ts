import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Command, Option } from 'commander';
import { dataFolder, loadTauData } from '../tasks/tau-data.ts';
import { applyTool, type ToolResult } from '../world/apply-tool.ts';
import { type Domain, DOMAINS } from '../world/database.ts';
import { loadDatabase } from '../world/load-database.ts';
import { createWorld, worldHash } from '../world/world.ts';
import { readCallLine } from './call-line.ts';
import type { CliStreams } from './main.ts';

interface CallOptions {
  readonly env: Domain;
  readonly data?: string;
}

async function answerLines({ env, data }: CallOptions, streams: CliStreams): Promise<void> {
  const folder = dataFolder(data);
  const { database } =
    folder === undefined
      ? await loadTauData(env, undefined)
      : { database: await loadDatabase(env, folder) };
  let at = 0;
  for await (const text of createInterface({ input: streams.stdin })) {
    at += 1;
    if (text.trim() === '') continue;
    const world = createWorld(database);
    let result: ToolResult = { observation: null, raised: false };
    for (const { name, kwargs } of readCallLine(text, at)) result = applyTool(world, name, kwargs);
    const line = JSON.stringify({ ...result, data_hash: worldHash(world) });
    if (!streams.stdout.write(`${line}\n`)) await once(streams.stdout, 'drain');
  }
}

/** `slime-env-tau call`: applies calls to fresh worlds and prints what they gave. */
export function callCommand(streams: CliStreams): Command {
  return new Command('call')
    .description(
      'Read lines {"setup": [call, …], "call": {"name": …, "kwargs": {…}}}, apply each to a fresh ' +
        'world, print {"observation", "raised", "data_hash"} of its call.',
    )
    .addOption(new Option('--env <env>', 'The world').choices(DOMAINS).makeOptionMandatory())
    .option(
      '--data <folder>',
      'Folder with the database: <table>.json files, db/ or <env>/db/; else SLIME_TAU_DATA, else ' +
        'the small world',
    )
    .action((options: CallOptions) => answerLines(options, streams));
}
