/** Where a JSON value ends, or why there is none. */
export type JsonScan =
  | {
      ok: true;
      end: number;
      /** Why a number in it would not be the one that was written. */
      lost: string | undefined;
    }
  | {
      ok: false;
      problem: string;
      /** Where it stops being JSON. */
      at: number;
      /** Everything before this was read for certain: a string that is not closed starts here. */
      sure: number;
    };

/** Deeper values overflow the stack of whoever walks them next. */
const MAX_DEPTH = 100;

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

const PROBLEMS: Record<Expected, string> = {
  value: 'expected a value',
  'value or ]': 'expected a value or ]',
  key: 'expected a key in double quotes',
  'key or }': 'expected a key in double quotes or }',
  colon: 'expected : after a key',
  'comma or end': 'expected , or the closing bracket',
};

/**
 * Finds the end of the JSON value that starts at `from`, in one pass and without recursion, so
 * that text after it can be told from text within its strings. Quotes nothing of the input.
 */
export function scanJson(text: string, from: number): JsonScan {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = from;
  let lost: string | undefined;
  const fail = (problem: string, where: number): JsonScan => ({
    ok: false,
    problem,
    at: where,
    sure: where,
  });
  for (;;) {
    at = skipJsonSpace(text, at);
    if (at >= text.length) return fail('the JSON is not complete', at);
    const char = text.charAt(at);
    const inObject = open.at(-1) === '{';
    let closed = false;
    if (char === (inObject ? '}' : ']') && canClose(expected, open.length)) {
      open.pop();
      at += 1;
      closed = true;
    } else if (expected === 'comma or end' || expected === 'colon') {
      if (char !== (expected === 'colon' ? ':' : ',')) return fail(PROBLEMS[expected], at);
      at += 1;
      expected = expected === 'comma or end' && inObject ? 'key' : 'value';
      continue;
    } else if (char === '"') {
      const string = scanString(text, at);
      if (!string.ok) return string;
      at = string.end;
      if (expected === 'key' || expected === 'key or }') {
        expected = 'colon';
        continue;
      }
      closed = true;
    } else if (expected === 'key' || expected === 'key or }') {
      return fail(PROBLEMS[expected], at);
    } else if (char === '{' || char === '[') {
      if (open.length === MAX_DEPTH) return fail(`nested more than ${MAX_DEPTH} deep`, at);
      open.push(char);
      at += 1;
      expected = char === '{' ? 'key or }' : 'value or ]';
      continue;
    } else {
      LITERAL.lastIndex = at;
      const literal = LITERAL.exec(text)?.[0];
      if (literal === undefined) return fail(PROBLEMS[expected], at);
      lost ??= describeLoss(literal);
      at = LITERAL.lastIndex;
      closed = true;
    }
    if (closed && open.length === 0) return { ok: true, end: at, lost };
    expected = 'comma or end';
  }
}

function canClose(expected: Expected, depth: number): boolean {
  return (
    depth > 0 &&
    (expected === 'comma or end' || expected === 'key or }' || expected === 'value or ]')
  );
}

function scanString(text: string, start: number): JsonScan {
  const fail = (problem: string, at: number): JsonScan => ({ ok: false, problem, at, sure: start });
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { ok: true, end: at + 1, lost: undefined };
    if (code < SPACE) {
      return fail('a string holds a line break or control character, write it as an escape', at);
    }
    if (code !== BACKSLASH) continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return fail('an escape in a string is unknown', at);
    at = ESCAPE.lastIndex - 1;
  }
  return fail('a string is not closed', text.length);
}

/** JavaScript has one kind of number: an integer beyond 2^53 - 1 becomes another one. */
function describeLoss(literal: string): string | undefined {
  if (!/\d/.test(literal)) return undefined;
  const value = Number(literal);
  if (!Number.isFinite(value)) return 'a number is too large';
  return /[.eE]/.test(literal) || Number.isSafeInteger(value)
    ? undefined
    : 'an integer beyond 2^53 - 1 would be rounded, write it as a string';
}

function skipJsonSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}
