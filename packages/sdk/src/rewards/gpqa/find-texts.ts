import { NIBBLE, spelt } from './plain-letters.ts';
import { codesOfWords, plainCodes } from './plain-words.ts';

/** All that plain words are made of: a blank, signs, digits, small letters, parts of other letters. */
const SYMBOLS = 67;
const SYMBOL_OF = symbolTable(' !#%()*+-./0123456789<=>^abcdefghijklmnopqrstuvwxyz');

function symbolTable(ascii: string): Uint8Array {
  const table = new Uint8Array(NIBBLE + 16);
  for (let at = 0; at < ascii.length; at += 1) table[ascii.charCodeAt(at)] = at;
  for (let part = 0; part < 16; part += 1) table[NIBBLE + part] = ascii.length + part;
  return table;
}

const NONE = -1;

/** The automaton of Aho and Corasick as one table: each step is one look-up, whatever came before. */
interface Automaton {
  /** The state that follows a state by a symbol, at `state * SYMBOLS + symbol`. */
  readonly next: Int32Array;
  /** The text that ends at a state, by its index. */
  readonly text: Int32Array;
  /** The longest state at which a shorter text ends, too. */
  readonly shorter: Int32Array;
}

function buildAutomaton(texts: readonly Uint8Array[]): Automaton {
  const most = texts.reduce((sum, codes) => sum + codes.length, 1);
  const next = new Int32Array(most * SYMBOLS);
  const text = new Int32Array(most).fill(NONE);
  const shorter = new Int32Array(most).fill(NONE);
  let states = 1;
  for (const [index, codes] of texts.entries()) {
    let state = 0;
    for (const code of codes) {
      const at = state * SYMBOLS + (SYMBOL_OF[code] ?? 0);
      if (next[at] === 0) next[at] = states++;
      state = next[at] ?? 0;
    }
    text[state] = index;
  }
  complete({ next, text, shorter }, states);
  return { next, text, shorter };
}

/** Fills in where a state leads by symbols that go on no text: where its longest ending leads. */
function complete({ next, text, shorter }: Automaton, states: number): void {
  const ending = new Int32Array(states);
  const queue = [0];
  // The queue grows while it is walked: breadth first, so that shorter states are complete.
  for (const state of queue) {
    const from = ending[state] ?? 0;
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
      const at = state * SYMBOLS + symbol;
      const to = next[at] ?? 0;
      const other = state === 0 ? 0 : (next[from * SYMBOLS + symbol] ?? 0);
      if (to === 0) {
        next[at] = other;
        continue;
      }
      ending[to] = other;
      shorter[to] = text[other] === NONE ? (shorter[other] ?? NONE) : other;
      queue.push(to);
    }
  }
}

/** Words by which a text is named only to be ruled out, before and behind it. */
const DENIED_BEFORE =
  /(?:^| )(?:not|nor|never|neither|cannot|except|than|instead of|[a-z]{1,6}n t|(?:false|untrue|wrong|incorrect|not true|n t true|not the case)(?: to (?:say|think|claim|assume))? that|(?:one|you) (?:might|may|could) (?:think|expect|say|believe|guess|assume)(?: that)?)(?: (?:be|equal|to|the|a|an|answer|option))*$/;
const DENIED_AFTER =
  /^ (?:(?:is|are|was|were|would be|must be|can be)(?: (?:clearly|also|therefore|definitely))? (?:not|wrong|incorrect|false|impossible|ruled out|excluded|eliminated)|isn t|aren t|wasn t|cannot be|can t be|couldn t be) /;
/** `does not happen in the`. */
const NOT_THERE =
  /(?:^| )(?:(?:do|does|did|can|could|will|would)(?: not|n t)|cannot|never|don t|doesn t|didn t|can t|couldn t|won t|wouldn t) [a-z]{2,12}(?: in| at| by| on| from| through| via| with| to| of)(?: the| a| an)? ?$/;
/** Letters of other scripts as the codes that plain words have of them. */
const wide = (text: string): string =>
  Array.from(text, (sign) => String.fromCharCode(...spelt(sign.charCodeAt(0)))).join('');
const oneOf = (words: string): string => words.split(' ').map(wide).join('|');
/** `不是`, of which `是` parts words. */
const DENIED_BEFORE_WIDE = new RegExp(
  `(?:${wide('不')}(?:${oneOf('可能 会 會 应该 應該 应 應 该 該 能 认为 认为答案')})?|${oneOf('并非 並非')}) ?$`,
);
const DENIED_AFTER_WIDE = new RegExp(`^ (?:${oneOf('誤 間違 違')})`);
/** How much is read on each side. */
const BESIDE = 40;

function isDenied(codes: Uint8Array, start: number, end: number): boolean {
  const before = String.fromCharCode(...codes.subarray(Math.max(0, start - BESIDE), start));
  if (DENIED_BEFORE.test(before) || NOT_THERE.test(before) || DENIED_BEFORE_WIDE.test(before))
    return true;
  const after = String.fromCharCode(...codes.subarray(end, end + BESIDE));
  return DENIED_AFTER.test(`${after} `) || DENIED_AFTER_WIDE.test(after);
}

/**
 * Which of some texts, given as plain words, stand in a text as whole words and are not
 * ruled out there. Takes time in proportion to the text, whatever the words repeat.
 */
export function findTexts(
  source: string,
  texts: readonly string[],
  keepsCase = false,
): Set<string> {
  if (texts.length === 0) return new Set();
  const sought = texts.map(codesOfWords);
  const { next, text, shorter } = buildAutomaton(sought);
  const ends = text.map((own, at) => (own === NONE ? (shorter[at] ?? NONE) : at));
  const found = new Set<number>();
  let state = 0;
  const codes = plainCodes(source, keepsCase);
  // By index, and past most states by one look-up: a megabyte takes some milliseconds.
  for (let at = 0; at < codes.length; at += 1) {
    state = next[state * SYMBOLS + (SYMBOL_OF[codes[at] ?? 0] ?? 0)] ?? 0;
    let ending = ends[state] ?? NONE;
    while (ending !== NONE && found.size < texts.length) {
      const index = text[ending] ?? NONE;
      const start = at + 1 - (sought[index]?.length ?? 0);
      if (!found.has(index) && !isDenied(codes, start, at)) found.add(index);
      ending = shorter[ending] ?? NONE;
    }
  }
  return new Set(texts.filter((_, index) => found.has(index)));
}
