import { ConfigError } from 'slime-sdk';

/** A data file and the part of its rows that is asked for. */
export interface PromptDataPath {
  file: string;
  /** First row, as in a Python slice; null from the start. */
  start: number | null;
  /** Row after the last, as in a Python slice; null to the end. */
  end: number | null;
}

/**
 * Splits `rows.jsonl@[start:end]`, the value of `--prompt-data`.
 *
 * @throws ConfigError when there is a suffix `@[…]` that is no slice.
 */
export function parsePromptDataPath(value: string): PromptDataPath {
  const suffix = /^(.*)@\[([^[\]]*)\]$/s.exec(value);
  if (suffix === null) return { file: value, start: null, end: null };
  const bounds = /^(-?\d+)?:(-?\d+)?$/.exec(suffix[2] ?? '');
  if (bounds === null) {
    throw new ConfigError(
      `--prompt-data ${value}: "@[${suffix[2]}]" is no slice; ` +
        'write @[start:end] with integers, either of which may be left out',
    );
  }
  return { file: suffix[1] ?? '', start: toBound(bounds[1]), end: toBound(bounds[2]) };
}

function toBound(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** Resolves a Python slice over `length` rows: `from` inclusive, `to` exclusive, never crossed. */
export function resolveSlice(
  slice: Pick<PromptDataPath, 'start' | 'end'>,
  length: number,
): { from: number; to: number } {
  const clamp = (bound: number): number =>
    Math.min(Math.max(bound < 0 ? bound + length : bound, 0), length);
  const from = slice.start === null ? 0 : clamp(slice.start);
  const to = slice.end === null ? length : clamp(slice.end);
  return { from, to: Math.max(from, to) };
}
