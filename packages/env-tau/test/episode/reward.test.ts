import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOutput } from '../../src/episode/find-output.ts';
import { unorderedText } from '../../src/python/unordered-text.ts';
import { parseJson } from '../../src/index.ts';

/** An amount of cents as it may be written. */
function written(
  cents: bigint,
  form: { isGrouped: boolean; hasCents: boolean; currency: string },
): string {
  const size = cents < 0n ? -cents : cents;
  const whole = String(size / 100n);
  const grouped = form.isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  const rest = String(size % 100n).padStart(2, '0');
  const decimals = rest === '00' && !form.hasCents ? '' : `.${rest}`;
  return `${cents < 0n ? '-' : ''}${form.currency}${grouped}${decimals}`;
}

describe('an expected output', () => {
  it.each([
    ['10', ['There are 10.'], true, true],
    ['10', ['Order 9109'], true, false],
    ['10', ['It is 10.5'], true, false],
    ['10', ['It is 3.10'], true, false],
    ['10', ['It is $10, or 11.'], true, true],
    ['23553', ['You save $23,553.'], true, true],
    ['1234567', ['1,234,567!'], true, true],
    ['910', ['9,10'], true, false],
    ['54.04', ['a54.04'], true, false],
    ['54.04', ['no', '(54.04)'], true, true],
    ['Blue', ['the BLUE one'], true, true],
    ['blue', ['bluebird'], true, false],
    ['-1', ['1'], false, false],
    ['', [], false, false],
    ['', ['x'], true, true],
  ])('%j is found in %j: as a part %j, on its own %j', (output, messages, part, alone) => {
    expect(findOutput(output, messages, 'substring')).toBe(part);
    expect(findOutput(output, messages, 'boundary')).toBe(alone);
  });

  it.each<[string, string]>([
    ['1577', 'It is $1,577.00.'],
    ['1577', '1_577'],
    ['10', 'You get 10.00 back'],
    ['10.50', 'It is 10.5'],
    ['10.5', '$10.50!'],
    ['10', '**10**, +10'],
    ['10', 'It is 10.'],
    ['10', '10, please'],
    ['10', '$10'],
    ['10', 'US$10?'],
    ['10', '(10)'],
    ['10', 'a refund of 10%'],
    ['10', 'the 10-day trip'],
    ['10', '10-12 days'],
    ['12', '10-12 days'],
    ['12', '$10-$12'],
    ['12', '10–12'],
    ['10', 'total:10'],
    ['10', '- 10 items'],
    ['10', 'the sum--10--is'],
    ['10', 'wait...10... yes'],
    ['10', 'Sure.10 of them'],
    ['10', 'order #10'],
    ['0.5', 'half is .5'],
    ['.5', '$0.50'],
    ['-10', 'a change of -10.00'],
    ['-10', '-$10'],
    ['-10', '$-10'],
    ['-10', '−10'],
    ['0', '-0.00'],
    ['$10', 'It is $10.00'],
    ['$1,577', 'It is $1577'],
    ['123456789012345678901.5', '123,456,789,012,345,678,901.50'],
    ['20 hours', 'about 20 hours'],
    ['20 hours', '10-20 hours'],
    ['Suite 356', 'suite 356, Chicago'],
    ['cotton', 'a cotton-polyester blend'],
    ['007', 'agent 007.'],
    ['2024-05-10', 'on 2024-05-10, a Friday'],
    ['#W10', 'order #W10.'],
    ['10', 'USD10'],
    ['10', '10USD'],
    ['10', '10USD/night'],
    ['10', '$10USD'],
    ['$10', '$10USD'],
    ['10', '10kg'],
    ['10', 'about 10.0kg.'],
    ['0.5', '.5kg'],
    ['327', '$327.00USD'],
    ['1577', 'EUR1,577.00'],
    ['-10', '-USD10'],
    ['-10', 'USD-10'],
    ['12', 'USD10-USD12'],
    ['12', '10USD-12USD'],
    ['10', 'USD10-12'],
    ['10', '10-12kg'],
    ['44.08', '50/44.08'],
    ['50', '50/44.08'],
    ['44.08', '-50/44.08'],
    ['-50', '-50/44.08'],
    ['44.08', 'USD50/44.08'],
    ['50', '$50USD/$44.08USD'],
    ['12', '$10 -$12'],
    ['12', '10% -12%'],
    ['12', '10USD -12USD'],
    ['12', '$10 - $12'],
    ['-10', '- $10'],
    ['10', '- $10'],
    ['-10', 'Change: - $10'],
    ['10', 'Bottle - $10'],
    ['-10', '-$ 10'],
    ['-10', '− $ 10'],
    ['$10', '$ 10'],
    ['10kg', 'it weighs 10kg'],
  ])('%j is stated by %j', (output, message) => {
    expect(findOutput(output, [message], 'boundary')).toBe(true);
  });

  it.each<[string, string]>([
    ['5', '.5'],
    ['5', '$.5'],
    ['5', '0.5'],
    ['10', '-10'],
    ['10', '-$10'],
    ['10', '$-10'],
    ['10', '−10'],
    ['10', '10,5'],
    ['5', '10,5'],
    ['10', '1,10'],
    ['10', '10_000'],
    ['000', '10_000'],
    ['10', '10,000'],
    ['10', '10.01'],
    ['10', '1.10.2'],
    ['-12', '10-12'],
    ['-12', '$10-$12'],
    ['-12', '10%-12%'],
    ['10', '2024-05-10'],
    ['10', '2024-10'],
    ['10', '2024-10-05'],
    ['10', '10:30'],
    ['10', '05/10/2024'],
    ['10', '#W10'],
    ['10', '#W-10'],
    ['10', 'ada_li_10'],
    ['10', '10_a'],
    ['10', '10th'],
    ['10', '10²'],
    ['7', '007'],
    ['007', '7'],
    ['007', '-007a'],
    ['1577', '1.577,00'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.1000000000000000055511151231257827'],
    ['$10', '10 of them'],
    ['$10', '€10'],
    ['20 hours', '120 hours'],
    ['20 hours', '1.20 hours'],
    ['20 hours', '.20 hours'],
    ['20 hours', '-20 hours'],
    ['#W10', '#W10,5'],
    ['cotton', 'cottonwood'],
    ['170', 'HAT170'],
    ['10', 'W10'],
    ['10', 'v10'],
    ['10', '10x2'],
    ['10', '10ABC'],
    ['10', '10k'],
    ['10', '10usd1'],
    ['10', 'AUSD10'],
    ['10', 'USD_10'],
    ['7', 'USD007'],
    ['10', '10USDT'],
    ['10', '10/12'],
    ['10', '10/12kg'],
    ['10', '-$ 10'],
    ['10', '-USD10'],
    ['10', 'USD-10'],
    ['-10', 'Bottle - $10'],
    ['-12', '$10 - $12'],
    ['12', 'a refund -$12'],
    ['-44.08', '-50/44.08'],
    ['-10', '-- $10'],
    ['-10', '- 10 items'],
    ['10kg', '10lb'],
    ['10kg', '10'],
    ['USD10', '10'],
  ])('%j is not stated by %j', (output, message) => {
    expect(findOutput(output, [message], 'boundary')).toBe(false);
  });

  it('that is a number is stated by that number alone, however it is written', () => {
    const cents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    const form = fc.record({
      isGrouped: fc.boolean(),
      hasCents: fc.boolean(),
      currency: fc.constantFrom('', '$', '€'),
      around: fc.constantFrom('It is #.', '#, please', '(#)', 'x # y', '"#"', 'so: #!', '#'),
    });
    fc.assert(
      fc.property(cents, fc.option(cents), form, form, (wanted, other, asked, told) => {
        const stated = other ?? wanted;
        const output = written(wanted, { ...asked, currency: '' });
        const message = told.around.replace('#', () => written(stated, told));
        expect([output, message, findOutput(output, [message], 'boundary')]).toEqual([
          output,
          message,
          wanted === stated,
        ]);
      }),
      { seed: 10, numRuns: 1000 },
    );
  });

  it.each([
    ['aaaa', 'a'.repeat(200_000)],
    ['1 1', '1 '.repeat(100_000).replaceAll(' ', '-')],
    ['1', '-'.repeat(200_000)],
    ['1', '$-'.repeat(100_000)],
    ['1 a', '1 '.repeat(100_000)],
    ['7', '1,000'.repeat(40_000)],
    ['7', '1_'.repeat(100_000)],
    ['7', '1.1/'.repeat(50_000)],
    ['7', '1/'.repeat(100_000)],
    ['7', `${'1'.repeat(200_000)}USDUSD`],
    ['7', 'USD'.repeat(70_000)],
    ['7', '- $'.repeat(70_000)],
    ['7', '- $1 '.repeat(40_000)],
  ])('%j is looked for in linear time', (output, message) => {
    expect(findOutput(output, [message], 'boundary')).toBe(false);
  });
});

describe('states without an order', () => {
  const text = (json: string): string => unorderedText(parseJson(json, 'state'));

  it('are the same for lists in any order, and for 1 and 1.0', () => {
    expect(text('{"a": [1.0, {"b": [2, 1]}], "c": 1}')).toBe(
      text('{"c": 1.0, "a": [{"b": [1, 2]}, 1]}'),
    );
  });

  it('differ by what is in them, and by how often', () => {
    expect(text('[1, 1, 2]')).not.toBe(text('[1, 2, 2]'));
    expect(text('[[1], [2, 3]]')).not.toBe(text('[[1, 2], [3]]'));
    expect(text('["1"]')).not.toBe(text('[1]'));
    expect(text('[1.5]')).not.toBe(text('[1]'));
  });
});
