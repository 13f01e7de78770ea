import {
  createSample,
  describeJsonFault,
  findJsonFault,
  formatPath,
  isSlimeError,
  type JsonValue,
  type RewardValue,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { GradeContext, Graded } from '../rollout/builtin-reward.ts';
import { parseJsonLine } from '../rollout/data/parse-json.ts';
import { readMessages } from '../rollout/data/read-messages.ts';
import { readLines, type TextLine } from '../rollout/data/read-lines.ts';
import { formatPlace, type RowPlace } from '../rollout/data/row-error.ts';
import { viewOfResponse } from '../rollout/response-view.ts';
import { rewardSeed } from '../rollout/seeds.ts';

/** Rows that are graded at a time. */
export const ROWS_IN_FLIGHT = 64;

/** The verdict on a row: a reward, or why there is none. */
interface RowVerdict {
  reward: RewardValue | null;
  reason: string | null;
  error: string | null;
}

/** What each grader says of a row, and the reward that the row expects, if it says so. */
export interface GradedRow {
  /** One a grader. */
  verdicts: RowVerdict[];
  /** Why the row itself cannot be read; null when it can. */
  unread: string | null;
  expected?: JsonValue;
}

/** Where rows come from. */
export interface RowInput {
  /** A file's path, or what to call the stream. */
  name: string;
  /** Read in the place of a file. */
  stream?: Readable;
}

/** What rows are graded by. */
export interface RowGraders {
  args: RolloutArgs;
  graders: readonly ((context: GradeContext) => Promise<Graded>)[];
  signal: AbortSignal;
}

const rewardPart = z.union([z.number(), z.boolean()]);

/** What no reward can be would never agree, and look like a grader that is wrong. */
const expectedSchema = z
  .union([rewardPart, z.null(), z.record(z.string(), rewardPart)], {
    error: 'a reward is a number, true or false, an object of these, or null where there is none',
  })
  .optional();

const rowSchema = z.object({
  response: z.string(),
  label: z.json().default(null),
  metadata: z.record(z.string(), z.json()).nullable().default(null),
  prompt: z.union([z.string(), z.number(), z.array(z.json())]).default(''),
  expected: expectedSchema,
});

/**
 * Grades the rows `{ response, label, metadata, expected }` of JSON lines, 64 at a time, and gives the
 * verdicts in the order of the rows. A row that cannot be read or graded has an error for a verdict.
 *
 * @throws DataError when the file cannot be read, ConfigError for an unknown parser.
 */
export async function* gradeRows(
  { name: file, stream }: RowInput,
  graders: RowGraders,
): AsyncGenerator<GradedRow, void> {
  const pending: Promise<GradedRow>[] = [];
  let row = 0;
  for await (const line of readLines(file, stream)) {
    const graded = gradeLine(line, { file, row, line: line.number }, graders);
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

async function gradeLine(line: TextLine, place: RowPlace, by: RowGraders): Promise<GradedRow> {
  const unreadable = (reason: string): GradedRow => ({
    verdicts: by.graders.map(() => failure(reason)),
    unread: reason,
  });
  const parsed = parseJsonLine(line);
  if (!parsed.ok) return unreadable(at(place, `column ${parsed.column}: ${parsed.message}`));
  // Before the schema, which would go down as deep as the row does.
  const fault = findJsonFault(parsed.value);
  if (fault !== undefined) return unreadable(at(place, describeJsonFault(fault)));
  const row = rowSchema.safeParse(parsed.value);
  if (!row.success) {
    const lines = row.error.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
    return unreadable(at(place, `${lines.join('; ')}; a row is { response, label, metadata }`));
  }
  try {
    const { expected, sample } = readRow(row.data, place);
    const view = viewOfResponse(
      sample.response,
      by.args,
      rewardSeed(by.args.rollout_seed, place.row),
    );
    const context = { sample, view, signal: by.signal };
    const verdicts = await Promise.all(
      by.graders.map((grade) => verdictOf(() => grade(context), place)),
    );
    return { verdicts, unread: null, ...(expected === undefined ? {} : { expected }) };
  } catch (error) {
    // An error of the row itself names its place already.
    if (isSlimeError(error) && error.code === 'SLIME_DATA') return unreadable(error.message);
    throw error;
  }
}

function readRow(
  { metadata, prompt, expected, ...content }: z.output<typeof rowSchema>,
  place: RowPlace,
): { sample: Sample; expected: JsonValue | undefined } {
  const sample = createSample({
    ...content,
    prompt: Array.isArray(prompt) ? readMessages(prompt, ['prompt'], place) : prompt,
    metadata: metadata ?? {},
    index: place.row,
    status: 'completed',
  });
  return { sample, expected };
}

async function verdictOf(grade: () => Promise<Graded>, place: RowPlace): Promise<RowVerdict> {
  try {
    return { ...(await grade()), error: null };
  } catch (error) {
    // A call that cannot work is not the row's fault.
    if (!isSlimeError(error) || error.code === 'SLIME_CONFIG') throw error;
    return failure(at(place, error.message));
  }
}

function at(place: RowPlace, message: string): string {
  return `${formatPlace(place)}: ${message}`;
}

function failure(error: string): RowVerdict {
  return { reward: null, reason: null, error };
}
