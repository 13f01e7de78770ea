import { createHash } from 'node:crypto';
import type { RolloutArgs } from '../../../args.ts';
import { LlmClient } from '../../../llm/llm-client.ts';
import {
  defineReward,
  type RewardDefinition,
  type RewardValue,
  type RewardView,
} from '../../../reward.ts';
import type { Sample } from '../../../sample.ts';
import { runTogether } from '../run-together.ts';
import { askVerdict, type JudgeEndpoint } from './ask-verdict.ts';
import { checkJudgeOptions, type JudgeSettings, type LlmJudgeOptions } from './judge-options.ts';
import { promptText, referenceText, type JudgedTexts, writeJudgeMessages } from './judge-prompt.ts';
import { VerdictCache } from './verdict-cache.ts';

/** What a judge found, on a scale from 0 to 1. */
interface Judged {
  mean: number;
  variance: number;
  judgements: number;
}

/** An answer without words is worth nothing, and nobody is asked. */
const NOTHING: Judged = { mean: 0, variance: 0, judgements: 0 };

/**
 * A reward by a language model that judges the answer by a rubric, from 0 to 1, behind any
 * OpenAI-compatible endpoint.
 *
 * The verdict is JSON by a schema, checked; where a server or a model keeps to no schema, the last
 * line of the reply may say it (`Score: N`). It is read from the judge's reply alone; the policy's
 * words stand between marks that they cannot contain. A reply that is no verdict is asked for again.
 * What is not judged, because the endpoint fails, no reply is a verdict or the cost limit is
 * reached, is a GraderError and never a score. Verdicts are kept by the content that was judged.
 *
 * @throws TypeError for options that cannot be, by their names; ConfigError for the endpoint's.
 */
export function llmJudge(options: LlmJudgeOptions): RewardDefinition<unknown> {
  const settings = checkJudgeOptions(options);
  const { key, config, deterministic = false, examples, laws } = options;
  const endpointOf = openEndpoints(options.llm);
  const cache = new VerdictCache<Judged>(settings.cacheSize);
  const judge = async (args: RolloutArgs, sample: Sample, view: RewardView): Promise<Judged> => {
    const texts = textsOf(settings, sample, view);
    if (texts.answer.trim() === '') return NOTHING;
    const endpoint = endpointOf(args);
    const id = createHash('sha256')
      .update(JSON.stringify([endpoint.id, texts]))
      .digest('base64');
    const known = cache.get(id);
    if (known !== undefined) return known;
    const judged = await judgeTexts(endpoint, settings, texts, view);
    cache.set(id, judged);
    return judged;
  };
  return defineReward<unknown>({
    mode: 'single',
    range: [0, 1],
    deterministic,
    reads: ['policy', ...settings.shows],
    paysWithoutLabel: !settings.shows.includes('label'),
    ...(config === undefined ? {} : { config }),
    ...(examples === undefined ? {} : { examples }),
    ...(laws === undefined ? {} : { laws }),
    async reward(args, sample, view): Promise<RewardValue> {
      const { mean, variance, judgements } = await judge(args, sample, view);
      return key === undefined ? mean : { [key]: mean, variance, judgements };
    },
  });
}

/** A client for each endpoint that the arguments name, made when it is first asked. */
function openEndpoints(llm: LlmJudgeOptions['llm']): (args: RolloutArgs) => JudgeEndpoint {
  if (typeof llm === 'object') {
    const client = 'chat' in llm ? llm : new LlmClient(llm);
    const only = { client, id: '', withoutSchema: false };
    return () => only;
  }
  const open = new Map<string, JudgeEndpoint>();
  return (args) => {
    const options = llm(args);
    const id = JSON.stringify(options);
    const known = open.get(id);
    if (known !== undefined) return known;
    const endpoint = { client: new LlmClient(options), id, withoutSchema: false };
    open.set(id, endpoint);
    return endpoint;
  };
}

function textsOf(
  { shows, words, maxCharacters }: JudgeSettings,
  { prompt, label }: Sample,
  view: RewardView,
): JudgedTexts {
  return {
    answer: shorten(words === 'final' ? view.finalText : view.policyText, maxCharacters),
    question: shows.includes('prompt') ? promptText(prompt) : null,
    reference: shows.includes('label') ? referenceText(label) : null,
  };
}

/** Both ends of a text that is too long. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.ceil(most / 2);
  const out = text.length - 2 * half;
  return `${text.slice(0, half)}\n[${out} characters left out]\n${text.slice(-half)}`;
}

async function judgeTexts(
  endpoint: JudgeEndpoint,
  settings: JudgeSettings,
  texts: JudgedTexts,
  view: RewardView,
): Promise<Judged> {
  const { rubric, scale, judgements, verdictRetries } = settings;
  const messages = writeJudgeMessages(rubric, scale, texts);
  const [worst, best] = scale;
  const seeds = Array.from(
    { length: judgements },
    (_, at) => view.seed + at * (verdictRetries + 1),
  );
  const scores = await runTogether(seeds, view.signal, (seed, signal) =>
    askVerdict(endpoint, settings, { messages, seed, signal }),
  );
  const rewards = scores.map((score) => (score - worst) / (best - worst));
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  const squares = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0);
  return { mean, variance: squares / Math.max(1, rewards.length - 1), judgements };
}
