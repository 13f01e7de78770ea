// `npm run play -- --row 2`: you are the policy, on a row of the data counted from 1.
import { parseArgs } from 'node:util';
import { createRolloutArgs, type Sample } from 'slime-sdk';
import manifest from '../package.json' with { type: 'json' };
import { playEpisode } from './episode.ts';
import { readRow } from './read-row.ts';
import { openTerminal } from './terminal.ts';

const HOW = `One line is a turn, and so is all between two lines of """.
/call tool {"argument": 1} writes a tool call. Ctrl-D leaves.`;

const SEED = 42;

async function chooseSample(): Promise<Sample | null> {
  try {
    const { values } = parseArgs({ options: { row: { type: 'string', default: '1' } } });
    return await readRow(Number(values.row));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return null;
  }
}

async function play(sample: Sample): Promise<void> {
  const terminal = openTerminal(process.stdin, process.stdout);
  try {
    terminal.say(HOW);
    const args = createRolloutArgs(manifest.slime.args);
    const rewards = await playEpisode({ args, sample, seed: SEED, terminal });
    if (rewards === null) terminal.say('left: no reward');
    for (const reward of rewards ?? []) terminal.say(`reward ${JSON.stringify(reward)}`);
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
    terminal.say('left: no reward');
  } finally {
    if (terminal.signal.aborted) process.exitCode = 130;
    terminal.close();
  }
}

const sample = await chooseSample();
if (sample !== null) await play(sample);
