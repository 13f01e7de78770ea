import { effectiveResponseLength, type Sample } from 'slime-sdk';
import { hasRepetition } from './repetition.ts';
import { computeStatistics } from './statistics.ts';

/** The longest samples by one measure, and the time they spent outside generation. */
class Longest {
  length = 0;
  #seconds = 0;
  #count = 0;

  add(length: number, seconds: number): void {
    if (length > this.length) {
      this.length = length;
      this.#seconds = 0;
      this.#count = 0;
    }
    if (length < this.length) return;
    this.#seconds += seconds;
    this.#count += 1;
  }

  get nonGenerationTime(): number {
    return this.#seconds / this.#count;
  }
}

/**
 * slime's metrics of a list of samples, under slime's names (slime/observability/
 * rollout_metrics.py), but for those of rewards. Memory: two numbers a sample.
 */
export class SampleMetrics {
  readonly #lengths: number[] = [];
  readonly #nonGenerationTimes: number[] = [];
  readonly #longest = new Longest();
  readonly #longestEffective = new Longest();
  #tokens = 0;
  #truncated = 0;
  #repeated = 0;
  #cachedTokens = 0;
  #promptTokens = 0;
  #acceptRate = 0;
  #acceptLength = 0;
  #isSpeculative = false;
  #keptIds = 0;
  #keptTokens = 0;

  add(sample: Sample): void {
    const effective = effectiveResponseLength(sample);
    const seconds = sample.non_generation_time;
    this.#lengths.push(effective);
    this.#nonGenerationTimes.push(seconds);
    this.#longest.add(sample.response_length, seconds);
    this.#longestEffective.add(effective, seconds);
    this.#tokens += sample.response_length;
    this.#truncated += Number(sample.status === 'truncated');
    this.#repeated += Number(hasRepetition(sample.response));
    this.#cachedTokens += sample.prefix_cache_info.cached_tokens;
    this.#promptTokens += sample.prefix_cache_info.total_prompt_tokens;
    this.#addSpeculation(sample);
    this.#addTopP(sample);
  }

  /** `seconds` is the run's time so far. */
  values(seconds: number): Record<string, number> {
    const count = this.#lengths.length;
    if (count === 0) return { 'perf/rollout_time': seconds };
    return {
      ...named('rollout/response_len', this.#lengths),
      'rollout/truncated_ratio': this.#truncated / count,
      'rollout/repetition_frac': this.#repeated / count,
      'rollout/prefix_cache_hit_rate':
        this.#promptTokens === 0 ? 0 : this.#cachedTokens / this.#promptTokens,
      'rollout/avg_cached_tokens_per_sample': this.#cachedTokens / count,
      ...(this.#isSpeculative
        ? {
            'rollout/spec_accept_rate': this.#acceptRate / count,
            'rollout/spec_accept_length': this.#acceptLength / count,
          }
        : {}),
      ...(this.#keptTokens === 0
        ? {}
        : { 'rollout/top_p_kept_vocab_per_token': this.#keptIds / this.#keptTokens }),
      ...this.#perf(seconds),
    };
  }

  #perf(seconds: number): Record<string, number> {
    const waited = this.#nonGenerationTimes.some((time) => time > 0);
    return {
      'perf/rollout_time': seconds,
      ...(waited ? named('perf/non_generation_time', this.#nonGenerationTimes) : {}),
      ...(seconds > 0
        ? {
            'perf/tokens_per_sec': this.#tokens / seconds,
            ...longestValues('', this.#longest, seconds, waited),
            ...longestValues('effective_', this.#longestEffective, seconds, waited),
          }
        : {}),
    };
  }

  #addSpeculation({ spec_info: spec }: Sample): void {
    if (spec.spec_verify_ct > 0) this.#isSpeculative = true;
    if (spec.spec_draft_token_num > 0) {
      this.#acceptRate += spec.spec_accept_token_num / spec.spec_draft_token_num;
    }
    if (spec.spec_verify_ct > 0) {
      this.#acceptLength += spec.completion_token_num / spec.spec_verify_ct;
    }
  }

  /** Kept ids of trained tokens; removed samples do not count. */
  #addTopP(sample: Sample): void {
    const offsets = sample.rollout_top_p_token_offsets;
    if (offsets === null || sample.remove_sample) return;
    for (let at = 0; at < sample.response_length; at += 1) {
      if (sample.loss_mask !== null && sample.loss_mask[at] !== 1) continue;
      this.#keptIds += (offsets[at + 1] ?? 0) - (offsets[at] ?? 0);
      this.#keptTokens += 1;
    }
  }
}

function named(name: string, values: readonly number[]): Record<string, number> {
  const statistics = computeStatistics(values);
  if (statistics === null) return {};
  return Object.fromEntries(
    Object.entries(statistics).map(([key, value]) => [`${name}/${key}`, value]),
  );
}

function longestValues(
  kind: '' | 'effective_',
  longest: Longest,
  seconds: number,
  waited: boolean,
): Record<string, number> {
  const generating = seconds - longest.nonGenerationTime;
  return {
    [`perf/longest_${kind}sample_tokens_per_sec`]: longest.length / seconds,
    ...(waited
      ? { [`perf/longest_${kind}sample_non_generation_time`]: longest.nonGenerationTime }
      : {}),
    ...(waited && generating > 0
      ? {
          [`perf/longest_${kind}sample_tokens_per_sec_without_non_generation`]:
            longest.length / generating,
        }
      : {}),
  };
}
