import { asciiForm } from '../text/ascii.ts';
import { isBlank, trimBlanks } from '../text/blanks.ts';
import { trimMarks } from '../text/punctuation.ts';

/** Capitals of Europe north of 45 degrees, from north to south. */
const CAPITALS = (
  'Reykjavik Helsinki Oslo Tallinn Stockholm Riga Moscow Copenhagen Vilnius Minsk Dublin Berlin ' +
  'Amsterdam Warsaw London Brussels Prague Luxembourg Paris Vienna Bratislava Budapest Vaduz ' +
  'Chisinau Bern Ljubljana Zagreb'
).split(' ');
const LAST_COUNTRY = 'Zimbabwe';
/** Fewer lines cannot be all countries of Africa. */
const COUNTRIES = 52;

/** Whether a text lists the capitals in order, between commas. */
export function listsCapitals(response: string): boolean {
  const names = asciiForm(response)
    .split(',')
    .filter((name) => !isBlank(name));
  return (
    names.length === CAPITALS.length && names.every((name, at) => trimBlanks(name) === CAPITALS[at])
  );
}

/** Whether the lines from Zimbabwe on are enough for Africa, and in falling order of the alphabet. */
export function listsCountries(response: string): boolean {
  const lines = response
    .split('\n')
    .map(trimMarks)
    .filter((line) => line !== '');
  const start = lines.findIndex((line) => line.includes(LAST_COUNTRY));
  const names = start < 0 ? [] : asciiForm(lines.slice(start).join('\n')).split('\n');
  return (
    names.length >= COUNTRIES &&
    names.every((name, at) => at === 0 || name <= (names[at - 1] ?? ''))
  );
}
