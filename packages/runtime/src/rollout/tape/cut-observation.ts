import type { Encoded, Encoder, Message, Part } from 'slime-sdk';

/** Each try cuts nearer to the limit; a cut that re-encodes longer than it was is cut again. */
const MAX_TRIES = 8;

/**
 * Cuts the longest text of an observation at its end until its bridge has at most `limit` ids.
 *
 * Undefined when nothing of that text would be left: the template and the other texts take the limit.
 */
export async function cutObservation(
  messages: readonly Message[],
  limit: number,
  encoder: Encoder,
  encode: (messages: readonly Message[]) => Promise<Encoded>,
): Promise<{ messages: Message[]; encoded: Encoded } | undefined> {
  const target = findLongestText(messages);
  if (target === undefined) return undefined;
  const ids = await encoder.encodeText(target.text, { specials: false });
  let encoded = await encode(messages);
  let keep = ids.length;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    keep -= encoded.ids.length - limit;
    if (keep <= 0) return undefined;
    const decoded = await encoder.decode(ids.subarray(0, keep), { skipSpecialTokens: false });
    // A character cut in two would come back as a replacement character.
    const text = decoded.replace(/\uFFFD+$/, '');
    if (text === '') return undefined;
    const cut = target.replace(text);
    encoded = await encode(cut);
    if (encoded.ids.length <= limit) return { messages: cut, encoded };
  }
  return undefined;
}

interface Target {
  text: string;
  replace(text: string): Message[];
}

function findLongestText(messages: readonly Message[]): Target | undefined {
  let best: Target | undefined;
  for (const [at, message] of messages.entries()) {
    for (const target of textsOf(message)) {
      if (best !== undefined && target.text.length <= best.text.length) continue;
      best = {
        text: target.text,
        replace: (text) =>
          messages.map((item, index) => (index === at ? target.replace(text) : item)),
      };
    }
  }
  return best;
}

function textsOf(message: Message): { text: string; replace(text: string): Message }[] {
  const { content } = message;
  if (typeof content === 'string') {
    return [{ text: content, replace: (text) => ({ ...message, content: text }) }];
  }
  return content.flatMap((part, at) =>
    part.type === 'text'
      ? [
          {
            text: part.text,
            replace: (text: string) => ({
              ...message,
              content: content.map((item, index): Part =>
                index === at ? { type: 'text', text } : item,
              ),
            }),
          },
        ]
      : [],
  );
}
