import { ConfigError, type JsonValue } from 'slime-sdk';
import { runFile } from '../observe/run-files.ts';
import { readRunRecord, type RunRecord } from '../observe/run-manifest.ts';
import type { LocalTime } from '../tokens/index.ts';

/** Name of the date in the settings of a run whose template reads the clock. */
export const TEMPLATE_DATE = 'template_date';

/**
 * The date of all prompts of a run: what a clock on the wall showed, in whole seconds. No zone
 * changes it, also one whose clocks skipped that hour.
 */
export class TemplateDate implements LocalTime {
  /** As `run.json` has it: `2026-01-05T23:59:59`. */
  readonly text: string;
  /** That time, were it one of UTC, where every time exists. */
  readonly #utc: Date;

  private constructor(utc: Date) {
    this.#utc = utc;
    this.text = utc.toISOString().replace(/\.\d+Z$/, '');
  }

  /** The time that this machine's clock shows. */
  static now(): TemplateDate {
    const now = new Date();
    return new TemplateDate(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));
  }

  /** Null for a text that {@link text} cannot be. */
  static parse(text: string): TemplateDate | null {
    const utc = new Date(`${text}Z`);
    if (Number.isNaN(utc.getTime())) return null;
    const date = new TemplateDate(utc);
    return date.text === text ? date : null;
  }

  getFullYear(): number {
    return this.#utc.getUTCFullYear();
  }

  getMonth(): number {
    return this.#utc.getUTCMonth();
  }

  getDate(): number {
    return this.#utc.getUTCDate();
  }

  getDay(): number {
    return this.#utc.getUTCDay();
  }

  getHours(): number {
    return this.#utc.getUTCHours();
  }

  getMinutes(): number {
    return this.#utc.getUTCMinutes();
  }

  getSeconds(): number {
    return this.#utc.getUTCSeconds();
  }

  getMilliseconds(): number {
    return 0;
  }
}

/**
 * The date of the prompts of a run, which midnight does not change: that of the run which is gone
 * on with, else now.
 *
 * @returns `isKnown` is false where there are prompts already, of a date that was not recorded
 * @throws ConfigError when the file in the run's place is no record of a run, or its date is none
 */
export async function templateDate(
  output: string,
  resume: boolean,
): Promise<{ date: TemplateDate; isKnown: boolean }> {
  const file = runFile(output, 'run');
  const earlier = resume ? await readRunRecord(file) : null;
  const recorded = earlier === null ? null : recordedDate(file, earlier);
  return { date: recorded ?? TemplateDate.now(), isKnown: earlier === null || recorded !== null };
}

/**
 * The date that a run's record has; null where it has none.
 *
 * @throws ConfigError that names the file when it is no date
 */
export function recordedDate(file: string, { settings }: RunRecord): TemplateDate | null {
  const recorded: JsonValue | undefined = settings[TEMPLATE_DATE];
  if (recorded === undefined) return null;
  const date = typeof recorded === 'string' ? TemplateDate.parse(recorded) : null;
  if (date !== null) return date;
  throw new ConfigError(
    `${file}: settings.${TEMPLATE_DATE} is ${JSON.stringify(recorded)}, no date such as ` +
      '2026-01-05T23:59:59; write that of the prompts there, or remove the key where it is not known',
    { data: { file, key: `settings.${TEMPLATE_DATE}` } },
  );
}
