/** One generation of a body: a batch has one for each prompt and sample. */
export interface SingleRequest {
  /** Null lets the engine invent one; a list beside one prompt fails where SGLang keeps it. */
  rid: string | readonly string[] | null;
  text: unknown;
  inputIds: unknown;
  images: unknown;
  samplingParams: unknown;
  returnLogprob: boolean;
  logprobStartLen: unknown;
  tokenIdsLogprob: unknown;
  topLogprobsNum: unknown;
  loraPath: unknown;
  customLogitProcessor: unknown;
  returnHiddenStates: unknown;
  hasVideoOrAudio: boolean;
  /** 0 but for the further samples of one prompt (`n` > 1). */
  ordinal: number;
}

/** Whether a key is there and not null. */
export function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}

/** Whether pictures, video or audio hold anything; SGLang's `has_valid_data`. */
export function hasData(value: unknown): boolean {
  if (!isGiven(value)) return false;
  return Array.isArray(value) ? value.some(hasData) : true;
}
