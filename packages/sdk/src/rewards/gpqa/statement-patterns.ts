import { WORD_SIGN } from './letter-place.ts';

const WRAPPERS = String.raw`(?:["'“‘\x60(\[{$（【「]|\\[(\[]|\\(?:text|textbf|mathbf|mathrm|boxed|fbox)\s{0,3}\{){0,5}`;
const LETTER = String.raw`([A-Za-z])(?!(?!_{1,3}(?![\p{L}\p{N}]))${WORD_SIGN})`;
/** What is correct: not the sign of `correct sign: A and B`. */
const KINDS =
  'one|statement|structure|sequence|order|name|description|explanation|pair|combination|match|fit|response|letter|selection|product|graph|diagram|compound|mechanism|conclusion|assertion|claim|solution|possible|overall|available';
const NOUN = String.raw`(?:(?:correct|best)(?:\s{1,4}(?:${KINDS})){0,2}|(?:incorrect|false|wrong)\s{1,4}(?:one|statement|claim|assertion|option|answer|choice))(?=[*_]{0,3}[:=]|\s{1,4}(?:is|was)\s)|answers?|ans\.?|option|choice|antwort|lösung|réponse|respuesta|risposta|resposta|opción|opção|ответ`;
/** `that fits is`, but not `that fails is`. */
const THAT = String.raw`(?:that|which)\s{1,4}(?!fails|contradicts|violates|is\s{1,4}(?:wrong|false|incorrect|not))[a-z]{2,12}(?:\s{1,4}[a-z]{2,12})?\s{1,4}is`;
const OF_QUESTION = String.raw`(?:to|for|of)\s{1,4}(?:the|this)\s{1,4}(?:\w{1,12}\s{1,4})?(?:question|problem)`;
const COPULA = String.raw`(?:is|are|was|would|should|must|be|has\s{1,4}to|chosen|selected|letter|option|choice|answer|also|either|clearly|definitely|therefore|thus|indeed|probably|likely|actually|simply|most|(?:appears|seems|turns\s{1,4}out)\s{1,4}to|${THAT}|${OF_QUESTION}|ist|lautet|est|es|è|é|correcte|correcta|correta|corretta|finale?|bonne|la|le|die|der|option)(?!${WORD_SIGN})`;
const GAP = String.raw`[\s*_:=："'\x60]`;

/** `the answer is B`, `Answer: **B**`, `"final_answer": "C"`, `the option chosen: C`: a word, then `is`, a sign or a line. */
export const STATEMENT = new RegExp(
  String.raw`(?<!(?!_)${WORD_SIGN})(?:${NOUN})(?!${WORD_SIGN})(?=[*_ \t"'\x60]{0,40}(?:[:=：\n]|${COPULA})|(?<=ans\.)[ \t])(?:${GAP}{1,40}${COPULA}){0,6}${GAP}{0,40}${WRAPPERS}${LETTER}`,
  'iuy',
);
/** The words that a statement starts with, by a pattern that is cheap to look for. */
export const STATEMENT_WORD =
  /(?<![a-z\d])(?:answer|ans\b|(?:in)?correct|best|false|wrong|option|choice|antwort|lösung|réponse|respuesta|risposta|resposta|opción|opção)|ответ/gi;
/** `common wrong answer is`: of an option that is none, unless nothing else is said. */
export const OTHER =
  /\b(?:(?:tempting|common|other|another|next|worst|first)[\s_]{1,4}(?=(?:answer|option|choice))|(?:wrong|incorrect|false)[\s_]{1,4})[a-z\s]{0,12}$/i;

/** `The question asks for the incorrect one: `, which is the answer. */
export const ASKED_FOR =
  /\b(?:(?:ask(?:s|ed)?|look(?:s|ing)?)\s{1,4}(?:us\s{1,4})?for|(?:asks?|wants?|needs?|asked|told)\s{1,4}(?:(?:us|you|me)\s{1,4})?(?:to\s{1,4})?(?:find|identify|choose|select|pick)?)\s{1,4}(?:the\s{1,4})?$/i;

/** `Evaluating each option:`, of all of them, and `"wrong_answer":`. */
export const UNMEANT_BEFORE =
  /\b(?:each|every|any|(?:all|each)\s{1,4}of\s{1,4}the|the\s{1,4}(?:given|following|other))\s{1,4}$|(?:wrong|incorrect|false|other|alternative|second)_$/i;

