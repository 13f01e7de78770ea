import { ConfigError } from 'slime-sdk';
import { z } from 'zod';

/**
 * What the embedded engine can do wrong.
 *
 * Before anything is sampled, so that a retry gets the sample: `status_400` (final: only when
 * asked for), `status_408`, `status_429`, `status_500`, `status_503`, and `stall`, no byte for
 * `stallMs` (0: until the client gives up; otherwise the reply follows).
 *
 * After sampling, the sample is lost and a retry gives it again: `status_502`, `status_504` (as a
 * router that lost its worker or its patience), `duplicate_rid` (400, as a router's retry under the
 * same rid meets it), `reset` (connection closed before the first byte), `reset_mid` (half of the
 * body, then closed), `truncated_body` (a whole HTTP reply whose JSON stops half way), `bad_json`.
 *
 * A reply whose protocol is broken, sample and ids as without the fault: `null_logprob` (one of
 * them), `missing_logprobs`, `null_finish`, `unknown_finish`, `limit_stop` (a stop id that is the
 * last allowed token, so that length is reported), `weight_version_change` (this reply names
 * another version).
 *
 * A reply with other content: `abort` (first part, finish abort), `length` (first part, finish
 * length, as with a full cache), `empty_output` (finish stop without any id).
 */
export const FAULT_KINDS = [
  'status_400',
  'status_408',
  'status_429',
  'status_500',
  'status_502',
  'status_503',
  'status_504',
  'duplicate_rid',
  'stall',
  'reset',
  'reset_mid',
  'truncated_body',
  'bad_json',
  'null_logprob',
  'missing_logprobs',
  'null_finish',
  'unknown_finish',
  'limit_stop',
  'weight_version_change',
  'abort',
  'length',
  'empty_output',
] as const;

/** One of {@link FAULT_KINDS}. */
export type FaultKind = (typeof FAULT_KINDS)[number];

const faultAt = z
  .strictObject({
    kind: z.enum(FAULT_KINDS),
    /** Count of `/generate` requests before it, as they arrive. */
    request: z.int().nonnegative().optional(),
    /** `Sample.index`: the number that ends the routing key. */
    index: z.int().nonnegative().optional(),
    /** Count of other prompts under its routing key before it. */
    turn: z.int().nonnegative().optional(),
    /** Faults that this request met before it; `every` for each try. Default 0. */
    attempt: z.union([z.int().nonnegative(), z.literal('every')]).default(0),
  })
  .refine(
    (at) => at.request !== undefined || at.index !== undefined || at.turn !== undefined,
    'needs request, index or turn',
  );

const faultPlan = z
  .strictObject({
    seed: z.int().default(0),
    /** Share of tries that meet a fault of `kinds`. */
    rate: z.number().min(0).max(1).default(0),
    kinds: z.array(z.enum(FAULT_KINDS)).default([]),
    /** Faults by `rate` that one request can meet, so that its retries end. */
    maxPerPrompt: z.int().positive().default(2),
    /** Faults at named places. */
    at: z.array(faultAt).default([]),
    /** Milliseconds of a `stall`; 0 for ever. */
    stallMs: z.number().nonnegative().default(0),
  })
  .refine((plan) => plan.rate === 0 || plan.kinds.length > 0, 'rate needs kinds');

/** A fault plan as it is written: JSON, every key optional. */
export type FaultPlan = z.input<typeof faultPlan>;

/** A fault plan, defaults filled in. */
export type CheckedFaultPlan = z.output<typeof faultPlan>;

/** Reads a fault plan. @throws ConfigError that names each wrong key. */
export function parseFaultPlan(value: unknown): CheckedFaultPlan {
  const parsed = faultPlan.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`fault plan: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`);
}
