import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('sglang_validation.py', import.meta.url));
const NEEDS_MORE = 3;

const fieldsSchema = z.object({ fields: z.array(z.string()), params: z.array(z.string()) });
const verdictSchema = z.object({ status: z.int(), why: z.string() });

/** Names of the fields of `GenerateReqInput` and of `SamplingParams`. */
export type SglangFields = z.output<typeof fieldsSchema>;

/** What SGLang would answer, and why. */
export type SglangVerdict = z.output<typeof verdictSchema>;

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function runDriver(
  bodies: readonly string[],
  limits: { vocabSize: number; contextLength: number },
): Promise<Ended> {
  const python = process.env['SGLANG_PYTHON'] ?? 'python3';
  const repo = process.env['SGLANG_REPO'] ?? '';
  const { vocabSize, contextLength } = limits;
  const child = spawn(python, [SCRIPT, repo, String(vocabSize), String(contextLength)]);
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  // A driver that stops before it has read all is judged by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(bodies.map((body) => `${body}\n`).join(''));
  await new Promise<void>((resolve) => {
    child.on('error', (error) => {
      ended.stderr += error.message;
      resolve();
    });
    child.on('close', (code) => {
      ended.code = code;
      resolve();
    });
  });
  return ended;
}

const limits = { vocabSize: 266, contextLength: 100_000 };

/**
 * Asks SGLang for its fields, or says why it cannot be asked: `SGLANG_REPO` names a checkout (or an
 * unpacked wheel), `SGLANG_PYTHON` a Python with pydantic and msgspec.
 */
export async function askFields(): Promise<SglangFields | string> {
  if (process.env['SGLANG_REPO'] === undefined) return 'SGLANG_REPO names no checkout of SGLang';
  const { code, stdout, stderr } = await runDriver([], limits);
  if (code === null || code === NEEDS_MORE) {
    return `SGLANG_PYTHON (default python3) cannot load SGLang's classes: ${stderr.trim()}`;
  }
  if (code !== 0) throw new Error(`sglang_validation.py: ${stderr}`);
  return fieldsSchema.parse(JSON.parse(stdout));
}

/** Gives bodies of `/generate` to SGLang's own classes. */
export async function judgeBodies(bodies: readonly string[]): Promise<SglangVerdict[]> {
  const { code, stdout, stderr } = await runDriver(bodies, limits);
  if (code !== 0) throw new Error(`sglang_validation.py: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => verdictSchema.parse(JSON.parse(line)));
}
