const { strictEqual } = require('node:assert');

interface Scored {
  response: string;
  label: unknown;
}

/** The last number of the response is the answer. */
function customRm(_args: unknown, sample: Scored): number {
  strictEqual(typeof sample.response, 'string');
  const numbers = sample.response.match(/-?\d+(?:\.\d+)?/g);
  if (numbers === null) return 0;
  return Number(numbers[numbers.length - 1]) === Number(sample.label) ? 1 : 0;
}

module.exports = { customRm };
