/** What the escapes of one character stand for in a string literal of Python, by that character. */
export const PYTHON_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
