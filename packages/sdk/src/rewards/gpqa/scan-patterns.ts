export const TAG = /<\/?[a-z]{1,20}>/iy;
/** `in section 3 500 kg`: no thousands. */
const NUMBERED = String.raw`(?<!\b(?:section|step|figure|fig\.|table|equation|eq\.|case|part|problem|question|chapter|page|option|number|no\.|item|line|level|phase|stage|type|model|experiment|trial|sample)\s\(?\d{1,3})`;
/** `10,000`, `10 000`. */
export const THOUSANDS = new RegExp(
  String.raw`(?:,|${NUMBERED}[ \u00a0\u2009\u202f](?!\d{3} \d{3}\d))\d{3}(?!\d)`,
  'iy',
);
export const SINGLE = /[([{]\s{0,3}[-+−]?[A-Za-z0-9.]{1,30}[-+−]?\s{0,3}[)\]}]/y;
export const SINGLE_BEFORE = /[([{]\s{0,3}[-+−]?[A-Za-z0-9.]{1,30}[-+−]?\s{0,3}$/;
export const STRONG_OPERATOR = /\s{0,3}[*/^×·÷]/y;
/** What comes next has a sign. */
export const SIGNED = /[\s${\\(]{0,4}[-−]/y;

/** Full-width forms and lowered digits are those of ASCII, moved. */
export function unmoved(code: number): number {
  if (code >= 0xff_01 && code <= 0xff_5e) return code - 0xfe_e0;
  return code >= 0x20_80 && code <= 0x20_89 ? code - 0x20_50 : code;
}

/** Whether a sticky pattern fits at a place. */
export const matchesAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};
