/** Conclusions are looked for in the end of a text, sentence by sentence. */
const MOST = 4096;
const MAX_SENTENCES = 8;
const SENTENCE_END = /(?<=[.!?;][*_"')]{0,4})\s+|(?<=[。！？；])|\n+/;
const CONCLUDES =
  /^[^\p{L}\p{N}]*(?:so|thus|therefore|hence|consequently|accordingly|finally|overall|in\s{1,4}conclusion|final|only|since)\b|\b(?:therefore|thus|hence)\b|∴|因此|所以|故|[综綜]上|最[终終]/iu;
/** What is said of an option without settling on it. */
const UNSETTLED =
  /\b(?:if|unless|whether|or|either|neither|nor|not|cannot|too|wrong|incorrect|excluded|eliminated|could|might|may|than|possible|plausible|also|close|tempting)\b|n['’]t\b|[?？不非或]|可能|如果/iu;
const BOLD = /\*\*([^*\n]{1,400})\*\*/g;
/** `**copper** – zinc reacts`. */
const OPENING = /^\s*\*\*([^*\n]{1,400})\*\*/;
/** `the base that pairs with adenine is **thymine**`. */
const LED_TO = /(?:\b(?:is|are|be)|[=≈:：是为為])\s{0,3}\*\*([^*\n]{1,400})\*\*/;
const TURN = /\b(?:but|however)\b|而是/gi;
/** `but since V is also halved, …`: what it turns to stands behind. */
const REASON_WITHIN = /\b(?:since|because|as|given\s{1,4}that)\b[^,.;]{1,120},/i;
const REJECTS = /\b(?:not|might|may|think|thought|tempting|tempted|expect|initially)\b|不是/i;
const IS_THE_ANSWER = /\b(?:is|are)\s{1,4}the\s{1,4}(?:correct\s{1,4}|right\s{1,4})?answer\b/gi;
/** Where the reasons for an answer begin, which may name others. */
const REASON =
  /[,;]?\s{1,4}(?:because|since|as|not|unlike|whereas|while|rather\s{1,4}than|instead\s{1,4}of)\b|;\s|[.]\s(?=\p{Lu})|，?(?:因为|因為|而不|而非)/u;
/** How far back the subject of `is the answer` begins. */
const BACK = 200;

/** An answer without the reasons that are given for it: `copper, because zinc …`. */
export const withoutReason = (statement: string): string =>
  statement.slice(0, Math.max(0, statement.search(REASON))) || statement;

/** What the last `… is the answer` of a text is said of; empty where there is none. */
export function calledTheAnswer(text: string): string {
  const end = Array.from(text.slice(-MOST).matchAll(IS_THE_ANSWER)).at(-1)?.index;
  if (end === undefined) return '';
  const from = Math.max(0, text.length - MOST);
  return (
    text
      .slice(Math.max(from, from + end - BACK), from + end)
      .split(SENTENCE_END)
      .at(-1) ?? ''
  );
}

/** What a sentence turns to from what it rejects: `not zinc, but copper`; empty where it does not. */
function turnOf(sentence: string): string {
  const at = Array.from(sentence.matchAll(TURN)).at(-1)?.index ?? 0;
  const after = sentence.slice(at).replace(REASON_WITHIN, ' ');
  return REJECTS.test(sentence.slice(0, at)) && !UNSETTLED.test(after) ? after : '';
}

/**
 * Of the options that a text names, those that it ends with as a conclusion or as all that is bold;
 * none where the last sentence that names one only mentions it.
 */
export function concludedTexts(
  text: string,
  find: (part: string) => ReadonlySet<string>,
): ReadonlySet<string> {
  const end = text.slice(-MOST);
  const bold = find(Array.from(end.matchAll(BOLD), (match) => match[1] ?? '').join('\n'));
  const sentences = end.split(SENTENCE_END).filter((one) => /[\p{L}\p{N}]/u.test(one));
  for (const sentence of sentences.slice(-MAX_SENTENCES).toReversed()) {
    const named = find(sentence);
    if (named.size === 0) continue;
    const isBold = bold.size === 1 && [...bold].every((one) => named.has(one));
    if (isBold && find(OPENING.exec(sentence)?.[1] ?? '').size === 1) return bold;
    const turned = find(turnOf(sentence));
    if (turned.size === 1) return turned;
    if (UNSETTLED.test(sentence)) return new Set();
    if (isBold && find(LED_TO.exec(sentence)?.[1] ?? '').size === 1) return bold;
    const isAllBold = isBold && named.size === 1 && sentence.includes('**');
    return isAllBold || CONCLUDES.test(sentence) ? named : new Set();
  }
  return new Set();
}
