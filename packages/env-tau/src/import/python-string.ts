import { PYTHON_ESCAPES } from 'slime-sdk/parsers';

/** What is wrong with a literal; told with its place by the one who reads it. */
export class LiteralFault extends Error {
  override readonly name = 'LiteralFault';
}

const ESCAPE = /\\([0-7]{1,3}|[^])/gu;
const HEX_LENGTH = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function fromHex(digits: string, escape: string): string {
  if (!/^[0-9a-fA-F]+$/.test(digits)) {
    throw new LiteralFault(`the escape \\${escape} needs hexadecimal digits after it`);
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10_ffff) throw new LiteralFault(`\\${escape}${digits} is no character`);
  if (code >= 0xd800 && code <= 0xdfff) {
    throw new LiteralFault(
      `\\${escape}${digits} is half a character: write it as \\U and 8 digits`,
    );
  }
  return String.fromCodePoint(code);
}

/**
 * The text that a Python string literal stands for.
 *
 * @param body What stands between the quotes, lines ended by a line feed.
 * @throws LiteralFault for an escape that Python refuses, for half a character, and for `\N{…}`,
 *   which needs Unicode's list of names.
 */
export function unescapePython(body: string): string {
  if (!body.includes('\\')) return body;
  let text = '';
  let end = 0;
  ESCAPE.lastIndex = 0;
  for (let match = ESCAPE.exec(body); match !== null; match = ESCAPE.exec(body)) {
    const escape = match[1] ?? '';
    text += body.slice(end, match.index);
    end = ESCAPE.lastIndex;
    const length = HEX_LENGTH.get(escape);
    if (length !== undefined) {
      const digits = body.slice(end, end + length);
      if (digits.length < length) {
        throw new LiteralFault(
          `the escape \\${escape} needs ${length} hexadecimal digits after it`,
        );
      }
      text += fromHex(digits, escape);
      end += length;
      ESCAPE.lastIndex = end;
    } else if (escape === 'N') {
      throw new LiteralFault('\\N{…} names a character: write the character itself, or \\u');
    } else if (/^[0-7]/.test(escape)) {
      text += String.fromCodePoint(Number.parseInt(escape, 8));
    } else {
      // Python keeps the backslash of an escape that it does not know.
      text += PYTHON_ESCAPES.get(escape) ?? `\\${escape}`;
    }
  }
  return text + body.slice(end);
}