/** `B is the correct one`, `C is the best choice`, `B is the answer`, `B is the only one that fits`. */
export const VERDICT = new RegExp(
  String.raw`([A-Za-z])(?=[)\]}"'$*_.]{0,8}\s)(?<!(?:${WORD_SIGN}|['’-])[A-Za-z])[)\]}"'$*_.]{0,8}(?:\s\([^()\n]{1,60}\))?\s{1,40}(?:is|(?:must|should|has\s{1,4}to)\s{1,4}be)\s{1,40}(?:(?:clearly|therefore|indeed|definitely|most|thus|likely|probably)\s{1,40}){0,3}the\s{1,40}(?:(?:only|single|most)\s{1,40}){0,2}(?:correct|right|best|answer|(?<=only\s{1,40})(?:option|choice|one|candidate|possibility)(?!\s{1,4}(?:that|which|to)\s{1,4}(?:fail|violate|contradict|(?:is|does|do|can|has)(?:n['’]t|not|\s{1,4}(?:not|wrong|incorrect|false)))))\b`,
  'giu',
);

/** In `A no, B yes` the letter begins what is said next. */
const NO_ANSWER = String.raw`(?![)\]*_:：.,\s(–—-]{1,6}(?:yes|no)\b)`;

/** `no wait C`, `I think B`, `I choose option b`: capitals, small ones behind `option`. */
export const CHOICE = new RegExp(
  String.raw`\b(?:no|wait|actually|rather|think|guess|choose|chose|pick|select|go with|going with)\b[\s,:*_]{1,40}(?:(?:it is|it's|the)\s{1,40})?(?:(?:answer|option|choice)\s{1,40}${WRAPPERS}([a-z])(?!${WORD_SIGN})|(?:(?:answer|option|choice)\s{1,40})?${WRAPPERS}([A-Z])(?!${WORD_SIGN})${NO_ANSWER})`,
  'gu',
);

/** `Wait, no. It is C.`, `No wait, it should be C`, `Sorry, I meant C`, `scratch that: C`. */
export const RETRACTION = new RegExp(
  String.raw`\b(?=[NnWwSsOoAaCcI])(?<!\b(?:no|wait|sorry|actually|that)[\s,.;:!]{1,3})(?:[Nn]o|[Ww]ait|[Ss]orry|[Oo]ops|[Aa]ctually|[Cc]orrection|[Ss]cratch\s{1,4}that|I\s{1,4}meant?)\b(?:[\s,.;:!*_–—-]{1,6}(?:[Nn]o|[Ww]ait|[Ss]orry|[Aa]ctually|[Ss]cratch|that|[Ii]t|this|is|[Ii]t['’]s|should|must|has|have|been|to|be|say|I|meant?|rather|[Tt]he|correct|right|answer|option|choice)\b){0,8}[\s,.;:!*_–—-]{1,6}${WRAPPERS}([A-Z])(?!${WORD_SIGN})${NO_ANSWER}`,
  'gu',
);

/** `so it must be C.`, `hence option (b)`: what it leads to ends the sentence. */
export const CONCLUSION = new RegExp(
  String.raw`\b(?:[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore|[Cc]onsequently|[Ss]orry|[Cc]orrection|[Ee]dit|leav(?:es|ing)|match(?:es|ing)|corresponds? to)\b[\s,:*_]{1,40}(?!(?:is|are|do|does)\b)(?:(?:only|it|it['’]s|is|must|be|the|answer)\s{1,40}){0,4}(?:(?:[Oo]ption|[Cc]hoice)[\s*_]{1,40}${WRAPPERS}([A-Za-z])|${WRAPPERS}([A-Z]))(?!${WORD_SIGN})`,
  'gu',
);

const WIDE_OPTION = '(?:选项|選項|選択肢)';
/** `答案是B`, `选 (B)`, `正解はB`: the same, where no blanks are set; but not the option of `选项B太小`. */
export const WIDE_STATEMENT = new RegExp(
  String.raw`(?:(?:答案|答え|正解|답|正[确確]的(?=[是为：:])|正しいのは)[\s是为為选選應应該该:：はが은는】*]{0,10}${WIDE_OPTION}?|${WIDE_OPTION}[\s*]{0,4}[是为為应應:：](?:[\s是为為该該:：*]){0,6}|[选選](?![项項択])(?:择|擇)?[\s是为為:：*]{0,6}${WIDE_OPTION}?)\s{0,2}${WRAPPERS}${LETTER}`,
  'uy',
);
export const WIDE_STATEMENT_WORD = /答案|[选選]|答え|正解|답|正[确確]的|正しいの/g;

/** What a text without a verdict, a choice or a conclusion does not hold, as a rule. */
export const VERDICT_WORD = /\s(?:is|be)\s/i;
export const CHOICE_WORD =
  /\b(?:no|wait|actually|rather|think|guess|choose|chose|pick|select|with)\b/;
export const RETRACTION_WORD = /\b(?:no|wait|sorry|oops|actually|correction|scratch|mean|meant)\b/i;
export const CONCLUSION_WORD =
  /\b(?:[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore|[Cc]onsequently|[Ss]orry|[Cc]orrection|[Ee]dit|leaves|leaving|match|matches|matching|corresponds?)\b/;
