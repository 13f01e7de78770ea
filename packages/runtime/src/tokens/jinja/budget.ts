import { BoundError } from './template-error.ts';

/**
 * Steps of one rendering: nodes of a loop's body in each round, nodes of a value that is written.
 * A conversation of a thousand messages takes some hundred thousand.
 */
const MOST_STEPS = 10_000_000;

/** What it takes to write, compare or filter one value. */
export const VALUE_STEPS = 5;

/** Characters that one rendering may write, make or look through. */
const MOST_CHARACTERS = 200_000_000;

/** Characters of one string, and eighths of items of one list: longer ones exhaust memory. */
const LONGEST_VALUE = 64 * 1024 * 1024;

/** An item of a list or dict weighs as many characters. */
const ITEM_WEIGHT = 8;

/** A character that is cased, classified or escaped by itself takes as long as so many copied. */
const SLOW_WEIGHT = 16;

let stepsLeft = MOST_STEPS;
let charactersLeft = MOST_CHARACTERS;
let renderings = 0;
let current: number | undefined;

/** A number of the rendering that runs, if any: what one remembers, the next must not know. */
export function rendering(): number | undefined {
  return current;
}

/** Runs one rendering with a budget of its own. */
export function withBudget<T>(render: () => T): T {
  const outer = [stepsLeft, charactersLeft, current] as const;
  renderings += 1;
  current = renderings;
  stepsLeft = MOST_STEPS;
  charactersLeft = MOST_CHARACTERS;
  try {
    return render();
  } finally {
    [stepsLeft, charactersLeft, current] = outer;
  }
}

/**
 * Takes steps from the rendering that runs.
 *
 * @throws TemplateError when none are left: the template loops without end
 */
export function charge(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) {
    throw new BoundError(
      `the rendering takes more than ${MOST_STEPS} steps: the template loops or grows without bound`,
    );
  }
}

/**
 * The same of characters that it goes over or puts out.
 *
 * @throws TemplateError when none are left
 */
export function chargeCharacters(count: number): void {
  charactersLeft -= count;
  if (charactersLeft < 0) {
    throw new BoundError(
      `the rendering handles more than ${MOST_CHARACTERS} characters: the template loops or grows without bound`,
    );
  }
}

/** The same of characters that are looked at one by one in JavaScript, each at the cost of many. */
export function chargeSlowly(count: number): void {
  chargeCharacters(count * SLOW_WEIGHT);
}

/** The same for a string that is about to be made. */
export function chargeText(length: number): void {
  if (length > LONGEST_VALUE) {
    throw new BoundError(`a string of ${length} characters; ${LONGEST_VALUE} are allowed`);
  }
  chargeCharacters(length);
}

/** The same for a list or dict that is about to be made. */
export function chargeItems(count: number): void {
  if (count * ITEM_WEIGHT > LONGEST_VALUE) {
    throw new BoundError(`a list of ${count} items; ${LONGEST_VALUE / ITEM_WEIGHT} are allowed`);
  }
  chargeCharacters(count * ITEM_WEIGHT);
}
