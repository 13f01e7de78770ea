import { TemplateError } from './template-error.ts';

/**
 * What one rendering may do. A unit is about one small step: a node of a loop's body, an item of a
 * list, a character of a new string. Long conversations take some millions.
 */
const LARGEST_RENDERING = 200_000_000;

/** Characters of one string, or eighths of items of one list: longer ones exhaust memory. */
const LONGEST_VALUE = 64 * 1024 * 1024;

/** An item of a list or dict weighs as many characters. */
const ITEM_WEIGHT = 8;

let left = LARGEST_RENDERING;

/** Runs one rendering with a budget of its own. */
export function withBudget<T>(render: () => T): T {
  const outer = left;
  left = LARGEST_RENDERING;
  try {
    return render();
  } finally {
    left = outer;
  }
}

/**
 * Takes steps from the rendering that runs.
 *
 * @throws TemplateError when none are left: the template loops without end or grows without bound
 */
export function charge(steps: number): void {
  left -= steps;
  if (left < 0) {
    throw new TemplateError(
      `the rendering takes more than ${LARGEST_RENDERING} steps: the template loops or grows without bound`,
    );
  }
}

/** The same for a string that is about to be made. */
export function chargeText(length: number): void {
  if (length > LONGEST_VALUE) {
    throw new TemplateError(`a string of ${length} characters; ${LONGEST_VALUE} are allowed`);
  }
  charge(length);
}

/** The same for a list or dict that is about to be made. */
export function chargeItems(count: number): void {
  if (count * ITEM_WEIGHT > LONGEST_VALUE) {
    throw new TemplateError(`a list of ${count} items; ${LONGEST_VALUE / ITEM_WEIGHT} are allowed`);
  }
  charge(count * ITEM_WEIGHT);
}
