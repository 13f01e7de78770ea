import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { runCli } from '../e2e/run-cli.ts';
import { disagrees, explains, type Judged, type Outcome } from './deviation.ts';
import { deviations } from './deviations.ts';
import {
  type Recorded,
  type RecordedGrader,
  recordedGraders,
  readRecorded,
} from './recorded-rows.ts';

const verdictSchema = z.object({
  reward: z.number().nullable(),
  reason: z.string().nullable(),
  error: z.string().nullable(),
});

/** How many rows agree, of all rows. */
const agreeing: Record<RecordedGrader, string> = {
  math: '332 of the 494 rows',
  deepscaler: '332 of the 514 rows',
  dapo: '288 of the 365 rows',
  f1: '129 of the 136 rows',
  gpqa: '173 of the 282 rows',
  ifbench: '574 of the 607 rows',
};

/** The recorded rows of a grader as `slime-runtime grade` reads them. */
async function writeRows(grader: RecordedGrader, rows: readonly Recorded[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-grade-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'rows.jsonl');
  const lines = rows.map(({ response, label, metadata, strict, recorded }) =>
    JSON.stringify({
      response,
      label,
      metadata: { ...metadata, rm_type: strict ? `boxed_${grader}` : grader },
      expected: recorded === 'error' ? null : recorded,
    }),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

it.for(recordedGraders)(
  '`slime-runtime grade` agrees with every record of %s outside the table of deviations',
  async (grader, context) => {
    const rows = readRecorded(context, grader);
    const file = await writeRows(grader, rows);
    const { code, stdout, stderr } = await runCli(['grade', '--rm-type', grader, '--input', file]);
    const outcomes = stdout
      .trimEnd()
      .split('\n')
      .map((line): Outcome => verdictSchema.parse(JSON.parse(line)).reward ?? 'data_error');
    const unexplained = rows
      .map((row, at): Judged => ({ row, outcome: outcomes[at] ?? 'data_error' }))
      .filter(disagrees)
      .filter((judged) => !deviations[grader].some((deviation) => explains(deviation, judged)));

    expect(code).toBe(0);
    expect(outcomes).toHaveLength(rows.length);
    expect(unexplained).toEqual([]);
    expect(stderr).toContain(`: ${agreeing[grader]} with \`expected\`\n`);
  },
);
