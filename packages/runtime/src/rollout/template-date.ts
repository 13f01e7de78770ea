import { runFile } from '../observe/run-files.ts';
import { readRunRecord } from '../observe/run-manifest.ts';

/** Name of the date in the settings of a run whose template reads the clock. */
export const TEMPLATE_DATE = 'template_date';

/**
 * The date of all prompts of a run, which midnight does not change: that of the run which is gone
 * on with, else now.
 *
 * @throws ConfigError when the file in the run's place is no record of a run
 */
export async function templateDate(output: string, resume: boolean): Promise<Date> {
  const earlier = resume ? await readRunRecord(runFile(output, 'run')) : null;
  const date = readTemplateDate(earlier?.settings[TEMPLATE_DATE]) ?? new Date();
  // The record has whole seconds.
  date.setMilliseconds(0);
  return date;
}

/** A recorded date; undefined where none is. */
export function readTemplateDate(recorded: unknown): Date | undefined {
  if (typeof recorded !== 'string') return undefined;
  const date = new Date(recorded);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A date as a template prints it: local time without its zone, so that it is the same in others. */
export function writeTemplateDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
