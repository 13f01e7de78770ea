import { hedges } from './denial.ts';

/** A text command of words, a word, or what stands between words. */
const PIECE =
  /\\(?:text|textbf|textrm|textit|mbox|mathrm)\s*\{([^{}\\$]*)\}|([\p{L}'-]+)|(?:[\s~,:]|\\[,;: !])+/uy;
/** Words that a value follows. */
const LEADS =
  /(?:^|[^\p{L}])(?:is|are|was|were|equals?|equal to|be|becomes|gives|yields|totals|makes?|made|earns?|earned|pays?|paid|costs?|gets?|got|has|have|had|needs?|takes?|took|spends?|spent|saves?|saved|sold|sells|eats?|ate|uses?|used|reads?|ran|runs?|walks?|walked|drives?|drove|scores?|scored|wins?|won|collects?|collected|receives?|received|produces?|produced|buys?|bought|year|exactly|precisely|therefore|thus|hence|so|then)[ :]{0,2}$|\p{L}{3}: $|^: $|(?:答案?|解)[ :]{0,2}$|[是为] ?$|(?:共有?|一共|总共|共计|等于) ?$/iu;
const APPROXIMATELY = /(?:^|[^\p{L}])approximately ?$/iu;
/** What a value starts with: no word. */
const VALUE = /^(?:[-+\d.(|$√π[]|\\(?!text|mbox|textbf|mathrm)|[A-Za-z](?!\p{L}))/u;
const WHOLE = /^\\(?:text|textbf|textrm|textit|mbox|mathrm)\s*\{([^{}]*)\}$/;
const MAX_PIECES = 60;
const ROOM = /(?:[\s~,:]|\\[,;: !])+/g;

/** Words with what stands between them as one blank, or a colon and a blank. */
const plainRoom = (words: string): string =>
  words.replaceAll(ROOM, (room) => (/(?<!\\):/.test(room) ? ': ' : ' '));

/** Length of the words at the front that lead up to a value, 0 where none do. */
function leadLength(source: string): { length: number; isApproximate: boolean } {
  let words = '';
  let length = 0;
  let isApproximate = false;
  PIECE.lastIndex = 0;
  for (let count = 0; count < MAX_PIECES; count += 1) {
    const piece = PIECE.exec(source);
    if (piece === null) break;
    words += piece[2] ?? plainRoom(piece[1] ?? piece[0]);
    if (/[\d=<>]/.test(piece[1] ?? '')) break;
    const isNear = APPROXIMATELY.test(words);
    if (!isNear && !LEADS.test(words)) continue;
    length = PIECE.lastIndex;
    isApproximate = isNear;
    if (hedges(words)) return { length: 0, isApproximate: false };
  }
  return { length, isApproximate };
}

/**
 * An answer without the words that lead up to its value: `\text{The answer is } 9`,
 * `\text{There are 16 ways}`, `\text{Therefore, } x = 42`. Words that deny or hedge stay.
 */
export function withoutLeadIn(source: string): string {
  const inside = WHOLE.exec(source)?.[1]?.trim();
  if (inside !== undefined) {
    const rest = withoutLeadIn(inside);
    return rest === inside ? source : `\\text{${rest.replace(/\.$/, '')}}`;
  }
  const { length, isApproximate } = leadLength(source);
  const value = source.slice(length).replace(/^(?:[\s~,:]|\\[,;: !])+/, '');
  if (length === 0 || !VALUE.test(value)) return source;
  return isApproximate ? `\\approx ${value}` : value;
}
