import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('slime_driver.py', import.meta.url));

const numbers = z.record(z.string(), z.number());

const reportSchema = z.object({
  samples: z.int(),
  /** Lines that `Sample.from_dict` and `to_dict` do not give back. */
  round_trip: z.array(z.object({ line: z.int(), keys: z.array(z.string()) })),
  /** What slime trains on, lists of ids as their lengths. */
  train_data: z.record(z.string(), z.array(z.unknown())).nullable(),
  train_error: z.string().nullable(),
  metrics: numbers.nullable(),
  metrics_error: z.string().nullable(),
});

/** What slime made of a file of samples. */
export type SlimeReport = z.output<typeof reportSchema>;

/**
 * Why slime's own code cannot run here; null when it can. `SLIME_REPO` names a checkout of slime,
 * `SLIME_PYTHON` a Python with torch and numpy.
 */
export async function slimeMissing(): Promise<string | null> {
  if (process.env['SLIME_REPO'] === undefined) return 'SLIME_REPO names no checkout of slime';
  const { error, output } = await runPython(['-c', 'import torch, numpy']);
  return error === null
    ? null
    : `SLIME_PYTHON (default python3) has no torch or numpy: ${output.trim().split('\n').at(-1)}`;
}

/**
 * Gives a file of samples to slime: `Sample.from_dict`, its conversion to train data, its metrics.
 * `options` are slime's arguments, and `rollout_time` in seconds.
 */
export async function runSlime(
  samples: string,
  options: Record<string, unknown> = {},
): Promise<SlimeReport> {
  const repo = process.env['SLIME_REPO'] ?? '';
  const { error, output } = await runPython([SCRIPT, repo, samples, JSON.stringify(options)]);
  if (error !== null) throw new Error(`slime_driver.py: ${output}`, { cause: error });
  return reportSchema.parse(JSON.parse(output));
}

async function runPython(args: string[]): Promise<{ error: Error | null; output: string }> {
  const python = process.env['SLIME_PYTHON'] ?? 'python3';
  return await new Promise((resolve) => {
    execFile(python, args, { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      resolve({ error, output: error === null ? stdout : stderr || error.message });
    });
  });
}
