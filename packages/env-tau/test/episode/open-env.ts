import {
  createRolloutArgs,
  createSample,
  type InteractionEnv,
  type JsonObject,
  type Message,
  type StepResult,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { type Task, tauConfigSchema, tauEnv } from '../../src/index.ts';
import { dumpJson } from '../../src/python/dump-json.ts';
import type { PyValue } from '../../src/python/value.ts';

const signal = AbortSignal.timeout(600_000);

/** An environment of a row, as the loop builds it. */
export function openEnv(
  row: { index: number | string; metadata?: JsonObject },
  config: JsonObject = {},
): Promise<InteractionEnv<Message[]>> {
  return Promise.resolve(
    tauEnv.build({
      sample: createSample({ prompt: row.index, metadata: row.metadata ?? {} }),
      args: createRolloutArgs(),
      config: tauConfigSchema.parse(config),
      signal,
    }),
  );
}

/** The text of a call, as a model writes it. */
export function callText(name: string, kwargs: PyValue): string {
  const body = `{"name": ${JSON.stringify(name)}, "arguments": ${dumpJson(kwargs)}}`;
  return `<tool_call>\n${body}\n</tool_call>`;
}

/** Steps an environment with a text, read as the loop reads it. */
export async function stepWith(
  env: InteractionEnv<Message[]>,
  text: string,
  turn = 0,
  truncated = false,
): Promise<StepResult<Message[]>> {
  const read = parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: 'qwen3' });
  const calls = truncated ? [] : read.calls;
  return env.step(text, { ...read, calls, turn, truncated, seed: 1, signal });
}

/** The texts of what a step showed. */
export function textsOf({ observation }: StepResult<Message[]>): string[] {
  return observation.map(({ content }) => {
    if (typeof content !== 'string') throw new TypeError('observations here are text');
    return content;
  });
}

/** Starts an episode. */
export async function startEnv(env: InteractionEnv<Message[]>): Promise<Message[]> {
  const { messages = [] } = await env.reset({ seed: 1, attempt: 0, signal });
  return messages;
}

/** How an episode went. */
export interface Played {
  /** Of its last turn. */
  reward: number;
  isDone: boolean;
  turns: number;
}

/** Plays turns until the episode ends, at most 30; the last text is said again and again. */
export async function playTexts(
  env: InteractionEnv<Message[]>,
  texts: readonly string[],
): Promise<Played> {
  await startEnv(env);
  let played: Played = { reward: 0, isDone: false, turns: 0 };
  for (let turn = 0; turn < 30 && !played.isDone; turn += 1) {
    const step = await stepWith(env, texts[turn] ?? texts.at(-1) ?? '', turn);
    played = { reward: step.reward ?? Number.NaN, isDone: step.done, turns: turn + 1 };
  }
  await env.close();
  return played;
}

/** The turns of an agent that carries a task's own actions out and tells its outputs. */
export function oracleTexts({ actions, outputs }: Task): string[] {
  const acts = actions.map(({ name, kwargs }) => callText(name, kwargs));
  return [...acts, `All of it is done. ${outputs.join('; ')}`];
}
