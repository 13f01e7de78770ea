import { WORD_SIGN } from './letter-place.ts';

const RIGHT =
  'correct|right|better|true|valid|yes|richtig|korrekt|wahr|vraie?|juste|correcte|correct[ao]|corrett[ao]|verdader[ao]';
const NOT_RIGHT = `(?:not|n['’]t|nicht|pas|no)\\s{1,4}(?:${RIGHT})`;
const WRONG = `incorrect|wrong|false|invalid|no|falsch|fau(?:x|sse)|incorrecte|incorrect[ao]|fals[ao]|errad[ao]|${NOT_RIGHT}`;
/** What ends a verdict, so that `false` of `false vacuum` is none, and `Right` of `B. Right: C`. */
const END =
  '(?=[\\s*_)\\]"\']{0,4}(?:$|[\\n.,;:!|，。；、–—(（-]|(?:because|since|as|due|for|and|but|while|whereas|although|given|to\\s{1,4}me)\\b|(?:answer|option|choice|one|statement)\\b))(?!\\s{0,2}[?？]|\\s{0,2}:\\s{0,3}[*_(]{0,3}[B-HJ-Z](?![A-Za-z]))';
const WORDS = `(?:(?<wrong>${WRONG})|(?<right>${RIGHT}))(?![\\w-])${END}`;
const WRONG_MARKS = '✗✘❌✖';
const RIGHT_MARKS = '✓✔✅☑';
const MARKS = `(?:(?<wrongMark>[${WRONG_MARKS}])|(?<rightMark>[${RIGHT_MARKS}]))`;
const CLOSERS = `[)\\]}*_）】"']{0,6}`;
const LABEL = `${CLOSERS}\\s{0,3}[:：.,、，)–—→⇒|=-]{1,3}[\\s*_|]{0,6}`;

/** `C is correct`. */
export const SAID = new RegExp(
  `${CLOSERS}(?:\\s\\([^()\\n]{1,60}\\))?\\s{1,8}(?:is|was|looks|seems|appears\\s{1,4}to\\s{1,4}be|ist|est|es|é|è)(?:\\s{1,8}|(?=n['’]t))(?:(?:also|clearly|therefore|thus|indeed|definitely|obviously|actually|then)\\s{1,8}){0,2}${WORDS}`,
  'iuy',
);
/** `C: correct`. */
export const LABELLED = new RegExp(`${LABEL}${WORDS}`, 'iuy');
/** `A no, B no, C yes`, `A (no), C (yes)`. */
export const ANSWERED = /\s\(?(?:(?<wrong>no)|(?<right>yes))(?=[,.;)])/iuy;
/** `(C) correct`. */
export const ENCLOSED = new RegExp(`(?<=\\([A-Z])\\)[*_]{0,3}\\s{1,3}[*_]{0,3}${WORDS}`, 'iuy');
export const SUITS =
  "fits|works|holds|satisfies|suits|matches|meets|agrees|(?:seems|looks|appears|is)\\s{1,4}(?:(?:to\\s{1,4}be|by\\s{1,4}far|clearly|therefore|thus)\\s{1,4}){0,2}(?:the\\s{1,4})?(?:most\\s{1,4}(?:plausible|likely|suitable|appropriate|reasonable|consistent|accurate)|best|only)|(?:is|was|looks|seems)(?:\\s{1,4}not|n['’]t)\\s{1,4}(?:wrong|incorrect|false)";
