import type {
  Encoded,
  Encoder,
  Message,
  ObservationCut,
  ObservationOverflow,
  Part,
} from 'slime-sdk';

/** Each try cuts nearer to the limit; a cut that re-encodes longer than it was is cut again. */
const MAX_TRIES = 8;

/** An observation that was cut, its bridge, and what it lost. */
export interface CutObservation {
  messages: Message[];
  encoded: Encoded;
  cuts: ObservationCut[];
}

/**
 * Cuts the texts of an observation, at their ends or with `cut-left` at their beginnings, until its
 * bridge has at most `limit` ids: the longest down to the length of the next, then both, and so on.
 * Of equal ones none loses more than one id over another, and every text keeps a character.
 *
 * Undefined when that is too much: template, pictures and one character of each text take the limit.
 */
export async function cutObservation(
  messages: readonly Message[],
  limit: number,
  overflow: Exclude<ObservationOverflow, 'end'>,
  encoder: Encoder,
  encode: (messages: readonly Message[]) => Promise<Encoded>,
): Promise<CutObservation | undefined> {
  const keep = overflow === 'cut' ? beginning : ending;
  const texts = await readTexts(messages, encoder, keep);
  let total = sum(texts.map(({ ids }) => ids.length));
  let encoded = await encode(messages);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    total -= encoded.ids.length - limit;
    const lengths = level(texts, total);
    if (lengths === undefined) return undefined;
    const kept = await Promise.all(
      texts.map(async (text, at) => {
        const length = lengths[at] ?? 0;
        return length >= text.ids.length ? text.text : await keep(text.ids, length, encoder);
      }),
    );
    const cut = withTexts(messages, texts, kept);
    encoded = await encode(cut);
    if (encoded.ids.length <= limit) {
      return { messages: cut, encoded, cuts: cutsOf(texts, kept, lengths) };
    }
  }
  return undefined;
}

interface Text {
  message: number;
  /** Null where the content is no list of parts. */
  part: number | null;
  text: string;
  ids: Int32Array;
  /** Ids of the first character that is kept, or of the last. */
  least: number;
}

/** The whole characters of `length` ids at one side of a text. */
type Keep = (ids: Int32Array, length: number, encoder: Encoder) => Promise<string>;

async function readTexts(
  messages: readonly Message[],
  encoder: Encoder,
  keep: Keep,
): Promise<Text[]> {
  const places = messages.flatMap(({ content }, message): Omit<Text, 'ids' | 'least'>[] =>
    typeof content === 'string'
      ? [{ message, part: null, text: content }]
      : content.flatMap((part, at) =>
          part.type === 'text' ? [{ message, part: at, text: part.text }] : [],
        ),
  );
  return await Promise.all(
    places.map(async (place) => {
      const ids = await encoder.encodeText(place.text, { specials: false });
      let least = Math.min(1, ids.length);
      while (least < ids.length && (await keep(ids, least, encoder)) === '') least += 1;
      return { ...place, ids, least };
    }),
  );
}

/**
 * Lengths of at most `total` together: what is above one level is cut to it. One id more stays
 * where the level does not divide. Undefined when the least that must stay is more.
 */
function level(texts: readonly Text[], total: number): number[] | undefined {
  const lengthsAt = (height: number): number[] =>
    texts.map(({ ids, least }) => Math.max(least, Math.min(ids.length, height)));
  if (sum(lengthsAt(0)) > total) return undefined;
  // The greatest level that fits.
  let low = 0;
  let high = Math.max(0, ...texts.map(({ ids }) => ids.length));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(lengthsAt(middle)) <= total) low = middle;
    else high = middle - 1;
  }
  const lengths = lengthsAt(low);
  let spare = total - sum(lengths);
  return lengths.map((length, at) => {
    if (spare <= 0 || length !== low || length >= (texts[at]?.ids.length ?? 0)) return length;
    spare -= 1;
    return length + 1;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A character that is cut comes back as replacement characters. */
const beginning: Keep = async (ids, length, encoder) => {
  const decoded = await encoder.decode(ids.subarray(0, length), { skipSpecialTokens: false });
  return decoded.replace(/\uFFFD+$/, '');
};

const ending: Keep = async (ids, length, encoder) => {
  const last = ids.subarray(ids.length - length);
  return (await encoder.decode(last, { skipSpecialTokens: false })).replace(/^\uFFFD+/, '');
};

function withTexts(
  messages: readonly Message[],
  texts: readonly Text[],
  kept: readonly string[],
): Message[] {
  const textAt = (message: number, part: number | null): string | undefined =>
    kept[texts.findIndex((text) => text.message === message && text.part === part)];
  return messages.map((message, at) => {
    const { content } = message;
    if (typeof content === 'string') return { ...message, content: textAt(at, null) ?? content };
    const parts = content.map((part, index): Part =>
      part.type === 'text' ? { type: 'text', text: textAt(at, index) ?? part.text } : part,
    );
    return { ...message, content: parts };
  });
}

function cutsOf(
  texts: readonly Text[],
  kept: readonly string[],
  lengths: readonly number[],
): ObservationCut[] {
  return texts.flatMap(({ message, part, text, ids }, at) =>
    kept[at] === text ? [] : [{ message, part, tokens: ids.length, kept: lengths[at] ?? 0 }],
  );
}
