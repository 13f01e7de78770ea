import { EngineError, type SamplingParams } from 'slime-sdk';

interface Bound {
  holds: (value: number) => boolean;
  what: string;
}

const count: Bound = {
  holds: (value) => Number.isSafeInteger(value) && value >= 0,
  what: 'a whole number of tokens, 0 or more',
};
const penalty: Bound = {
  holds: (value) => value >= -2 && value <= 2,
  what: 'a number from -2 to 2',
};

/** What SGLang takes (sglang-wire §2). */
const BOUNDS: { readonly [Key in keyof SamplingParams]?: Bound } = {
  temperature: {
    holds: (value) => value >= 0 && value < Infinity,
    what: 'a finite number, 0 or more',
  },
  top_p: { holds: (value) => value > 0 && value <= 1, what: 'a number above 0, at most 1' },
  top_k: {
    holds: (value) => Number.isSafeInteger(value) && (value === -1 || value >= 1),
    what: '-1 for the whole vocabulary, or a whole number of 1 or more',
  },
  min_p: { holds: (value) => value >= 0 && value <= 1, what: 'a number from 0 to 1' },
  frequency_penalty: penalty,
  presence_penalty: penalty,
  repetition_penalty: {
    holds: (value) => value > 0 && value <= 2,
    what: 'a number above 0, at most 2',
  },
  min_new_tokens: count,
  max_new_tokens: count,
  sampling_seed: { holds: (value) => Number.isSafeInteger(value), what: 'a whole number' },
};

/**
 * Refuses numbers that an engine would answer with 400, or never see: NaN and infinity are null in
 * JSON, and the engine would sample with its own default.
 *
 * @throws EngineError that names each.
 */
export function assertSamplingValues(params: SamplingParams): void {
  const faults = Object.entries(BOUNDS).flatMap(([key, { holds, what }]) => {
    const value: unknown = Reflect.get(params, key);
    if (value === undefined || value === null) return [];
    return typeof value === 'number' && holds(value)
      ? []
      : [`${key} ${typeof value === 'number' ? value : JSON.stringify(value)}: must be ${what}`];
  });
  if (faults.length === 0) return;
  throw new EngineError(`sampling parameters: ${faults.join('; ')}`, {
    data: { cause: 'bad_request', retryable: false, discarded: [] },
  });
}
