/** `\begin{cases}…\end{cases}`, and the array behind one brace that is set the same. */
const CASES =
  /^(?:\\left\s*)?(?:\\\{\s*)?\\begin\s*\{(cases|aligned|array)\}(?:\s*\{[lcr| ]*\})?([\s\S]*)\\end\s*\{\1\}\s*(?:\\right\s*\.?)?$/;
/** `f(x) =` and `a_n =` in front of them. */
const NAME = /^[A-Za-z]\s*(?:_\s*(?:\w|\{[^{}]*\})\s*)?(?:\(\s*[A-Za-z]\s*\)\s*)?=\s*(?=\\)/;
const CONDITION = /^(?:\\(?:text|mbox|mathrm)\s*\{\s*(?:if|for|when)\s*\}|(?:if|for|when)\b)/;
const LAST_MARK = /\s*[,;.]$/;

/** One value of a function that is defined by cases, and when it has it. */
export interface Case {
  readonly value: string;
  readonly condition: string;
}

function rowsOf(source: string): string[] | null {
  const [, environment, body] = CASES.exec(source.trim().replace(NAME, '')) ?? [];
  if (body === undefined) return null;
  if (environment === 'array' && !/^(?:[^\\]|\\left)*\\\{/.test(source)) return null;
  const rows = body.split('\\\\').map((row) => row.trim().replace(LAST_MARK, ''));
  return rows.filter((row) => row !== '');
}

/** The equations of `\begin{cases}x=1\\y=2\end{cases}`; null where a text is no system. */
export function systemOf(source: string): string[] | null {
  const rows = rowsOf(source)?.map((row) => row.replace(/\s*&\s*=\s*&?|=\s*&\s*/, '='));
  if (rows === undefined || rows.length < 2) return null;
  return rows.every((row) => /^[^=&,]*=[^=&,]*$/.test(row)) ? rows : null;
}

/** The value and the condition of a row, with a comma between them where there is no `&`. */
function cellsOf(row: string): string[] {
  if (row.includes('&')) return row.split('&');
  const comma = row.lastIndexOf(',');
  return comma < 0 ? [row] : [row.slice(0, comma), row.slice(comma + 1)];
}

/** The cases of `f(x)=\begin{cases}x & x>0 \\ 0 & x\le 0\end{cases}`; null where there are none. */
export function piecesOf(source: string): Case[] | null {
  const rows = rowsOf(source)?.map(cellsOf);
  if (rows === undefined || rows.length < 2) return null;
  const pieces = rows.flatMap(([value = '', condition = '', more]) => {
    const bare = condition.trim().replace(CONDITION, '').trim();
    if (value.trim() === '' || bare === '' || more !== undefined) return [];
    return { value: value.trim().replace(LAST_MARK, ''), condition: bare };
  });
  return pieces.length === rows.length ? pieces : null;
}
