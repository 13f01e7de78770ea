import { compareTexts, hashableText } from './hashable-text.ts';
import type { PyValue } from './value.ts';

function unordered(value: PyValue): PyValue {
  if (Array.isArray(value)) {
    const elements = value.map((element) => {
      const plain = unordered(element);
      return { plain, text: hashableText(plain) };
    });
    return elements
      .toSorted((left, right) => compareTexts(left.text, right.text))
      .map(({ plain }) => plain);
  }
  if (value instanceof Map) {
    return new Map([...value].map(([key, element]) => [key, unordered(element)]));
  }
  // `1.0` and `1` are the same amount.
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

/** As {@link hashableText}, the same for lists in any order and for `1` and `1.0`. */
export function unorderedText(value: PyValue): string {
  return hashableText(unordered(value));
}
