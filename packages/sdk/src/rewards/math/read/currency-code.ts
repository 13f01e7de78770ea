const SIGNS: ReadonlyMap<string, string> = new Map([
  ['USD', '\\$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['INR', '₹'],
  ['Rs', '₹'],
  ['CNY', '¥'],
  ['RMB', '¥'],
]);
const CODE = [...SIGNS.keys()].join('|');
/** `USD 40`, `\text{Rs. }500`. */
const IN_FRONT = new RegExp(
  `^(-?)\\s*(?:\\\\(?:text|mathrm|mbox)\\s*\\{\\s*(${CODE})\\.?\\s*\\}|(${CODE})\\b\\.?)(?:[\\s~]|\\\\[,;: ])*(?=\\d|\\.\\d)`,
);

/** An amount with the sign of its currency for the letters in front of it. */
export function withCurrencySign(text: string): string {
  return text.replace(
    IN_FRONT,
    (_, minus: string, set?: string, bare?: string) => minus + (SIGNS.get(set ?? bare ?? '') ?? ''),
  );
}
