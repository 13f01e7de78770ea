import type { TestContext } from 'vitest';
import { z } from 'zod';
import { readRecordedLines } from './recorded-lines.ts';

const labelSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const recordedSchema = z.object({
  id: z.string(),
  function: z.literal('grade_answer_verl'),
  args: z.object({ solution_str: z.string(), ground_truth: labelSchema }),
  result: z.boolean(),
  error: z.null(),
});

const geometrySchema = z.object({ answer: z.string() });

/** One recorded verdict of slime's `grade_answer_verl`. */
export interface Row {
  readonly id: string;
  readonly response: string;
  readonly label: z.output<typeof labelSchema>;
  readonly recorded: boolean;
}

/** The recorded rows, or skips the test saying that there are none. */
export function readRows(context: TestContext): Row[] {
  return readRecordedLines(context, 'graders/math_response.jsonl').map((line) => {
    const { id, args, result } = recordedSchema.parse(line);
    return { id, response: args.solution_str, label: args.ground_truth, recorded: result };
  });
}

/** The answers of Geometry3K, or skips the test. */
export function readGeometryAnswers(context: TestContext): string[] {
  return ['geo3k/train.jsonl', 'geo3k/test.jsonl']
    .flatMap((path) => readRecordedLines(context, path))
    .map((line) => geometrySchema.parse(line).answer);
}
