import { hedges } from '../math/read/denial.ts';
import { withoutClosingRemark } from './closing-remark.ts';

/** Longest statement that is read as a sentence: a final answer is no essay. */
const MAX_LENGTH = 512;
/** What starts a value. */
const VALUE = /^[-+−≈]?\s*(?:[\d.$(√]|\\(?!text))/;
const COPULA =
  /\b(?:is|are|equals?|equal to|be|was|gives?|yields?|gets?|obtain|total of|totals?|becomes|contains?|has|have|takes?(?: (?:her|him|them|us))?)(?:[\s:]+(?:then|therefore|thus|exactly|precisely|simply|just|only|equal|to|given|by))*[\s:]+/gi;
/** Words in front of a copula that take back what it says, or say it of one case. */
const DOUBT =
  /(?:\b(?:not|cannot|never|hardly)|n['’]t)\s*$|^\s*(?:if|either|neither|suppose|assume|unless|not|no)\b|\b(?:not (?:true|the case|clear|sure)|doubt|unlikely|wrong|false|incorrect|maybe|perhaps|possibly|probably|might|could|guess|think|impossible)\b/i;
const CLAIM = /(?:\b(?:is|are|equals?)|=)\s*(?:\\\(|\$)?\s*-?\d/gi;
/** `for n = 34` says of which case the sentence speaks, and gives no value. */
const GIVEN =
  /\b(?:for|when|where|with|at|given)\s+(?:\\\(|\$)?\s*[A-Za-z]\w{0,3}\s*=\s*-?[\d.]+\s*(?:\\\)|\$)?(?![\w^*/+=-])/gi;
const CONCLUDES = /\b(?:so|thus|hence|therefore|then the answer|the (?:final )?answer)\b/i;

/** What follows a sentence that takes it back. */
const RETRACTION =
  /^(?:no|wait|actually|or|but|sorry|oops|correction|however|hmm+|not|maybe|perhaps|alternatively|instead|else)\b|\b(?:wait|actually|mistake|wrong|incorrect|instead|(?:answer|it) (?:is|should be))\b/i;
const SENTENCE_END = /\.\s+(?=[A-Z(])/;
const CONCLUSION = /^(?:so|thus|hence|therefore|(?:the|my|our) (?:final )?answer)\b/i;

/** Where the reason of a value starts, or what is said of it. */
const REASON = /(?:\s*[,;(]\s*|\s+)(?:since|because)\b|\s*[,;(]\s*as\s+(?!a\b|well\b)/gi;
const ASIDE =
  /\s*[,;(]\s*(?:as\b|which\b|where\b|i\.\s?e\b|by\b|the\b|modulo?\b|and that\b)|\s*\((?=[\p{L}\s,'-]*\))|\s+[—–-]\s+(?=\p{L}{2})|\s+(?:which|whose|that|satisfy|satisfying|exist|work|is (?:the|our|my))\b/iu;
/** The place or the case of a value: `34, attained at x = 3`. */
const PLACE =
  /(?<=[\d})$%°])[\s,(]+(?:attained |achieved |reached |occurring |taken )?(?:at|when|where|for|with|by|on)\s+[\s$(\\]*[A-Za-z]\w{0,3}\s*=[^=]+(?:\band\b[^=\d]+=[^=]+)?$/i;
const OFFER = /\b(?:or|maybe|perhaps|possibly|wait|actually|unsure|not sure|guess|otherwise)\b/i;
const MODULUS =
  /\s*(?:\\pmod\s*(?:\{\d+\}|\d+)|\(\s*(?:modulo|mod)\s+\$?\d+\$?\s*\)|\\text\s*\{\s*\(\s*mod\s*\}\s*\d+\s*\))/gi;

/** The sentence of a statement that gives the answer: the first value, else the last conclusion. */
function decisiveSentence(statement: string): string {
  const sentences = statement.split(SENTENCE_END);
  const [first = ''] = sentences;
  const rest = statement.slice(first.length).replace(/^\.\s+/, '');
  if (rest === '') return statement;
  if (VALUE.test(first)) return RETRACTION.test(rest) ? statement : first;
  const last = sentences.at(-1) ?? '';
  return CONCLUSION.test(last) ? last : statement;
}

/** A value without its reason and what else is said of it. */
function withoutAside(statement: string): string {
  const value = statement.search(/\d/);
  const hasValue = ({ index }: RegExpExecArray): boolean => value >= 0 && value < index;
  const reason = [...statement.matchAll(REASON)].find(hasValue);
  if (reason !== undefined && !isYear(statement.slice(reason.index))) {
    return OFFER.test(statement.slice(reason.index)) ? statement : statement.slice(0, reason.index);
  }
  const place = PLACE.exec(statement);
  if (place !== null && hasValue(place) && !OFFER.test(place[0])) {
    return statement.slice(0, place.index);
  }
  const aside = ASIDE.exec(statement);
  if (aside === null || !hasValue(aside)) return statement;
  const rest = statement.slice(aside.index);
  const hasNumbers = /\d/.test(rest) && !/^\s*[,;(]?\s*(?:which|where)\b/i.test(rest);
  return hasNumbers || hedges(rest) ? statement : statement.slice(0, aside.index);
}

/** `since 2000` is a time and no reason. */
const isYear = (reason: string): boolean => /^\W*since\s+\d{4}\b/i.test(reason);

/** What stands behind the last copula: the 34 of `The value of m+n is 34`. */
function complement(statement: string): string {
  const copula = [...statement.matchAll(COPULA)].findLast(({ index, 0: text }) =>
    VALUE.test(statement.slice(index + text.length)),
  );
  if (copula === undefined) return statement;
  const subject = statement.slice(0, copula.index);
  if (DOUBT.test(subject)) return statement;
  const claimed = subject.replaceAll(GIVEN, '');
  const claim = [...claimed.matchAll(CLAIM)].at(-1);
  const isOneOfSeveral = claim !== undefined && !CONCLUDES.test(claimed.slice(claim.index));
  return isOneOfSeveral ? statement : statement.slice(copula.index + copula[0].length);
}

/**
 * The value that a statement in words gives: `The value of m+n is 34`, `There are 34 ways`,
 * `34 (since …)`, `34. This is because …`. What denies, hedges, offers another value or speaks of
 * several is left as it is, which no number equals.
 */
export function valueInProse(statement: string): string {
  if (statement.length > MAX_LENGTH) return statement;
  const sentence = decisiveSentence(withoutClosingRemark(statement));
  return complement(withoutAside(sentence.replaceAll(MODULUS, '')));
}
