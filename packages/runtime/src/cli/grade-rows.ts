import {
  createSample,
  formatPath,
  isSlimeError,
  type JsonValue,
  type RewardValue,
  type RewardView,
  type RolloutArgs,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { z } from 'zod';
import type { GradeContext, Graded } from '../rollout/builtin-reward.ts';
import { parseJsonLine } from '../rollout/data/parse-json.ts';
import { readMessages } from '../rollout/data/read-messages.ts';
import { readLines, type TextLine } from '../rollout/data/read-lines.ts';
import { formatPlace, type RowPlace } from '../rollout/data/row-error.ts';
import { rewardSeed } from '../rollout/seeds.ts';

/** Rows that are graded at a time. */
export const ROWS_IN_FLIGHT = 64;

/** The verdict on a row: a reward, or why there is none. */
interface RowVerdict {
  reward: RewardValue | null;
  reason: string | null;
  error: string | null;
}

/** A verdict, whether the row itself could be read, and the reward that it expects, if it says so. */
export interface GradedRow {
  verdict: RowVerdict;
  readable: boolean;
  expected?: JsonValue;
}

/** What rows are graded by. */
export interface RowGrader {
  args: RolloutArgs;
  grade(context: GradeContext): Promise<Graded>;
  signal: AbortSignal;
}

const rowSchema = z.object({
  response: z.string(),
  label: z.json().default(null),
  metadata: z.record(z.string(), z.json()).nullable().default(null),
  prompt: z.union([z.string(), z.number(), z.array(z.json())]).default(''),
  expected: z.json().optional(),
});

/**
 * Grades the rows `{ response, label, metadata, expected }` of a JSON-lines file, 64 at a time, and gives the
 * verdicts in the order of the rows. A row that cannot be read or graded has an error for a verdict.
 *
 * @throws DataError when the file cannot be read, ConfigError for an unknown parser.
 */
export async function* gradeRows(file: string, grader: RowGrader): AsyncGenerator<GradedRow, void> {
  const pending: Promise<GradedRow>[] = [];
  let row = 0;
  for await (const line of readLines(file)) {
    const graded = gradeLine(line, { file, row, line: line.number }, grader);
    // It is awaited below, in turn; until then a rejection has no other handler.
    graded.catch(() => {});
    pending.push(graded);
    row += 1;
    if (pending.length >= ROWS_IN_FLIGHT) yield* takeFirst(pending);
  }
  while (pending.length > 0) yield* takeFirst(pending);
}

async function* takeFirst(pending: Promise<GradedRow>[]): AsyncGenerator<GradedRow, void> {
  const first = await pending.shift();
  if (first !== undefined) yield first;
}

async function gradeLine(line: TextLine, place: RowPlace, grader: RowGrader): Promise<GradedRow> {
  const parsed = parseJsonLine(line);
  if (!parsed.ok) return unreadable(place, `column ${parsed.column}: ${parsed.message}`);
  const row = rowSchema.safeParse(parsed.value);
  if (!row.success) {
    const lines = row.error.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
    return unreadable(place, `${lines.join('; ')}; a row is { response, label, metadata }`);
  }
  const { metadata, prompt, expected, ...content } = row.data;
  const withExpected = (graded: GradedRow): GradedRow =>
    expected === undefined ? graded : { ...graded, expected };
  try {
    const sample = createSample({
      ...content,
      prompt: Array.isArray(prompt) ? readMessages(prompt, ['prompt'], place) : prompt,
      metadata: metadata ?? {},
      index: place.row,
      status: 'completed',
    });
    const view = viewOf(sample.response, place.row, grader.args);
    const graded = await grader.grade({ sample, view, signal: grader.signal });
    return withExpected({ verdict: { ...graded, error: null }, readable: true });
  } catch (error) {
    // A parser that does not exist is the call's fault, not the row's.
    if (!isSlimeError(error) || error.code === 'SLIME_CONFIG') throw error;
    // An error of the row itself names its place already.
    if (error.code === 'SLIME_DATA') return { verdict: failure(error.message), readable: false };
    return withExpected({ verdict: failed(place, error.message), readable: true });
  }
}

function viewOf(response: string, row: number, args: RolloutArgs): Omit<RewardView, 'signal'> {
  const turn = parseResponse(response, {
    reasoningParser: args.sglang_reasoning_parser,
    toolCallParser: args.sglang_tool_call_parser,
  });
  return {
    finalText: turn.content,
    policyText: response,
    turns: [{ ...turn, truncated: false }],
    seed: rewardSeed(args.rollout_seed, row),
  };
}

function unreadable(place: RowPlace, message: string): GradedRow {
  return { verdict: failed(place, message), readable: false };
}

function failed(place: RowPlace, message: string): RowVerdict {
  return failure(`${formatPlace(place)}: ${message}`);
}

function failure(error: string): RowVerdict {
  return { reward: null, reason: null, error };
}
