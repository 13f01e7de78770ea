import type { ParsedCall } from '../../src/index.ts';
import type { CallsInText, ParsedResponse } from '../../src/parsers/index.ts';

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
  {
    name: 'call at the start of a turn',
    reason: 'SGLang looks for the opening, which is the end of the prompt, and sees no call',
    applies: (it) =>
      it.parser === 'gpt-oss' &&
      it.input.startsWith('<|channel|>') &&
      it.theirs?.length === 0 &&
      it.ours.every((call) => call.arguments !== undefined),
  },
  {
    name: 'malformed JSON of a marked call',
    reason:
      'SGLang drops it (gpt-oss) or hands its text on (kimi_k2); the policy must hear that its ' +
      'call did not run',
    applies: (it) =>
      /^(?:gpt-oss|kimi_k2)$/.test(it.parser) &&
      it.ours.filter((call) => call.arguments === undefined).length === 1 &&
      isRefused(it, /^not valid JSON/),
  },
  {
    name: 'call without its end',
    reason: 'SGLang drops it; the policy must hear that its call did not run',
    applies: (it) => it.parser === 'kimi_k2' && isRefused(it, /has no <\|tool_call_end\|>/),
  },
];

/** A recorded text outside of the calls, and what is read here. */
export interface TextDisagreement {
  input: string;
  /** Undefined where SGLang raised. */
  theirs: string | undefined;
  ours: CallsInText;
}

/** A class of inputs whose text outside of the calls differs from SGLang's on purpose. */
export interface TextDeviation {
  name: string;
  reason: string;
  applies(disagreement: TextDisagreement): boolean;
}

export const textDeviations: readonly TextDeviation[] = [
  {
    name: 'text behind a call',
    reason: 'SGLang drops it; an environment must see all that the policy said',
    applies: ({ theirs, ours }) =>
      theirs !== undefined && ours.calls.length > 0 && ours.content.startsWith(theirs),
  },
  {
    name: 'turn without a call that SGLang could read',
    reason: 'SGLang hands its calls on as text; here they are calls, with the fault of each',
    applies: ({ input, theirs, ours }) =>
      (theirs === undefined || theirs === input) && ours.calls.length > 0 && ours.content === '',
  },
];

/** A recorded text whose reasoning is split otherwise than by SGLang, on purpose. */
export interface ReasoningDeviation {
  parser: string;
  input: string;
  ours: { reasoning: string; content: string };
  reason: string;
}

export const reasoningDeviations: readonly ReasoningDeviation[] = [
  {
    parser: 'kimi_k2',
    input: 'why</think>ans',
    ours: { reasoning: 'why', content: 'ans' },
    reason:
      'the opening tag may stand in the prompt, where slime (slime/agent/parsing.py) splits too: ' +
      'a call that is drafted before </think> must not run',
  },
];

/** A recorded turn in which slime sees no call, on purpose read otherwise. */
export interface ResponseDeviation {
  raw: string;
  ours: ParsedResponse;
  reason: string;
}

export const responseDeviations: readonly ResponseDeviation[] = [
  {
    raw: '<|channel|>commentary to=functions.peek <|constrain|>json<|message|>{"path":"a"}<|call|>',
    ours: {
      reasoning: '',
      content: '',
      calls: [{ name: 'peek', arguments: { path: 'a' }, raw: '{"path":"a"}' }],
    },
    reason: 'its opening is the end of the prompt: every turn of gpt-oss that does not think first',
  },
];
