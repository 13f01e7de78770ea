import { expect, test } from 'vitest';
import { TemplateDate } from '../../../src/rollout/template-date.ts';
import { strftime } from '../../../src/tokens/jinja/strftime.ts';

const date = TemplateDate.parse('1990-01-05T03:04:05');

function write(format: string): string {
  if (date === null) throw new Error('no date');
  return strftime(date, format);
}

// As Python 3.11 writes them with glibc.
test.each([
  ['%d %-d %_d %0d', '05 5  5 05'],
  ['%e %-e %_e %0e', ' 5 5  5 05'],
  ['%k %-k %0k %-H %_H', ' 3 3 03 3  3'],
  ['%j %-j %_j', '005 5   5'],
  ['%D %-D %_D %0D', '01/05/90 01/05/90 01/05/90 01/05/90'],
  ['%-x %_X %-R %-T %-F', '01/05/90 03:04:05 03:04 03:04:05 1990-01-05'],
  ['%-r %_c', '03:04:05 AM Fri Jan  5 03:04:05 1990'],
  ['%^b %^A %^p %^P %^d %^D', 'JAN FRIDAY AM am 05 01/05/90'],
  ['%-b %_A %0p', 'Jan Friday AM'],
  ['%f %z%Z', '000000 '],
])('a flag pads numbers, and only these: %s', (format, written) => {
  expect(write(format)).toBe(written);
});

test.each(['%#b', '%-f', '%^f', '%-Z', '%_z', '%E', '%-i', '%'])('%s is refused', (format) => {
  expect(() => write(format)).toThrow(/is not implemented$/);
});
