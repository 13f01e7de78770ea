import { GraderError, isSlimeError, type SlimeError } from '../../../errors.ts';
import type { ChatMessage } from '../../../llm/chat-message.ts';
import type { LlmClient, LlmReply } from '../../../llm/llm-client.ts';
import type { JudgeSettings } from './judge-options.ts';
import { verdictSchema } from './judge-prompt.ts';
import { readVerdict } from './read-verdict.ts';

/** Statuses of servers that cannot hold a model to a schema. */
const NO_SCHEMA: ReadonlySet<unknown> = new Set([400, 415, 422, 501]);
const SHOWN = 200;

/** A judge's endpoint. */
export interface JudgeEndpoint {
  client: Pick<LlmClient, 'chat'>;
  /** Names it among the endpoints of one judge. */
  id: string;
  /** It has refused a schema: the form is asked for in words alone. */
  withoutSchema: boolean;
}

/** One question to a judge. */
export interface JudgeQuestion {
  messages: readonly ChatMessage[];
  seed: number;
  signal: AbortSignal;
}

/**
 * Asks until a reply is a verdict, with another seed each time.
 *
 * @throws GraderError when none is, or the endpoint gives no reply.
 */
export async function askVerdict(
  endpoint: JudgeEndpoint,
  settings: JudgeSettings,
  { seed, ...question }: JudgeQuestion,
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const reply = await ask(endpoint, settings, { ...question, seed: (seed + tries) % 2 ** 31 });
    const verdict =
      reply.finish === 'length'
        ? `the reply was cut at ${settings.maxTokens} tokens (maxTokens)`
        : readVerdict(reply.text, settings.scale);
    if (typeof verdict === 'number') return verdict;
    if (tries >= settings.verdictRetries) {
      const shown = JSON.stringify(reply.text.slice(0, SHOWN));
      throw new GraderError(
        `llmJudge: no verdict in ${tries + 1} replies: ${verdict}; the last one: ${shown}`,
        { data: { cause: 'no_verdict', replies: tries + 1 } },
      );
    }
  }
}

async function ask(
  endpoint: JudgeEndpoint,
  settings: JudgeSettings,
  question: JudgeQuestion,
): Promise<LlmReply> {
  const { signal } = question;
  try {
    if (endpoint.withoutSchema) return await send(endpoint, settings, question, false);
    try {
      return await send(endpoint, settings, question, true);
    } catch (error) {
      if (!isLlmError(error) || !NO_SCHEMA.has(error.data['status'])) throw error;
      const reply = await send(endpoint, settings, question, false);
      endpoint.withoutSchema = true;
      return reply;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isLlmError(error)) throw error;
    throw new GraderError(`llmJudge: ${error.message}`, {
      cause: error,
      data: { ...error.data, cause: 'llm_failed' },
    });
  }
}

/** By its code: a client that is shared may be of another copy of this package. */
function isLlmError(error: unknown): error is SlimeError {
  return isSlimeError(error) && error.code === 'SLIME_LLM';
}

function send(
  { client }: JudgeEndpoint,
  { temperature, maxTokens, scale }: JudgeSettings,
  { messages, seed, signal }: JudgeQuestion,
  withSchema: boolean,
): Promise<LlmReply> {
  return client.chat(messages, {
    temperature,
    maxTokens,
    seed,
    ...(withSchema ? { jsonSchema: verdictSchema(scale) } : {}),
    signal,
  });
}
