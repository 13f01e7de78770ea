import type { JsonValue } from 'slime-sdk';

/** Whether two JSON values are equal; the order of keys does not count. */
export function sameJson(left: JsonValue, right: JsonValue): boolean {
  if (typeof left !== 'object' || left === null) return left === right;
  if (typeof right !== 'object' || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => sameItem(item, right[at]))
    );
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameItem(left[key], right[key]))
  );
}

function sameItem(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left !== undefined && right !== undefined && sameJson(left, right);
}
