import type { Message, Part } from 'slime-sdk';
import type { ImagePart } from './read-image.ts';
import { rowError, type RowPlace } from './row-error.ts';

/** Where a string content shows the next picture of its row; slime's placeholder. */
const PLACEHOLDER = '<image>';

/**
 * Replaces each `<image>` in string contents by the next picture of the row. Contents that are
 * lists of parts stay: they name their own pictures.
 *
 * @throws DataError when the row has more or fewer pictures than placeholders.
 */
export function placeImages(
  messages: readonly Message[],
  images: readonly ImagePart[],
  column: string,
  place: RowPlace,
): Message[] {
  const count = messages.reduce((sum, message) => sum + countPlaceholders(message), 0);
  if (count !== images.length) {
    throw rowError(
      place,
      `column "${column}" has ${images.length} pictures for ${count} placeholders ${PLACEHOLDER} ` +
        'in the prompt; write one placeholder for each picture',
    );
  }
  const rest = images.values();
  return messages.map((message) =>
    countPlaceholders(message) === 0
      ? message
      : { ...message, content: splitContent(message.content, rest) },
  );
}

function countPlaceholders({ content }: Message): number {
  return typeof content === 'string' ? content.split(PLACEHOLDER).length - 1 : 0;
}

function splitContent(
  content: Message['content'],
  images: Iterator<ImagePart>,
): Message['content'] {
  if (typeof content !== 'string') return content;
  const parts: Part[] = [];
  for (const [at, text] of content.split(PLACEHOLDER).entries()) {
    const next = at === 0 ? undefined : images.next().value;
    if (next !== undefined) parts.push(next);
    if (text !== '') parts.push({ type: 'text', text });
  }
  return parts;
}

/** Pictures of a conversation, in order. */
export function imagesOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) =>
          part.type === 'image' && typeof part.image === 'string' ? [part.image] : [],
        ),
  );
}
