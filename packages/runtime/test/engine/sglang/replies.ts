import { json, type Reaction, type Received } from '../scripted-server.ts';

/** Fields that differ from those of an ordinary reply; undefined takes one away. */
export interface ReplyChanges {
  reply?: Readonly<Record<string, unknown>>;
  meta?: Readonly<Record<string, unknown>>;
}

/** A reply of SGLang's `/generate` to a request: ids 11, 12, 13. */
export function generateReply(request: Received, changes: ReplyChanges = {}): unknown {
  const prompt = request.json?.['input_ids'];
  return {
    text: 'abc',
    output_ids: [11, 12, 13],
    meta_info: {
      id: request.json?.['rid'],
      finish_reason: { type: 'stop', matched: 13 },
      prompt_tokens: Array.isArray(prompt) ? prompt.length : 0,
      completion_tokens: 3,
      cached_tokens: 2,
      weight_version: '7',
      output_token_logprobs: [
        [-0.5, 11, null],
        [-0.25, 12, null],
        [-0.125, 13, null],
      ],
      ...changes.meta,
    },
    ...changes.reply,
  };
}

/** Answers with {@link generateReply}. */
export function answer(changes: ReplyChanges = {}): Reaction {
  return (response, request) => {
    json(generateReply(request, changes))(response, request);
  };
}
