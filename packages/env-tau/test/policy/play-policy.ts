import {
  createRolloutArgs,
  createSample,
  type JsonObject,
  type Policy,
  type PolicyDefinition,
  type RolloutArgs,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import type { Domain } from '../../src/index.ts';
import { openEnv } from '../episode/open-env.ts';

/** A seeded stream of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** A policy for runs with these keys. */
export async function buildPolicy(
  definition: PolicyDefinition,
  config: JsonObject = {},
  args: Partial<RolloutArgs> = {},
): Promise<Policy> {
  return definition.build({
    args: { ...createRolloutArgs({ max_turns: 30, ...args }), ...config },
  });
}

/** An episode to play. */
export interface PlayOptions {
  readonly env: Domain;
  readonly task_split: string;
  readonly index: number;
  readonly seed?: number;
  readonly parser?: string;
  readonly config?: JsonObject;
}

/** How an episode went. */
export interface PolicyPlayed {
  readonly reward: number;
  readonly isDone: boolean;
  /** What the policy wrote. */
  readonly texts: readonly string[];
  readonly metrics: Readonly<Record<string, number>>;
}

/** Plays an episode with nothing but the SDK: the policy's text, the environment's answer. */
export async function playPolicy(policy: Policy, options: PlayOptions): Promise<PolicyPlayed> {
  const { env: domain, task_split: split, index, seed = 1, parser = 'qwen25', config } = options;
  const signal = AbortSignal.timeout(60_000);
  const metadata = { env: domain, task_split: split };
  const env = await openEnv({ index, metadata }, config);
  const { messages = [], tools = [] } = await env.reset({ seed, attempt: 0, signal });
  const random = createRandom(seed);
  const texts: string[] = [];
  let transcript = JSON.stringify(messages);
  let [reward, isDone] = [0, false];
  for (let turn = 0; turn < 30 && !isDone; turn += 1) {
    const text = await policy({
      input_ids: [],
      text: transcript,
      sampling_params: {},
      images: 0,
      sample: createSample({ prompt: index, metadata }),
      random,
    });
    if (typeof text !== 'string') throw new TypeError('these policies give text');
    texts.push(text);
    const read = parseResponse(text, { toolCallParser: parser, reasoningParser: 'qwen3', tools });
    const step = await env.step(text, { ...read, turn, truncated: false, seed, signal });
    reward = step.reward ?? Number.NaN;
    isDone = step.done;
    transcript += `${text}\n${JSON.stringify(env.formatObservation(step.observation))}\n`;
  }
  const metrics = env.metrics?.() ?? {};
  await env.close();
  return { reward, isDone, texts, metrics };
}
