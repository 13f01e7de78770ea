import type {
  Encoded,
  Encoder,
  Message,
  ObservationCut,
  ObservationOverflow,
  Part,
} from 'slime-sdk';

/** A template may write a text longer than its ids, escaped in JSON: then a length is searched for. */
const MAX_TRIES = 25;
/** The first tries take the bridge to shrink by an id for each that is cut; it mostly does. */
const DIRECT_TRIES = 3;
/** Room that may stay free: a tenth, or a few ids. */
const SPARE = 8;

type Cut = Exclude<ObservationOverflow, 'end'>;

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
  overflow: Cut,
  encoder: Encoder,
  encode: (messages: readonly Message[]) => Promise<Encoded>,
): Promise<CutObservation | undefined> {
  const texts = await readTexts(messages, encoder, overflow);
  const whole = await encode(messages);
  let best: CutObservation | undefined;
  let [below, above] = [sum(texts.map(({ least }) => least)) - 1, sum(texts.map(lengthOf))];
  let next = above + limit - whole.ids.length;
  for (let tries = 0; tries < MAX_TRIES && above - below > 1; tries += 1) {
    const isNear = tries < DIRECT_TRIES && next > below && next < above;
    const total = isNear ? next : Math.floor((below + above) / 2);
    const lengths = level(texts, total);
    const kept = await Promise.all(
      texts.map((text, at) => cutText(text, lengths[at] ?? 0, overflow, encoder)),
    );
    const cut = withTexts(messages, kept);
    const encoded = await encode(cut);
    const spare = limit - encoded.ids.length;
    next = total + spare;
    if (spare < 0) {
      above = total;
      continue;
    }
    below = total;
    best = { messages: cut, encoded, cuts: cutsOf(texts, kept, lengths) };
    if (spare <= Math.max(SPARE, total / 10)) break;
  }
  return best;
}

const LONE_SURROGATE = /\p{Cs}/gu;
const REPLACEMENT = '\uFFFD';

const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, REPLACEMENT);

const lengthOf = ({ ids }: Text): number => ids.length;

interface Text {
  message: number;
  /** Null where the content is no list of parts. */
  part: number | null;
  /** As its ids say it: lone surrogates are U+FFFD. */
  text: string;
  ids: Int32Array;
  /** Ids of the first character that is kept, or of the last. */
  least: number;
}

async function readTexts(
  messages: readonly Message[],
  encoder: Encoder,
  overflow: Cut,
): Promise<Text[]> {
  const places = messages.flatMap(({ content }, message): Omit<Text, 'ids' | 'least'>[] =>
    typeof content === 'string'
      ? [{ message, part: null, text: wellFormed(content) }]
      : content.flatMap((part, at) =>
          part.type === 'text' ? [{ message, part: at, text: wellFormed(part.text) }] : [],
        ),
  );
  return await Promise.all(
    places.map(async (place) => {
      const ids = await encoder.encodeText(place.text, { specials: false });
      const text = { ...place, ids, least: Math.min(1, ids.length) };
      // A character has few ids; where a tokenizer drops what others mean, a search by one is long.
      while (text.least < ids.length && (await cutText(text, text.least, overflow, encoder)) === '')
        text.least += text.least < 8 ? 1 : text.least;
      return { ...text, least: Math.min(text.least, ids.length) };
    }),
  );
}

/**
 * Lengths of at most `total` together, which is no less than must stay: what is above one level is
 * cut to it. One id more stays where the level does not divide.
 */
function level(texts: readonly Text[], total: number): number[] {
  const lengthsAt = (height: number): number[] =>
    texts.map(({ ids, least }) => Math.max(least, Math.min(ids.length, height)));
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

/** Of a character of four bytes three may be cut off. */
const MOST_CUT_OFF = 3;

/** The whole characters of `length` ids at the side of a text that stays. */
async function cutText(
  { text, ids }: Text,
  length: number,
  overflow: Cut,
  encoder: Encoder,
): Promise<string> {
  if (length >= ids.length) return text;
  const isLeft = overflow === 'cut-left';
  let first = '';
  // A character that is cut comes back as replacement characters; with byte fallback all of its run.
  for (let off = 0; off <= Math.min(MOST_CUT_OFF, length - 1); off += 1) {
    const part = isLeft ? ids.subarray(ids.length - length + off) : ids.subarray(0, length - off);
    const decoded = await encoder.decode(part, { skipSpecialTokens: false });
    const whole = isLeft ? fromWhole(decoded) : toWhole(decoded);
    if (whole === decoded || (isLeft ? text.endsWith(decoded) : text.startsWith(decoded))) {
      return decoded;
    }
    if (off === 0) first = whole;
  }
  return first;
}

/** Without the replacement characters at its beginning. */
function fromWhole(text: string): string {
  let at = 0;
  while (text[at] === REPLACEMENT) at += 1;
  return text.slice(at);
}

/** Without those at its end; a pattern takes a time that grows with the square of others' length. */
function toWhole(text: string): string {
  let end = text.length;
  while (text[end - 1] === REPLACEMENT) end -= 1;
  return text.slice(0, end);
}

function withTexts(messages: readonly Message[], kept: readonly string[]): Message[] {
  // Both are in the order of the observation.
  const left = kept.values();
  return messages.map((message) => {
    const { content } = message;
    if (typeof content === 'string') return { ...message, content: left.next().value ?? content };
    const parts = content.map((part): Part =>
      part.type === 'text' ? { type: 'text', text: left.next().value ?? part.text } : part,
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
