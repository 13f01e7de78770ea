import {
  type Encoded,
  type EncodedImage,
  EngineError,
  type GenerateResult,
  type Sample,
} from 'slime-sdk';
import { assertPictures } from './assert-pictures.ts';
import { type ExpertShape, ExpertReplay } from './expert-replay.ts';
import { GrowableFloats, GrowableInts } from './growable.ts';
import { IdText } from './id-text.ts';
import { plainArray } from './plain-array.ts';
import { TopPReplay } from './top-p-replay.ts';

/** Why sampled ids are not trained. */
export type MaskReason = 'null_log_prob' | 'off_policy';

/** A stretch of the response region of one kind. */
interface Run {
  /** Position in the tape. */
  start: number;
  length: number;
  sampled: boolean;
  /** Set on sampled ids with mask 0. */
  reason?: MaskReason;
}

/** The fields of a sample that a tape decides. */
export type TapeFields = Pick<
  Sample,
  | 'tokens'
  | 'response_length'
  | 'loss_mask'
  | 'rollout_log_probs'
  | 'rollout_top_p_token_ids'
  | 'rollout_top_p_token_offsets'
  | 'rollout_routed_experts'
  | 'weight_versions'
  | 'spec_info'
  | 'prefix_cache_info'
>;

/**
 * Ids of one episode in typed arrays: the prompt, then sampled turns (mask 1) and observations
 * (mask 0). Ids go in as the engine or the encoder gave them and are never re-tokenised; mask and
 * log-probs are as long as the response, and every picture stands at as many placeholders as its
 * pixels make, after every append. O(1) amortised a token.
 */
