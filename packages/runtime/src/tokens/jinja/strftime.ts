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

/** Python's `strftime` in local time, in the C locale. */
export function strftime(date: Date, format: string): string {
  return format.replace(/%(.?)/gs, (_, code: string) => field(date, code));
}

function field(date: Date, code: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  switch (code) {
    case 'Y':
      return String(date.getFullYear());
    case 'y':
      return two(date.getFullYear() % 100);
    case 'm':
      return two(date.getMonth() + 1);
    case 'd':
      return two(date.getDate());
    case 'H':
      return two(date.getHours());
    case 'I':
      return two(date.getHours() % 12 || 12);
    case 'M':
      return two(date.getMinutes());
    case 'S':
      return two(date.getSeconds());
    case 'p':
      return date.getHours() < 12 ? 'AM' : 'PM';
    case 'B':
      return MONTHS[date.getMonth()] ?? '';
    case 'b':
      return (MONTHS[date.getMonth()] ?? '').slice(0, 3);
    case 'A':
      return DAYS[date.getDay()] ?? '';
    case 'a':
      return (DAYS[date.getDay()] ?? '').slice(0, 3);
    case '%':
      return '%';
    default:
      throw new TemplateError(`the date format \`%${code}\` is not implemented`);
  }
}