/** `C fits`, `C → works`: right where it is said of one option alone. */
export const SUITED = new RegExp(
  `(?:${CLOSERS}\\s{1,8}(?:(?:also|clearly|best|alone|really)\\s{1,8}){0,2}|${LABEL})(?:(?<wrong>fails|violates|contradicts|(?:does|do)(?:\\s{1,4}not|n['’]t)\\s{1,4}(?:fit|work|hold|satisfy|suit|match|meet|agree))|(?<right>${SUITS}))(?![\\w-])`,
  'iuy',
);
/** `Only C satisfies …`, with a verb behind it. */
export const ONLY_BEFORE =
  /\bonly\s{1,4}(?:(?:option|choice|statement|answer)\s{1,4})?["'$*_(]{0,4}$/i;
export const VERB_AFTER = new RegExp(
  `${CLOSERS}(?:\\s\\([^()\\n]{1,60}\\))?\\s{1,8}(?<right>(?:is|has|can|gives|remains|makes|does|follows|shows|contains|exceeds|${SUITS})(?!n['’]t|\\s{1,4}(?:not|wrong|incorrect|false)))(?![\\w-])`,
  'iuy',
);
/** `C ✓`. */
export const MARKED = new RegExp(`${CLOSERS}(?:${LABEL}|\\s{0,3})${MARKS}`, 'uy');
/** `✓ C`, at the beginning of a line. */
export const MARKED_BEFORE = new RegExp(
  `(?:^|\\n)[ \\t>*•-]{0,8}${MARKS}[\\ufe0f\\s*_(]{0,6}(?:option\\s)?[*_(]{0,3}$`,
  'iu',
);
/** `C正确`, `C項：正確`, `Cは正しい`. */
export const SAID_WIDE = new RegExp(
  `[)\\]}*_）】]{0,4}(?:选项|選項|项|項)?[\\s:：、，.．)）*]{0,4}(?:[是也都则才]|才是|显然|说法|的说法|は|が|も){0,2}\\s{0,2}(?:(?<wrong>不正[确確]|不正解|不?合理|不[对對]|不符合?|不成立|不可能|[错錯]|誤|間違)|(?<right>正[确確]|[对對](?=[，。；、\\s]|$)|正しい|正解(?!では|じゃ)|符合|成立))`,
  'uy',
);
/** `C) 500 K – correct, since …`, within a line. */
export const WITHIN = new RegExp(
  `(?:\\s[-–—]\\s|[:：]\\s|→\\s?|\\bthis\\s(?:(?:option|choice|statement|one)\\s)?is\\s)[*_]{0,3}${WORDS}`,
  'iu',
);
/** `C) 500 K – correct`, at the end of a line or sentence. */
export const ENDING = new RegExp(
  `(?:[-–—:：→⇒,，;；(（.|]\\s{0,3}|\\b(?:is|was)\\s{1,3}(?:also\\s|clearly\\s)?)[*_]{0,3}(?:(?<wrong>${WRONG}|错误|錯誤|不正[确確]|不[对對]|[错錯]|不(?:符合|成立)(?:题意|題意|要求|条件)?)|(?<right>${RIGHT}|正[确確]|[对對]|(?:符合|成立)(?:题意|題意|要求|条件)?))[*_)）.。!;；\\s]{0,8}$`,
  'iu',
);
export const ENDING_MARK = new RegExp(`${MARKS}[\\ufe0f*_)）.\\s]{0,6}$`, 'u');
/** What a text without verdicts does not hold. */
export const ANY_VERDICT = new RegExp(
  `[${WRONG_MARKS}${RIGHT_MARKS}]|${WRONG}|${RIGHT}|正[确確解し]|[错錯誤对對]|間違|符合|成立|only|${SUITS}`,
  'iu',
);
/** Verdicts that may be the text of an option, too. */
export const LOOSE = /^(?:true|false|yes|no|wahr|vraie?|fau(?:x|sse)|fals[ao]|verdader[ao])$/i;
/** An option as it is named: its letter, by itself. */
export const HEAD = new RegExp(`(?<!${WORD_SIGN}|['’\\\\-])[A-Z](?!${WORD_SIGN}|['’])`, 'gu');
/** `A satisfies the first condition but not the second`, `A: correct, but incomplete`. */
export const LIMITED =
  /[^.;!?\n]{0,80}?\b(?:but|though|yet)\s{1,4}(?:(?:also|it|is|still)\s{1,4}){0,3}(?:incomplete|insufficient|irrelevant|partial|not|only|fails|violates|contradicts|lacks|misses|ignores)\b/iy;
/** `A satisfies neither`, `B satisfies the first`. */
export const SUITED_IN_PART =
  /\s{1,4}(?:(?:only|just)\s{1,4})?(?:the\s{1,4})?(?:first|second|third|one|former|latter|neither|none|some)\b/iy;
/** What makes a verdict one of no weight. */
export const SUPPOSED_BEFORE =
  /(?:\b(?:if|whether|suppose|assume|assuming|unless|had|not say|would)\s{1,4}(?:that\s|option\s|choice\s|statement\s){0,2}|如果|若|假[如设設])[("*_（]{0,3}$/i;
export const SUPPOSED = /\b(?:if|whether|would|unless)\b/i;
