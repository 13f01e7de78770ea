import fc from 'fast-check';
import { createDataSource, envSeed } from 'slime-runtime/hosting';
import type { Encoder, RolloutArgs, Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { TraceEpisode } from '../../../world/traces.ts';
import type { World } from '../../../world/world.ts';
import { needsDeterministic } from '../deterministic.ts';
import { rewardOf } from '../episode-calls.ts';
import type { EpisodeStart } from '../episode-start.ts';
import { playEpisode, type Transcript } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import type { Response } from '../turn-reader.ts';
import { quote } from './episode-case.ts';
import { textsOf, validMessages } from './observation-case.ts';

/** What was stored comes about again. */
export const traces = property<EnvTarget, { episode: TraceEpisode }>({
  id: 'env/traces',
  title: 'the responses of a stored episode get the stored observations again',
  why:
    'A run that is resumed, a turn that is tried again and a change of the environment that was meant ' +
    'to change nothing all count on it.',
  fix:
    'Draw from context.seed alone. Where the environment was changed on purpose, store the episodes ' +
    'anew; give the flags of their run: --rollout-seed, --prompt-data, and the parsers, or none where it had none.',
  source: 'packages/runtime/src/rollout/turn-log.ts; packages/runtime/src/rollout/env-turns.ts',
  faults: [],
  requires: ['env/deterministic'],
  share: 0.1,
  needs(target) {
    const { traces: stored, rows } = target.world;
    if (stored.length === 0) return 'stored episodes (--from-trace turns.jsonl)';
    if (rows.length === 0) return 'the rows that the stored episodes began with (--prompt-data)';
    return needsDeterministic(target);
  },
  inputs: ({ world }) =>
    fc.constantFrom(...world.traces.filter(({ turns }) => turns.length > 0)).map((episode) => ({
      episode,
    })),
  async holds(target, { episode }, trial) {
    const encoder = await target.world.encoder();
    const turns = await readTurns(encoder, episode);
    const [first, ...others] = startsOf(target.world, episode.group_index);
    if (first === undefined) return;
    const replay = (start: EpisodeStart): Promise<Transcript> =>
      playEpisode(target, trial, { start, turns, throws: 'record' });
    const difference = differenceOf(episode, await replay(first));
    if (difference === null) return;
    // Rows that were too long are left out of a run, and then a group is of another one.
    for (const start of others) {
      if (differenceOf(episode, await replay(start)) === null) return;
    }
    const { at, expected, got } = difference;
    trial.fail({
      expected,
      got,
      note: `turn ${at} of sample ${episode.index}, where the policy said ${quote(turns[at]?.text ?? '')}`,
    });
  },
});

/** The replies without their end tokens, as the env was given them. */
async function readTurns(encoder: Encoder, { turns }: TraceEpisode): Promise<Response[]> {
  const ends: string[] = [];
  for (const id of encoder.stopIds) {
    ends.push(await encoder.decode([id], { skipSpecialTokens: false }));
  }
  return turns.map(({ text, truncated }) => {
    const end = ends.find((marker) => marker !== '' && text.endsWith(marker));
    return end === undefined
      ? { text, truncated, isStored: true }
      : { text: text.slice(0, -end.length), truncated: false, isStored: true };
  });
}

/** Where the group's episodes began: on the row of the run, then on all others. */
function startsOf(world: World, groupIndex: number): EpisodeStart[] {
  const { args, rows } = world;
  const { epoch, row } = rowOf(args, rows, groupIndex);
  const seed = envSeed(args.rollout_seed, epoch, groupIndex);
  const own = rows[row];
  return [...(own === undefined ? [] : [own]), ...rows.filter((_, at) => at !== row)].map(
    (sample) => ({
      sample: { ...sample, group_index: groupIndex, index: groupIndex * args.n_samples_per_prompt },
      seed,
      isMadeUp: false,
    }),
  );
}

function rowOf(args: RolloutArgs, rows: readonly Sample[], groupIndex: number) {
  const place = { file: '', row: 0, line: null };
  const source = createDataSource(args, {
    file: '',
    baseDir: '',
    rows: rows.map((row) => ({ ...row, place })),
  });
  return source.rowOf(groupIndex);
}

interface Difference {
  at: number;
  expected: unknown;
  got: unknown;
}

/** The first turn that went otherwise; null when none did. */
function differenceOf({ turns }: TraceEpisode, played: Transcript): Difference | null {
  if (played.thrown !== null) {
    return { at: played.turns.length, expected: 'as stored', got: played.thrown.text };
  }
  for (const [at, stored] of turns.entries()) {
    const turn = played.turns[at];
    if (turn === undefined)
      return { at, expected: 'a turn, as stored', got: 'an episode that is over' };
    if (turn.done !== stored.done)
      return { at, expected: { done: stored.done }, got: { done: turn.done } };
    const reward = rewardOf(turn.result) ?? null;
    if (reward !== stored.reward)
      return { at, expected: { reward: stored.reward }, got: { reward } };
    const expected = storedTexts(stored.observation);
    const messages = validMessages(turn);
    if (expected === null || messages === null) continue;
    const got = textsOf(messages);
    // A text that was cut to fit is the beginning of the whole one.
    const isSame =
      got.length === expected.length &&
      got.every((text, item) => text.startsWith(expected[item] ?? ''));
    if (!isSame) return { at, expected, got };
  }
  return null;
}

/** The texts of a stored observation; null where there is none. */
function storedTexts(observation: unknown): string[] | null {
  if (!Array.isArray(observation)) return null;
  return observation.flatMap((message: unknown) => {
    const content: unknown =
      typeof message === 'object' && message !== null ? Reflect.get(message, 'content') : undefined;
    const parts: unknown[] = Array.isArray(content) ? content : [{ text: content }];
    return parts.flatMap((part) => {
      const text: unknown =
        typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : undefined;
      return typeof text === 'string' ? [text] : [];
    });
  });
}
