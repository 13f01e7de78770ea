import { charge, chargeSlowly } from './budget.ts';
import type { LocalTime } from './local-time.ts';
import { typeName } from './values.ts';
import { TemplateError } from './template-error.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What a call takes besides its format: the date in local time. */
const CODE_STEPS = 20;

/**
 * Python's `strftime` of a date without time zone, in local time and the C locale, as glibc writes
 * it.
 *
 * @throws TemplateError for a code that is not implemented, and where the format is no text
 */
export function strftime(date: LocalTime, format: unknown): string {
  if (typeof format !== 'string') {
    throw new TemplateError(`strftime_now() takes a string, not ${typeName(format)}`);
  }
  charge(CODE_STEPS);
  chargeSlowly(format.length);
  return format.replace(/%([-_0^#]?)([\s\S]?)/g, (whole, flag: string, code: string) =>
    flagged(field(date, code, whole), code, flag),
  );
}

/** Codes of one number, which a flag pads otherwise; one of several parts is written as it is. */
const NUMBERS = 'CGHIMSUVWYdegjklmuwy';

/** glibc is not asked for these, but with a flag it is, and says something else. */
const OF_PYTHON = 'fzZ';

function flagged(text: string, code: string, flag: string): string {
  if (flag === '') return text;
  if (flag === '#' || OF_PYTHON.includes(code)) {
    throw new TemplateError(`the date flag \`${flag}\` of \`%${code}\` is not implemented`);
  }
  if (flag === '^') return code === 'P' ? text : text.toUpperCase();
  if (!NUMBERS.includes(code)) return text;
  const digits = text.replace(/^[0 ]+(?=\d)/, '');
  return flag === '-' ? digits : digits.padStart(text.length, flag === '_' ? ' ' : '0');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function spaced(value: number): string {
  return String(value).padStart(2, ' ');
}

const DAY = 86_400_000;

/** Days are counted in UTC, where each has 24 hours. */
function midnightOf(date: LocalTime): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

function dayOfYear(date: LocalTime): number {
  return (midnightOf(date) - Date.UTC(date.getFullYear(), 0, 1)) / DAY + 1;
}

/** Week of the year when weeks start on this day: 0 before the first such day. */
function weekOfYear(date: LocalTime, firstDay: 0 | 1): number {
  return Math.floor((dayOfYear(date) + 6 - ((date.getDay() - firstDay + 7) % 7)) / 7);
}

/** ISO year and week: that of its Thursday. */
function isoWeek(date: LocalTime): { year: number; week: number } {
  const thursday = midnightOf(date) + (4 - (date.getDay() || 7)) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  return { year, week: Math.floor((thursday - Date.UTC(year, 0, 1)) / DAY / 7) + 1 };
}

function field(date: LocalTime, code: string, whole: string): string {
  const hours = date.getHours();
  const part = (parts: string) =>
    parts.replace(/[A-Za-z]/g, (letter) => field(date, letter, `%${letter}`));
  switch (code) {
    case 'Y':
      return String(date.getFullYear());
    case 'C':
      return two(Math.floor(date.getFullYear() / 100));
    case 'y':
      return two(date.getFullYear() % 100);
    case 'G':
      return String(isoWeek(date).year);
    case 'g':
      return two(isoWeek(date).year % 100);
    case 'V':
      return two(isoWeek(date).week);
    case 'U':
      return two(weekOfYear(date, 0));
    case 'W':
      return two(weekOfYear(date, 1));
    case 'j':
      return String(dayOfYear(date)).padStart(3, '0');
    case 'm':
      return two(date.getMonth() + 1);
    case 'd':
      return two(date.getDate());
    case 'e':
      return spaced(date.getDate());
    case 'u':
      return String(date.getDay() || 7);
    case 'w':
      return String(date.getDay());
    case 'H':
      return two(hours);
    case 'k':
      return spaced(hours);
    case 'I':
      return two(hours % 12 || 12);
    case 'l':
      return spaced(hours % 12 || 12);
    case 'M':
      return two(date.getMinutes());
    case 'S':
      return two(date.getSeconds());
    case 'f':
      return String(date.getMilliseconds() * 1000).padStart(6, '0');
    case 'p':
      return hours < 12 ? 'AM' : 'PM';
    case 'P':
      return hours < 12 ? 'am' : 'pm';
    case 'B':
      return MONTHS[date.getMonth()] ?? '';
    case 'b':
    case 'h':
      return (MONTHS[date.getMonth()] ?? '').slice(0, 3);
    case 'A':
      return DAYS[date.getDay()] ?? '';
    case 'a':
      return (DAYS[date.getDay()] ?? '').slice(0, 3);
    case 'D':
    case 'x':
      return part('m/d/y');
    case 'F':
      return part('Y-m-d');
    case 'T':
    case 'X':
      return part('H:M:S');
    case 'R':
      return part('H:M');
    case 'r':
      return part('I:M:S p');
    case 'c':
      return part('a b e H:M:S Y');
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'z':
    case 'Z':
      return '';
    case '%':
      return '%';
    default:
      throw new TemplateError(`the date format \`${whole}\` is not implemented`);
  }
}
