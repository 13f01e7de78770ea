/** Log-prob triples, apart. */
export class Triples {
  readonly ids: Int32Array;
  /** NaN where the engine gave null. */
  readonly logprobs: Float64Array;
  /** How many log-probs were null. */
  readonly nulls: number;

  constructor(ids: Int32Array, logprobs: Float64Array, nulls: number) {
    this.ids = ids;
    this.logprobs = logprobs;
    this.nulls = nulls;
  }
}
