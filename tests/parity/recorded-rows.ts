import type { JsonValue } from 'slime-sdk';
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { readRecordedLines } from './recorded-lines.ts';

/** What one grader is asked, and what slime's function said. */
export interface Recorded {
  readonly response: string;
  readonly label: JsonValue;
  readonly metadata: Record<string, JsonValue>;
  /** slime's `strict_box_verify`. */
  readonly strict: boolean;
  /** The reward; `error` where slime's function raised. */
  readonly recorded: number | 'error';
}

/** What a grader is asked, without what slime's function said. */
export type RecordedInput = Omit<Recorded, 'recorded'>;

/** A label as text. */
export const labelText = (label: JsonValue): string =>
  typeof label === 'string' ? label : JSON.stringify(label);

/** The recorded graders, by their names in `--rm-type`. */
export const recordedGraders = ['math', 'deepscaler', 'dapo', 'f1', 'gpqa', 'ifbench'] as const;

/** One of {@link recordedGraders}. */
export type RecordedGrader = (typeof recordedGraders)[number];

const label = z.json();
const text = z
  .string()
  .nullable()
  .transform((value) => value ?? '');
const solution = z.object({
  solution_str: text,
  ground_truth: label,
  strict_box_verify: z.boolean().default(false),
});
const answered = z.object({
  response: text,
  label,
  metadata: z.record(z.string(), z.json()).nullable().default(null),
});

type Arguments = Pick<Recorded, 'response' | 'label'> & Partial<Recorded>;

const sources: Record<
  RecordedGrader,
  { file: string; function: string; args: (value: unknown) => Arguments; result: z.ZodType<number> }
> = {
  math: {
    file: 'math_response',
    function: 'grade_answer_verl',
    args: fromSolution,
    result: z.boolean().transform(Number),
  },
  deepscaler: {
    file: 'deepscaler',
    function: 'get_deepscaler_rule_based_reward',
    args: fromAnswered,
    result: z.number(),
  },
  dapo: {
    file: 'dapo',
    function: 'compute_score',
    args: fromSolution,
    result: z.object({ score: z.number() }).transform(({ score }) => score),
  },
  f1: {
    file: 'f1',
    function: 'f1_score',
    args: (value) => {
      const { prediction, ground_truth } = z
        .object({ prediction: text, ground_truth: label })
        .parse(value);
      return { response: prediction, label: ground_truth };
    },
    result: z.tuple([z.number(), z.number(), z.number()]).transform(([f1]) => f1),
  },
  gpqa: {
    file: 'gpqa',
    function: 'compute_gpqa_reward',
    args: fromAnswered,
    result: z.number(),
  },
  ifbench: {
    file: 'ifbench',
    function: 'compute_ifbench_reward',
    args: fromAnswered,
    result: z.number(),
  },
};

function fromSolution(value: unknown): Arguments {
  const { solution_str, ground_truth, strict_box_verify } = solution.parse(value);
  return { response: solution_str, label: ground_truth, strict: strict_box_verify };
}

function fromAnswered(value: unknown): Arguments {
  const { response, label: right, metadata } = answered.parse(value);
  return { response, label: right, metadata: metadata ?? {} };
}

const lineSchema = z.object({
  function: z.string(),
  args: z.unknown(),
  result: z.unknown(),
  error: z.unknown(),
});

/** The recorded rows of a grader, or skips the test saying that there are none. */
export function readRecorded(context: TestContext, grader: RecordedGrader): Recorded[] {
  const source = sources[grader];
  return readRecordedLines(context, `graders/${source.file}.jsonl`)
    .map((line) => lineSchema.parse(line))
    .filter((row) => row.function === source.function)
    .map(({ args, result, error }) => ({
      metadata: {},
      strict: false,
      ...source.args(args),
      recorded: error === null ? source.result.parse(result) : 'error',
    }));
}
