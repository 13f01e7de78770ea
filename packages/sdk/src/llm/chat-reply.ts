import { z } from 'zod';
import { serverWords } from './server-words.ts';
import type { TokenCounts } from './spending.ts';

/** Parts without text (pictures, refusals) say nothing. */
const partSchema = z.looseObject({ text: z.string().optional() });

const usageSchema = z.looseObject({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
});

const replySchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({
          content: z.union([z.string(), z.array(partSchema)]).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  // Counts that are none are not there: a reply is not lost for them.
  usage: usageSchema.nullish().catch(null),
});

/** What is read of a reply; `counts` is null where the server does not count. */
export interface ChatReply {
  text: string;
  finish: string;
  counts: TokenCounts | null;
}

/** Reads the body of a chat completion; a string says what is wrong with it. */
export function readChatReply(body: string): ChatReply | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The parser's message quotes the body, which may hold anything.
    return `the reply of ${body.length} characters is no JSON`;
  }
  const parsed = replySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const said = serverWords(value);
    const where = issue?.path.join('.') ?? '';
    const problem = `the reply is no chat completion: ${where === '' ? 'body' : where}: ${issue?.message}`;
    return said === undefined ? problem : `${problem}; the server says: ${said}`;
  }
  const { choices, usage } = parsed.data;
  const [choice] = choices;
  return {
    text: textOf(choice?.message.content),
    finish: choice?.finish_reason ?? '',
    counts:
      usage === null || usage === undefined
        ? null
        : { prompt: usage.prompt_tokens, completion: usage.completion_tokens },
  };
}

function textOf(content: string | z.output<typeof partSchema>[] | null | undefined): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
