import type { JsonValue, RewardValue } from 'slime-sdk';
import { escapeLines } from '../observe/escape-text.ts';

/** How a row without a reward is named in the table. */
const ERROR = 'error';
/** Values that have a line or column of their own; the others share one. */
const MAX_VALUES = 12;
const OTHERS = 'others';
const MAX_CELL = 40;

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

/** Numbers first, by size. */
function byValue(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return a < b ? -1 : 1;
}

/**
 * Counts how often rewards are what their rows expect: `expected` is a reward, true and false stand
 * for 1 and 0, and null for a row that cannot be graded.
 */
export class Agreement {
  readonly #pairs: { expected: string; given: string }[] = [];
  readonly #key: string | null;

  /** Where a number is expected, a reward that is an object counts by its `key`. */
  constructor(key: string | null) {
    this.#key = key;
  }

  /** Counts a row that carries `expected`. */
  add(expected: JsonValue, reward: RewardValue | null): void {
    const isObject = typeof expected === 'object' && expected !== null;
    const keyed = typeof reward === 'object' && !isObject && this.#key !== null;
    const given = keyed ? (reward?.[this.#key ?? ''] ?? null) : reward;
    this.#pairs.push({ expected: nameReward(expected), given: nameReward(given) });
  }

  /** The share that agrees, and below it a table of what was given for what; nothing without rows. */
  lines(): string[] {
    const all = this.#pairs.length;
    if (all === 0) return [];
    const agreeing = this.#pairs.filter(({ expected, given }) => expected === given).length;
    return [
      `agreement ${percent(agreeing, all)}: ${agreeing} of the ${all} rows with \`expected\``,
      ...this.#table(),
    ];
  }

  #table(): string[] {
    const rows = shown(this.#pairs.map(({ expected }) => expected));
    const columns = shown(this.#pairs.map(({ given }) => given));
    const counts = new Map<string, number>();
    for (const { expected, given } of this.#pairs) {
      const key = JSON.stringify([fit(expected, rows), fit(given, columns)]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const cells = rows.map((row) => [
      row,
      ...columns.map((column) => String(counts.get(JSON.stringify([row, column])) ?? 0)),
    ]);
    const table = [['expected \\ given', ...columns], ...cells].map((row) => row.map(fitCell));
    const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
    return table.map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths?.[at] ?? 0) : cell.padStart(widths?.[at] ?? 0),
        )
        .join('  '),
    );
  }
}

/** The same text for the same reward, whatever the order of its keys; a row without one is `error`. */
export function nameReward(value: JsonValue): string {
  if (value === null) return ERROR;
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

/** The most frequent values, in order, and a place for the others where there are more. */
function shown(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_VALUES);
  const values = frequent.map(([name]) => name).sort(byValue);
  return counts.size > MAX_VALUES ? [...values, OTHERS] : values;
}

/** A row may expect anything: one cell must not make the table unreadable. */
function fitCell(text: string): string {
  const cut = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
  return escapeLines(cut);
}

const fit = (name: string, values: readonly string[]): string =>
  values.includes(name) ? name : OTHERS;