export class TokenTape {
  readonly promptLength: number;
  readonly idText = new IdText();
  readonly #ids = new GrowableInts();
  readonly #logprobs = new GrowableFloats();
  readonly #runs: Run[] = [];
  readonly #images: EncodedImage[] = [];
  readonly #topP = new TopPReplay();
  readonly #experts: ExpertReplay | undefined;
  readonly #imagePadId: number | undefined;
  readonly #weightVersions: string[] = [];
  readonly #spec = {
    spec_accept_token_num: 0,
    spec_draft_token_num: 0,
    spec_verify_ct: 0,
    completion_token_num: 0,
  };
  #closed = false;
  readonly #cache = { cached_tokens: 0, total_prompt_tokens: 0 };

  /** @param options.imagePadId what pictures stand at; undefined where there can be none */
  constructor(
    prompt: Encoded,
    options: { experts: ExpertShape | null; imagePadId?: number | undefined },
  ) {
    this.#imagePadId = options.imagePadId;
    if (prompt.ids.length === 0) throw new EngineError('the prompt has no tokens');
    this.#experts = options.experts === null ? undefined : new ExpertReplay(options.experts);
    this.promptLength = prompt.ids.length;
    this.#append(prompt);
  }

  get tokens(): Int32Array {
    return this.#ids.view;
  }

  get length(): number {
    return this.#ids.length;
  }

  get responseLength(): number {
    return this.#ids.length - this.promptLength;
  }

  /** Pictures in the order of their placeholders, with positions in the tape. */
  get images(): readonly EncodedImage[] {
    return this.#images;
  }

  get endsWithObservation(): boolean {
    return this.#runs.at(-1)?.sampled === false;
  }

  /** Where the next request's routed experts should start; 0 when they are not recorded. */
  get expertRows(): number {
    return this.#experts?.rows ?? 0;
  }

  /** Appends what the engine sampled. Gives the position of the first id. */
  appendSampled(result: GenerateResult): number {
    this.#assertOpen();
    const { ids, logprobs } = result;
    if (ids.length !== logprobs.length) {
      throw new EngineError(`${logprobs.length} log-probs for ${ids.length} sampled ids`);
    }
    this.#assertNoPlaceholder(ids);
    const start = this.length;
    this.#topP.appendSampled(result.topP, ids.length, this.responseLength);
    this.#experts?.appendSampled(result.routedExperts, start + ids.length);
    this.#ids.append(ids);
    this.idText.append(ids);
    this.#logprobs.append(logprobs);
    this.#pushSampledRuns(start, logprobs);
    this.#weightVersions.push(result.weightVersion);
    this.#count(result);
    return start;
  }

  /** Appends an observation, or any ids that nobody sampled. */
  appendObserved(encoded: Encoded): void {
    if (encoded.ids.length === 0) return;
    this.#runs.push({ start: this.length, length: encoded.ids.length, sampled: false });
    this.#logprobs.appendZeros(encoded.ids.length);
    this.#topP.appendObserved(encoded.ids.length);
    this.#append(encoded);
  }

  /**
   * Closes the tape: observations at the end, which no turn follows, are removed. Gives the number
   * of ids removed; nothing can be appended afterwards.
   */
  close(): number {
    const before = this.length;
    this.#closed = true;
    while (this.endsWithObservation) {
      const run = this.#runs.pop();
      if (run === undefined) break;
      this.#ids.truncate(run.start);
    }
    const dropped = before - this.length;
    if (dropped > 0) {
      this.#logprobs.truncate(this.responseLength);
      this.#topP.truncate(this.responseLength);
      this.#experts?.truncate(this.length);
      while ((this.#images.at(-1)?.offset ?? -1) >= this.length) this.#images.pop();
    }
    return dropped;
  }

  /** Sampled ids with mask 0: `[start in the response, length, reason]`. */
  maskedSpans(): [number, number, MaskReason][] {
    return this.#runs.flatMap((run) =>
      run.reason === undefined
        ? []
        : [[run.start - this.promptLength, run.length, run.reason] as [number, number, MaskReason]],
    );
  }

  /** The sample's share of the tape, as plain arrays. */
  fields(): TapeFields {
    const topP = this.#topP.fields();
    const mask = new Uint8Array(this.responseLength);
    for (const run of this.#runs) {
      if (!run.sampled || run.reason !== undefined) continue;
      const start = run.start - this.promptLength;
      mask.fill(1, start, start + run.length);
    }
    return {
      tokens: plainArray(this.tokens),
      response_length: this.responseLength,
      loss_mask: plainArray(mask),
      rollout_log_probs: plainArray(this.#logprobs.view),
      rollout_top_p_token_ids: topP?.ids ?? null,
      rollout_top_p_token_offsets: topP?.offsets ?? null,
      rollout_routed_experts: this.#experts?.field() ?? null,
      weight_versions: [...this.#weightVersions],
      spec_info: { ...this.#spec },
      prefix_cache_info: { ...this.#cache },
    };
  }

  #append(encoded: Encoded): void {
    this.#assertOpen();
    assertPictures(encoded, this.#imagePadId);
    const base = this.length;
    for (const image of encoded.images) {
      this.#images.push({ ...image, offset: image.offset + base });
    }
    this.#ids.append(encoded.ids);
    this.idText.append(encoded.ids);
  }

  #assertOpen(): void {
    if (this.#closed) throw new TypeError('the tape is closed: finish() was called');
  }

  /** Between pictures a sampled placeholder would shift those behind it. */
  #assertNoPlaceholder(ids: Int32Array): void {
    const padId = this.#imagePadId;
    if (padId === undefined || this.#images.length === 0 || !ids.includes(padId)) return;
    throw new EngineError(
      `the policy sampled ${padId}, the placeholder of a picture, and none stands for it`,
    );
  }

  /** A null log-prob cannot be trained on: its id stands with mask 0 and the reason. */
  #pushSampledRuns(start: number, logprobs: Float64Array): void {
    let from = 0;
    while (from < logprobs.length) {
      const isNull = Number.isNaN(logprobs[from]);
      let to = from + 1;
      while (to < logprobs.length && Number.isNaN(logprobs[to]) === isNull) to += 1;
      this.#runs.push({
        start: start + from,
        length: to - from,
        sampled: true,
        ...(isNull ? { reason: 'null_log_prob' } : {}),
      });
      from = to;
    }
  }

  #count(result: GenerateResult): void {
    this.#cache.cached_tokens += result.cachedTokens;
    this.#cache.total_prompt_tokens += result.promptTokens;
    if (result.specInfo === undefined) return;
    this.#spec.spec_accept_token_num += result.specInfo.accept;
    this.#spec.spec_draft_token_num += result.specInfo.draft;
    this.#spec.spec_verify_ct += result.specInfo.verify;
    this.#spec.completion_token_num += result.ids.length;
  }
}
