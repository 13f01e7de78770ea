// Numbers in the way Geometry3K writes them, worked out without floating point.

/** @param {number} a @param {number} b @returns {number} */
export const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));

/** `\frac { 20 } { 3 }`, or the integer. @param {number} top @param {number} bottom */
export function fraction(top, bottom) {
  const shared = gcd(top, bottom);
  const [n, d] = [top / shared, bottom / shared];
  return d === 1 ? String(n) : `\\frac { ${n} } { ${d} }`;
}

/** The root of an integer, squares taken out: `2 \sqrt { 221 }`. @param {number} square */
export function root(square) {
  let outside = 1;
  let inside = square;
  for (let factor = 2; factor * factor <= inside; factor += 1) {
    while (inside % (factor * factor) === 0) {
      inside /= factor * factor;
      outside *= factor;
    }
  }
  if (inside === 1) return String(outside);
  return outside === 1 ? `\\sqrt { ${inside} }` : `${outside} \\sqrt { ${inside} }`;
}

/** Half of `side` times the root of three. @param {number} side */
export function halfRootThree(side) {
  if (side % 2 === 1) return `\\frac { ${side} \\sqrt { 3 } } { 2 }`;
  return side === 2 ? '\\sqrt { 3 }' : `${side / 2} \\sqrt { 3 }`;
}

/** Tenths as a decimal: 315 is `31.5`, 300 is `30`. @param {number} tenths */
export const decimal = (tenths) =>
  tenths % 10 === 0 ? String(tenths / 10) : `${Math.trunc(tenths / 10)}.${tenths % 10}`;

/** Pi with eighteen decimals; far closer than any area here lies to a rounding boundary. */
const PI = { top: 3_141_592_653_589_793_238n, bottom: 10n ** 18n };

/** `pi * factor`, rounded to the nearest tenth, one decimal always. @param {number} factor */
export function timesPi(factor) {
  const tenths = (PI.top * BigInt(factor) * 20n + PI.bottom) / (2n * PI.bottom);
  return `${tenths / 10n}.${tenths % 10n}`;
}
