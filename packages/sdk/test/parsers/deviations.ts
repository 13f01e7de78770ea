import type { ParsedCall } from '../../src/index.ts';

/** A recorded case and what was read here. */
export interface Disagreement {
  parser: string;
  input: string;
  /** Undefined where SGLang raised. */
  theirs: { name: string; arguments: unknown }[] | undefined;
  ours: ParsedCall[];
}

/** A class of inputs on which reading differs from SGLang on purpose. */
export interface Deviation {
  name: string;
  reason: string;
  applies(disagreement: Disagreement): boolean;
}

function isRefused({ ours }: Disagreement, error: RegExp): boolean {
  return ours.some((call) => call.arguments === undefined && error.test(call.error ?? ''));
}

export const deviations: readonly Deviation[] = [
  {
    name: 'malformed JSON call',
    reason: 'SGLang drops it; the policy must hear that its call did not run',
    applies: (it) => /^(?:qwen25|hermes)$/.test(it.parser) && isRefused(it, /^not valid JSON/),
  },
  {
    name: 'call that is no object',
    reason: 'SGLang raises and all calls of the turn are lost',
    applies: (it) =>
      isRefused(it, /must be a JSON object, not a number$/) && it.theirs === undefined,
  },
  {
    name: 'arguments that are no object',
    reason: 'SGLang hands on a string, a list or null as arguments',
    applies: (it) => isRefused(it, /^"arguments" must be a JSON object/),
  },
  {
    name: 'block without a function',
    reason: 'SGLang drops it; the policy must hear that its call did not run',
    applies: (it) => it.parser === 'qwen3_coder' && isRefused(it, /no <function=NAME>/),
  },
  {
    name: 'call cut inside a parameter',
    reason: 'SGLang runs it with half a value',
    applies: (it) => it.parser === 'qwen3_coder' && isRefused(it, /where a parameter ends/),
  },
  {
    name: 'closing tag inside a value',
    reason: 'SGLang cuts the value there and runs the call',
    applies: (it) =>
      it.parser === 'qwen3_coder' &&
      it.ours.some((call) =>
        Object.values(call.arguments ?? {}).some(
          (value) => typeof value === 'string' && value.includes('</'),
        ),
      ),
  },
];
