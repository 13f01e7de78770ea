import { trimBlanks } from '../text/blanks.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Napoleon's life. */
const [FIRST_YEAR, LAST_YEAR] = [1769, 1821];

/** Whether a text is a day of the calendar in Napoleon's life; IFBench takes 1800-02-29 and day 0. */
function isDay(text: string): boolean {
  const [, year, month, day] = DATE.exec(trimBlanks(text))?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= FIRST_YEAR &&
    year <= LAST_YEAR &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

/** Whether a text is a list of dates, `YYYY-MM-DD`, between commas. */
export const areDates = (response: string): boolean => response.split(',').every(isDay);
