import { z } from 'zod';
import { badReply, TryFault } from '../client/try-fault.ts';

const chatReply = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          reasoning: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

type ChatMessage = z.infer<typeof chatReply>['choices'][number]['message'];

/** A chat reply as the policy would have written it. */
export interface ChatReply {
  text: string;
  ending: 'stop' | 'length' | 'content_filter';
  cachedTokens: number;
}

/**
 * Reads a reply of `/chat/completions`. What the endpoint took apart is put together again:
 * reasoning as a `<think>` block, calls as `<tool_call>` JSON, so that the run's own parsers
 * (`qwen3`, and `qwen25` or `hermes`) read them.
 *
 * @throws TryFault when it is no such reply, or ended in a way not known here.
 */
export function readChatReply(body: Buffer): ChatReply {
  const parsed = chatReply.safeParse(parse(body));
  const [choice] = parsed.data?.choices ?? [];
  if (parsed.data === undefined || choice === undefined) {
    const issue = parsed.error?.issues[0];
    throw badReply('bad_reply', issue?.path.join('.') ?? 'reply', issue?.message ?? 'no choice');
  }
  return {
    text: writeMessage(choice.message),
    ending: readEnding(choice.finish_reason),
    cachedTokens: parsed.data.usage?.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new TryFault('bad_json', `reply of ${body.length} bytes is no JSON`, {
      retry: 'later',
      cause: error,
    });
  }
}

function readEnding(reason: string | null | undefined): ChatReply['ending'] {
  if (reason === 'stop' || reason === 'tool_calls') return 'stop';
  if (reason === 'length' || reason === 'content_filter') return reason;
  throw badReply('bad_finish', 'choices.0.finish_reason', `${reason} is no ending known here`);
}

function writeMessage(message: ChatMessage): string {
  const reasoning = message.reasoning_content ?? message.reasoning ?? '';
  const calls = (message.tool_calls ?? []).map(({ function: call }) => {
    const args = call.arguments.trim() === '' ? '{}' : call.arguments;
    return `<tool_call>\n{"name": ${JSON.stringify(call.name)}, "arguments": ${args}}\n</tool_call>`;
  });
  const said = [message.content ?? '', ...calls].filter((part) => part !== '').join('\n');
  return reasoning === '' ? said : `<think>\n${reasoning}\n</think>\n\n${said}`;
}
