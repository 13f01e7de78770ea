/** Where a reader of CSV is: the states of Python's default dialect. */
type State = 'record' | 'field' | 'plain' | 'quoted' | 'quote' | 'line_end';

/** Python refuses a longer field. */
const MAX_FIELD = 131_072;

/** Reads CSV character by character. */
class CsvReader {
  readonly rows: string[][] = [];
  readonly #delimiter: string;
  #row: string[] = [];
  #field = '';
  #state: State = 'record';

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Takes a character; false where Python refuses it. */
  take(character: string): boolean {
    if (this.#state === 'line_end') return character === '\n' || character === '\r';
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'quote';
      else this.#field += character;
    } else if (character === '"' && this.#state !== 'plain') {
      // A quote after a quote stands for itself.
      if (this.#state === 'quote') this.#field += character;
      this.#state = 'quoted';
    } else this.#takePlain(character);
    return this.#field.length <= MAX_FIELD;
  }

  /** Ends a line; inside quotes the field goes on in the next one. */
  endLine(): void {
    if (this.#state === 'quoted') return;
    if (this.#state !== 'record' && this.#state !== 'line_end') this.#endField('record');
    this.#endRow();
  }

  /** Ends the text. */
  end(): void {
    if (this.#state !== 'quoted') return;
    this.#endField('record');
    this.#endRow();
  }

  #takePlain(character: string): void {
    if (character === '\n' || character === '\r') {
      if (this.#state === 'record') this.#state = 'line_end';
      else this.#endField('line_end');
    } else if (character === this.#delimiter) this.#endField('field');
    else {
      this.#field += character;
      this.#state = 'plain';
    }
  }

  #endField(state: State): void {
    this.#row.push(this.#field);
    this.#field = '';
    this.#state = state;
  }

  #endRow(): void {
    this.rows.push(this.#row);
    this.#row = [];
    this.#state = 'record';
  }
}

/**
 * The rows of a text, as Python's `csv.reader` reads its lines: a blank line is a row without
 * fields, and a quote that never closes takes in the rest. Null where Python refuses the text.
 *
 * Stops one row after `limit`.
 */
export function csvRows(text: string, delimiter: string, limit: number): string[][] | null {
  const reader = new CsvReader(delimiter);
  for (let at = 0; at < text.length && reader.rows.length <= limit; at += 1) {
    const character = text[at] ?? '';
    if (!reader.take(character)) return null;
    if (character === '\n' || at === text.length - 1) reader.endLine();
  }
  reader.end();
  return reader.rows;
}
