import { z } from 'zod';

/** How a check came out. */
export const OUTCOMES = [
  'held',
  'fell_short',
  'not_exercised',
  'blocked',
  'not_applicable',
  'skipped',
  'crashed',
] as const;

const failureSchema = z
  .strictObject({
    input: z.string().nullable().describe('The shrunk input, as text; null where there is none'),
    expected: z.string(),
    got: z.string(),
    note: z.string().nullable(),
    shrinks: z.int().nonnegative().describe('Steps from the first failing input to this one'),
    replay: z
      .string()
      .nullable()
      .describe('SEED:PATH for --replay; null where the seed alone repeats it'),
    command: z.string().describe('Command that runs this check on this input again'),
  })
  .describe('Why a check fell short');

const checkSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(OUTCOMES),
  severity: z.enum(['error', 'warning']),
  cases: z.int().nonnegative(),
  met: z.int().nonnegative().describe('Cases that met the precondition'),
  seconds: z.number().nonnegative(),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it is blocked, not applicable, not exercised, skipped or crashed; of one that held, that it was stopped early',
    ),
  failure: failureSchema.nullable(),
  why: z.string(),
  fix: z.string(),
  source: z.string(),
});

const branchSchema = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  text: z.string().describe('The line, trimmed'),
});

const pluginSchema = z.strictObject({
  kind: z.string().describe('Kind of plugin, or samples or package'),
  spec: z.string().describe('As the flag names it'),
  file: z.string().nullable(),
  sha256: z.string().nullable().describe('Over the plugin’s own files'),
  error: z.string().nullable().describe('Why it could not be loaded'),
  checks: z.array(checkSchema),
  branches: z
    .strictObject({
      reached: z.int().nonnegative(),
      total: z.int().nonnegative(),
      files: z.int().nonnegative().describe('Scripts that the blocks were counted in'),
      missed: z.array(branchSchema),
    })
    .nullable()
    .describe('Blocks of the plugin’s own files that the checks reached; null where not counted'),
  output: z.array(z.string()).describe('Lines that the plugin wrote, at most 100'),
});

/** The JSON report of `slime-contracts`. */
export const reportSchema = z.strictObject({
  version: z.literal(1),
  laws: z.int().describe('Version of the set of laws'),
  seed: z.int(),
  runs: z.int().positive(),
  node: z.string(),
  seconds: z.number().nonnegative(),
  verdict: z.enum(['held', 'fell_short', 'crashed']),
  plugins: z.array(pluginSchema),
});

/** How a check came out. */
export type Outcome = (typeof OUTCOMES)[number];
/** Why a check fell short. */
export type Failure = z.output<typeof failureSchema>;
/** One check in a report. */
export type CheckReport = z.output<typeof checkSchema>;
/** One plugin in a report. */
export type PluginReport = z.output<typeof pluginSchema>;
/** What {@link runContracts} gives. */
export type Report = z.output<typeof reportSchema>;
