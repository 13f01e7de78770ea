import { anyArguments } from '../arguments.ts';
import { instruction } from '../instruction.ts';
import { splitBlanks, trimBlanks } from '../text/blanks.ts';
import { csvRows } from './csv-rows.ts';

const CITY = ['ID', 'Country', 'City', 'Year', 'Count'];
const PRODUCT =
  /^(?:ProductID|"ProductID"),[ \t]*(?:Category|"Category"),[ \t]*(?:Brand|"Brand"),[ \t]*(?:Price|"Price"),[ \t]*(?:Stock|"Stock")$/;
const STUDENT =
  /^(?:StudentID|"StudentID")\t *(?:Subject|"Subject")\t *(?:Grade|"Grade")\t *(?:Semester|"Semester")\t *(?:Score|"Score")$/;
const FIELDS = 5;
const SPECIAL = /[^\p{L}\p{N}_]/u;

const hasAllFields = (row: readonly string[]): boolean => row.length === FIELDS;

const headerOf = (response: string): string => trimBlanks(response.split('\n', 1)[0] ?? '');

/** The header and rows of a text, quotes kept in the fields; null where there are more or fewer. */
function quotedRows(response: string, delimiter: string, rows: number): string[][] | null {
  const found = csvRows(response.replaceAll('"', '"""'), delimiter, rows + 1);
  return found?.length === rows + 1 ? found : null;
}

/** Whether the first line of a field is in quotes, with a character beside letters, digits and blanks. */
function isSpecial(field: string): boolean {
  const line = field.split('\n', 1)[0] ?? '';
  const end = line.lastIndexOf('"');
  return (
    line.startsWith('"') &&
    end > 0 &&
    splitBlanks(line.slice(1, end)).some((part) => SPECIAL.test(part))
  );
}

function isCityTable(response: string): boolean {
  const [header, ...rows] = csvRows(response, ',', 8) ?? [];
  if (header === undefined || rows.length !== 7 || !rows.every(hasAllFields)) return false;
  return hasAllFields(header) && CITY.every((name, at) => header[at] === name);
}

function isProductTable(response: string): boolean {
  if (!PRODUCT.test(headerOf(response))) return false;
  const [, ...rows] = quotedRows(response, ',', 14) ?? [];
  // IFBench looks no further than the first row with a special field.
  const special = rows.findIndex((row) => row.some(isSpecial));
  return special >= 0 && rows.slice(0, special + 1).every(hasAllFields);
}

function isStudentTable(response: string): boolean {
  if (!STUDENT.test(headerOf(response))) return false;
  const rows = quotedRows(response, '\t', 3) ?? [];
  const isQuoted = (field: string): boolean => {
    const text = trimBlanks(field);
    return text.startsWith('"') && text.endsWith('"');
  };
  return rows.length > 0 && rows.every((row) => hasAllFields(row) && row.every(isQuoted));
}

/** Instructions of IFBench that ask for a table. */
export const csvInstructions = {
  'custom:csv_city': instruction(anyArguments, isCityTable),
  'custom:csv_special_character': instruction(anyArguments, isProductTable),
  'custom:csv_quotes': instruction(anyArguments, isStudentTable),
};
