import type { z } from 'zod';
import type { RolloutArgs } from '../../../args.ts';
import type { LlmClient } from '../../../llm/llm-client.ts';
import type { LlmOptions } from '../../../llm/llm-options.ts';
import type { RewardClaims } from '../grader-reward.ts';
import type { Scale } from './judge-prompt.ts';

/** What a judge may be shown beside the answer. */
export type JudgeInput = 'prompt' | 'label';

/** The argument of `llmJudge`. */
export interface LlmJudgeOptions extends RewardClaims {
  /**
   * The endpoint, a client that is shared, or a function that reads the endpoint from the run's
   * arguments. Its `costLimit` bounds what the judge may cost.
   */
  llm: LlmOptions | Pick<LlmClient, 'chat'> | ((args: RolloutArgs) => LlmOptions);
  /** Schema of the configuration keys that the function `llm` reads. */
  config?: z.ZodType;
  /** What is good and what is bad, in words for a model. */
  rubric: string;
  /** Marks that the judge gives, worst and best; they become 0 and 1. Default 0 and 10. */
  scale?: Scale;
  /** What the judge sees beside the answer. Default the prompt. */
  shows?: readonly JudgeInput[];
  /** `final`: the last turn without reasoning; `all`: all that the policy wrote. Default `final`. */
  words?: 'final' | 'all';
  /** The longest answer that is shown whole, in characters; of a longer one both ends. Default 32,000. */
  maxCharacters?: number;
  /** Independent judgements, of which the mean is paid. Default 1. */
  judgements?: number;
  /** Default 0 for one judgement, 0.7 for several. */
  temperature?: number;
  /** Most tokens of a verdict. Default 1024. */
  maxTokens?: number;
  /** How often more a judge is asked whose reply is no verdict. Default 2. */
  verdictRetries?: number;
  /** Answers whose verdict is kept, in memory; 0 keeps none. Default 10,000. */
  cacheSize?: number;
  /** The same answer gets the same verdict, in another process too. Default false. */
  deterministic?: boolean;
  /**
   * Name of the mean in an object `{ [key], variance, judgements }`, for `--reward-key`. Default: the
   * result is the mean alone.
   */
  key?: string;
}

/** {@link LlmJudgeOptions} with their defaults. */
export type JudgeSettings = Required<
  Pick<
    LlmJudgeOptions,
    | 'rubric'
    | 'scale'
    | 'shows'
    | 'words'
    | 'maxCharacters'
    | 'judgements'
    | 'temperature'
    | 'maxTokens'
    | 'verdictRetries'
    | 'cacheSize'
  >
>;

/** @throws TypeError that names the option. */
export function checkJudgeOptions(options: LlmJudgeOptions): JudgeSettings {
  const { judgements = 1, key } = options;
  const settings = {
    rubric: options.rubric,
    scale: options.scale ?? ([0, 10] as const),
    shows: options.shows ?? (['prompt'] as const),
    words: options.words ?? 'final',
    maxCharacters: options.maxCharacters ?? 32_000,
    judgements,
    temperature: options.temperature ?? (judgements > 1 ? 0.7 : 0),
    maxTokens: options.maxTokens ?? 1024,
    verdictRetries: options.verdictRetries ?? 2,
    cacheSize: options.cacheSize ?? 10_000,
  };
  if (typeof settings.rubric !== 'string' || settings.rubric.trim() === '') {
    throw new TypeError('llmJudge: the rubric is empty');
  }
  const [worst, best] = settings.scale;
  if (!(Number.isFinite(worst) && Number.isFinite(best) && worst < best)) {
    throw new TypeError(`llmJudge: scale [${worst}, ${best}]; give the worst mark, then the best`);
  }
  if (!Number.isFinite(settings.temperature) || settings.temperature < 0) {
    throw new TypeError(`llmJudge: temperature is ${settings.temperature}`);
  }
  assertCount('judgements', judgements, 1);
  assertCount('maxCharacters', settings.maxCharacters, 1);
  assertCount('maxTokens', settings.maxTokens, 1);
  assertCount('verdictRetries', settings.verdictRetries, 0);
  assertCount('cacheSize', settings.cacheSize, 0);
  if (key === '' || key === 'variance' || key === 'judgements') {
    throw new TypeError(`llmJudge: key "${key}"; give another name than variance and judgements`);
  }
  return settings;
}

function assertCount(name: string, count: number, least: number): void {
  if (!Number.isSafeInteger(count) || count < least) {
    throw new TypeError(`llmJudge: ${name} is ${count}; give a whole number from ${least} on`);
  }
}
