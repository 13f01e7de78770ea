/** An amount of money, which Python holds as a float: 36 dollars are `36.0`. */
export class Money {
  /** @param {number} cents */
  constructor(cents) {
    this.cents = cents;
  }

  toString() {
    const dollars = this.cents / 100;
    return Number.isInteger(dollars) ? `${dollars}.0` : String(dollars);
  }
}

/** The sum of amounts. @param {readonly Money[]} amounts */
export function sum(amounts) {
  return new Money(amounts.reduce((total, { cents }) => total + cents, 0));
}

/** A value as Python's `json.dumps` writes it; all texts of these data are ASCII. */
export function pythonJson(value) {
  if (value instanceof Money) return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (value instanceof Map) return dictJson([...value]);
  if (typeof value === 'object' && value !== null) return dictJson(Object.entries(value));
  return JSON.stringify(value);
}

function dictJson(entries) {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${pythonJson(value)}`).join(', ')}}`;
}

/** A table, one record a line. @param {ReadonlyMap<string, unknown>} records */
export function tableJson(records) {
  const lines = [...records].map(
    ([key, record]) => `${JSON.stringify(key)}: ${pythonJson(record)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** A list, one element a line. @param {readonly unknown[]} elements */
export function listJson(elements) {
  return `[\n${elements.map(pythonJson).join(',\n')}\n]\n`;
}
