import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { ConfigError } from 'slime-sdk';
import { z } from 'zod';
import { CONTEXT_LENGTH, type FaultPlan, parseFaultPlan } from '../engine/embedded/index.ts';
import { addOwnOptions, readOwnOptions } from './own-options.ts';

const count = z.int().positive();

const optionsSchema = z.object({
  host: z
    .string()
    .default('127.0.0.1')
    .describe('Where it listens; others than this machine need --api-key'),
  port: z.int().min(0).max(65535).default(0).describe('0 takes a free one'),
  api_key: z.string().min(1).optional().describe('Bearer token that requests must carry'),
  policy: z
    .string()
    .default('random')
    .describe('What it samples from: a module, random or recorded:FILE'),
  ledger: z.string().optional().describe('File that every sampled reply is appended to'),
  fault_plan: z.string().optional().describe('What goes wrong: JSON, or a file of it'),
  latency_ms: z.number().nonnegative().optional().describe('Milliseconds that a reply takes'),
  latency_spread: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('Share by which they vary: 0.5 is half to one and a half times as long'),
  tokens_per_second: z.number().positive().optional().describe('Speed, instead of --latency-ms'),
  context_length: count.default(CONTEXT_LENGTH).describe('Tokens, prompt and response together'),
  seed: z.int().default(0).describe('Seed of everything random'),
  weight_version: z.string().default('default').describe('What replies name'),
  max_running_requests: count.default(4096).describe('Requests that run at a time, others wait'),
  retokenize_pictures: z
    .boolean()
    .default(false)
    .describe('Encode ids with pictures anew, as SGLang does for Qwen-VL'),
});

/** Options of `slime-runtime engine` that are not arguments of a rollout. */
export type EngineOptions = z.output<typeof optionsSchema>;

/** Adds the engine's own options to a command. */
export function addEngineOptions(command: Command): Command {
  return addOwnOptions(command, optionsSchema, 'The engine:');
}

/** Reads what {@link addEngineOptions} added. @throws ConfigError that names each wrong flag. */
export function readEngineOptions(command: Command): EngineOptions {
  const options = readOwnOptions(command, optionsSchema);
  const { latency_ms: latency, tokens_per_second: speed } = options;
  if (latency !== undefined && speed !== undefined) {
    throw new ConfigError(
      '--latency-ms and --tokens-per-second both say how long it takes: name one',
    );
  }
  return options;
}

/** Reads `--fault-plan`. @throws ConfigError for a file or JSON that cannot be read. */
export async function readFaultPlan(text: string): Promise<FaultPlan> {
  const isInline = text.trimStart().startsWith('{');
  try {
    const plan: unknown = JSON.parse(isInline ? text : await readFile(text, 'utf8'));
    return parseFaultPlan(plan);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const what = isInline ? 'JSON' : text;
    throw new ConfigError(`--fault-plan: ${what} cannot be read (${String(cause)})`, { cause });
  }
}
