import { type DiscardedTry, parseSample } from 'slime-sdk';
import { cutTornLine } from './cut-torn-line.ts';
import { type GroupLine, groupLineSchema } from './group-line.ts';
import { rewrite } from './line-file.ts';
import { LineIndex, type LineOrder } from './line-index.ts';
import type { Metrics } from './metrics.ts';
import { parseLine, readLines, type TextLine } from './read-lines.ts';
import { runFile, type RUN_FILES } from './run-files.ts';
import { appendDiscarded, readDiscarded, settleLedger } from './settle-ledger.ts';
import { hasTensors, keepTensors } from './tensor-files.ts';
import { type TurnLine, turnLineSchema } from './turn-line.ts';

/** What an earlier session left, after cleaning up. */
export interface RecoveredRun {
  groups: Set<number>;
  lines: { samples: LineIndex; turns: LineIndex; groups: LineIndex };
  /** Seconds that the run has had so far. */
  elapsed: number;
}

/**
 * Reads back what a killed or stopped run wrote, and makes it whole: torn lines are cut, lines of
 * groups that were not finished dropped, and their replies written down as discarded.
 *
 * Every kept sample, turn and episode is added to `metrics`.
 *
 * @throws DataError when a line other than the last is damaged.
 */
export async function recoverRun(dir: string, metrics: Metrics): Promise<RecoveredRun> {
  for (const name of ['samples', 'turns', 'groups', 'discarded', 'ledger'] as const) {
    await cutTornLine(runFile(dir, name));
  }
  const written = await readGroups(dir);
  const kept = await findWhole(dir, written);
  await keepTensors(dir, kept.groups);
  await discardTurns(dir, kept);
  let elapsed = 0;
  for (const group of written.values()) elapsed = Math.max(elapsed, group.elapsed);
  const lines = {
    samples: await keepLines(dir, 'samples', (value) => {
      const sample = parseSample(value);
      if (!kept.has(sample.index)) return null;
      metrics.addSample(sample);
      return [sample.index ?? 0, 0, 0];
    }),
    turns: await keepLines(dir, 'turns', (value) => {
      const turn = turnLineSchema.parse(value);
      if (!kept.has(turn.index)) return null;
      metrics.addTurn(turn);
      return [turn.index, turn.attempt, turn.turn];
    }),
    groups: await keepLines(dir, 'groups', (value) => {
      const group = groupLineSchema.parse(value);
      if (!kept.groups.has(group.group_index)) return null;
      metrics.addEpisodes(group.episodes);
      return [group.group_index, 0, 0];
    }),
  };
  await settleLedger(dir, 'killed');
  return { groups: kept.groups, lines, elapsed };
}

async function readGroups(dir: string): Promise<Map<number, GroupLine>> {
  const path = runFile(dir, 'groups');
  const groups = new Map<number, GroupLine>();
  for await (const line of readLines(path)) {
    const group = groupLineSchema.parse(parseLine(path, line));
    groups.set(group.group_index, group);
  }
  return groups;
}

interface Kept {
  groups: Set<number>;
  has(index: number | null): boolean;
}

/**
 * Groups that have all their lines. After a kill that is every group in `groups.jsonl`, since its
 * line is written last; after a power failure it may be fewer.
 */
async function findWhole(dir: string, written: Map<number, GroupLine>): Promise<Kept> {
  const groupOf = new Map<number, GroupLine>();
  for (const group of written.values()) {
    for (const index of group.indices) groupOf.set(index, group);
  }
  const missing = new Map<GroupLine, { samples: number; turns: number }>();
  for (const group of written.values()) {
    missing.set(group, { samples: group.samples, turns: group.turns });
  }
  for (const name of ['samples', 'turns'] as const) {
    const path = runFile(dir, name);
    for await (const line of readLines(path)) {
      const group = groupOf.get(readIndex(parseLine(path, line)));
      const counts = group === undefined ? undefined : missing.get(group);
      if (counts !== undefined) counts[name] -= 1;
    }
  }
  const groups = new Set<number>();
  for (const [group, counts] of missing) {
    const { group_index: index, tensor_bytes: bytes } = group;
    if (counts.samples !== 0 || counts.turns !== 0) continue;
    if (await hasTensors(dir, index, bytes)) groups.add(index);
  }
  return {
    groups,
    has: (index) => {
      const group = groupOf.get(index ?? NaN);
      return group !== undefined && groups.has(group.group_index);
    },
  };
}

function readIndex(value: unknown): number {
  const index =
    typeof value === 'object' && value !== null && 'index' in value ? value.index : undefined;
  return typeof index === 'number' ? index : NaN;
}

/** Writes down the replies of turns that are about to be dropped. */
async function discardTurns(dir: string, kept: Kept): Promise<void> {
  const known = await readDiscarded(dir);
  const path = runFile(dir, 'turns');
  const lost: DiscardedTry[] = [];
  for await (const line of readLines(path)) {
    const turn = turnLineSchema.parse(parseLine(path, line));
    if (kept.has(turn.index)) continue;
    lost.push(...repliesOf(turn).filter(({ rid }) => !known.has(rid)));
  }
  await appendDiscarded(dir, lost);
}

function repliesOf(turn: TurnLine): DiscardedTry[] {
  if (turn.rid === null) return turn.discarded;
  return [...turn.discarded, { rid: turn.rid, cause: turn.discarded_cause ?? 'killed' }];
}

/** Drops the lines for which `read` gives null, and tells of the others. */
async function keepLines(
  dir: string,
  name: keyof typeof RUN_FILES,
  read: (value: unknown) => LineOrder | null,
): Promise<LineIndex> {
  const path = runFile(dir, name);
  const index = new LineIndex();
  const spans: Pick<TextLine, 'offset' | 'length'>[] = [];
  let dropped = 0;
  let offset = 0;
  for await (const line of readLines(path)) {
    const order = read(parseLine(path, line));
    if (order === null) {
      dropped += 1;
      continue;
    }
    spans.push({ offset: line.offset, length: line.length });
    index.add({ offset, length: line.length }, order);
    offset += line.length;
  }
  if (dropped > 0) await rewrite(path, spans);
  return index;
}
