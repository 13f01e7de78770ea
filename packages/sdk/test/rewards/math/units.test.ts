import { describe, expect, it } from 'vitest';
import { gradeAnswer, type MathOptions } from '../../../src/rewards/index.ts';

async function isRight(answer: string, label: string, options?: MathOptions): Promise<boolean> {
  return (await gradeAnswer(`\\boxed{${answer}}`, label, options)).correct;
}

describe('quantities', () => {
  it.each([
    ['60\\text{ seconds}', '1 minute'],
    ['10 minutes', '600\\text{ s}'],
    ['1/6 hours', '600 seconds'],
    ['100 cm', '1\\text{ m}'],
    ['6 ft', '72 inches'],
    ['550 cents', '\\$5.50'],
    ['$5.50', '5.50 dollars'],
    ['5\\text{ m/s}', '18\\text{ km/h}'],
    ['5 km/h', '5\\text{ km/h}'],
    ['5\\,\\text{m}\\,\\text{s}^{-1}', '5\\text{ ms}^{-1}'],
    ['5\\text{ Newtons}', '5\\text{ N}'],
    ['\\pi\\text{ rad}', '180^\\circ'],
    ['5 mph', '5 miles per hour'],
    ['5 square feet', '5\\text{ ft}^2'],
    ['1\\text{ L}', '1000\\text{ cm}^3'],
    ['5 miles per hour', '5\\text{ mi/h}'],
    ['5 apples', '5\\text{ apple}'],
    ['5 m', '5\\text{ m}'],
    ['12 \\pi \\mathrm{~cm}^{2}', '12\\pi\\text{ cm}^2'],
    ['30°', '30^{\\circ}'],
    ['30\\text{ degrees}', '30^\\circ'],
    ['60^\\circ', '\\frac{\\pi}{3}'],
    ['20^\\circ C', '20\\text{ }^\\circ\\text{C}'],
    ['20℃', '20^{\\circ}\\mathrm{C}'],
    ['5,000,000', '5 million'],
    ['42\\text{ hundred}', '4200'],
    ['3 dozen', '36'],
    ['5 m', '500\\text{ cm}'],
    ['\\text{5 m}', '5\\text{ meters}'],
    ['5 x', '5x'],
    ['5\\text{ x}', '5x'],
    ['5\\text{ kg m}^2\\text{ s}^{-2}', '5\\text{ kg}\\text{ m}^2/\\text{s}^2'],
    ['\\$5 million', '5{,}000{,}000\\text{ dollars}'],
    ['\\text{\\$}5', '5 dollars'],
    ['€5', '5\\text{ euros}'],
    ['-£5', '-5\\text{ GBP}'],
    ['2 \\text{ hours } 30 \\text{ minutes}', '2.5 hours'],
    ['5 ft 6 in', '66 inches'],
    ['1 h 30 min', '90 minutes'],
    ['5\\,m', '5\\text{ m}'],
    ['5~m', '5\\text{ m}'],
    ['5\\ m', '5\\text{ m}'],
    ['\\frac12\\,m', '\\frac12\\text{ m}'],
    ['6\\pi m^2', '6\\pi\\text{ m}^2'],
    ['9.8\\,m/s^2', '9.8\\text{ m/s}^2'],
    ['10\\,V', '10\\text{ volts}'],
    ['2\\,h\\,30\\,min', '2.5\\text{ h}'],
    ['20^\\circ\\,C', '20^\\circ C'],
    ['5 eV', '5\\text{ eV}'],
    ['5\\,kN', '5000\\text{ N}'],
    ['5 nm', '5 mn'],
    ['5\\text{ KG}', '5\\text{ kg}'],
    ['5\\text{ mA}', '5'],
    ['-5 ft 6 in', '-66 in'],
    ['1\\text{ hour and }30\\text{ minutes}', '90\\text{ minutes}'],
    ['1 hour and 30 minutes', '1.5 hours'],
    ['5\\text{ feet}, 6\\text{ inches}', '66\\text{ inches}'],
    ['3 hours, 14 minutes, and 5 seconds', '11645\\text{ s}'],
    ['3\\text{ cm}, 5\\text{ m}', '5\\text{ m}, 3\\text{ cm}'],
    ['12\\text{ red balls}', '12'],
    ['5\\text{ ordered triples of integers}', '5'],
    ['3\\text{ cups of flour}', '3'],
    ['5am', '5ma'],
    ['5 am', '5ma'],
    ['17\\text{ prime numbers}', '17'],
    ['8\\text{ different ways}', '8'],
    ['6\\text{ possible values}', '6'],
    ['3\\text{ people per row}', '3'],
    ['\\text{12 red balls}', '12'],
    ['42\\text{ lengths}', '42'],
    ['\\frac{9}{10}\\text{ of an hour}', '\\frac{9}{10}'],
    ['\\frac{9}{10}\\text{ of an hour}', '54\\text{ minutes}'],
  ])('%s is %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(true);
    expect(await isRight(label, answer)).toBe(true);
  });

  it.each([
    ['5 second', '5 minute'],
    ['1 day', '1 year'],
    ['second', 'minute'],
    ['parameter', 'para'],
    ['5 cm', '5 meter'],
    ['5 cm', '5\\text{ cm}^2'],
    ['20^\\circ C', '20^\\circ F'],
    ['20^\\circ C', '20\\text{ cm}'],
    ['5 km/h', '5 km/s'],
    ['5 apples', '5 pears'],
    ['12 months', '365 days'],
    ['60', '\\frac{\\pi}{3}'],
    ['1\\text{ rad}', '1^\\circ'],
    ['5 cents', '5 dollars'],
    ['€5', '\\$5'],
    ['5 ft 6 in', '5'],
    ['5 ft 6 in', '11 ft'],
    ['5 ft 6 s', '5 ft'],
    ['6 in 5 ft', '66 in'],
    ['5 m', '5 s'],
    ['5 x', '5 y'],
    ['42 wrong', '42 apples'],
    ['-5 ft 6 in', '-54 in'],
    ['5\\text{ m}, 3\\text{ cm}', '503\\text{ cm}'],
    ['5\\text{ feet}, 6\\text{ inches}', '66'],
    ['5\\text{ mA}', '5\\text{ MA}'],
    ['5\\text{ mW}', '5\\text{ MW}'],
    ['5\\text{ Mg}', '5\\text{ mg}'],
    ['5\\text{ Mm}', '5\\text{ mm}'],
    ['5\\text{ ms}', '5\\text{ MS}'],
    ['5\\text{ m}', '5\\text{ M}'],
    ['12\\text{ red balls}', '12\\text{ blue balls}'],
  ])('%s is not %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(false);
    expect(await isRight(label, answer)).toBe(false);
  });

  it('let a number leave its unit out, whichever the unit', async () => {
    for (const unit of ['kg', 'cm', '\\text{ units}', '^\\circ', ' feet', '\\text{ apples}']) {
      expect(await isRight(`5${unit}`, '5')).toBe(true);
      expect(await isRight('5', `5${unit}`)).toBe(true);
      expect(await isRight(`5${unit}`, '6')).toBe(false);
    }
  });

  /** What stands behind a number without being a unit of it, or changes the number. */
  const noUnits =
    'is wrong|is incorrect|is not correct|but not certain|is too small|or not|wrong|not|never|maybe|fails|works|' +
    'squared|cubed|factorial|negative|hundred|dozen|halves|thirds|square|cubic|sq|per|mod|i|e|x|x^2|x y|MN|nm|kN|\\\\,m|~m|' +
    'n|k|m|s|a|c|N|X|m/s|m^2|\\text{ wrong}|\\text{ not}|\\text{ is wrong}|\\text{ or maybe not}|' +
    '\\text{ squared}|\\text{ hundred}|\\text{ halves}|\\text{ negative}|\\text{ square}|\\text{ i}|' +
    '\\text{ x}|\\text{ per}|\\text{ plus one}|red|\\text{ fails}|\\text{ more than one}|\\text{ red wrong balls}|' +
    '\\text{ small}|am|pm|\\text{ out of order}|\\text{ possible}|\\text{ as}|\\text{ a}|\\text{ ws}|\\text{ vs}|' +
    'thirteenths elevenths twelfths twentieths quadrillion fourteen googols gross lakh crore myriad bil mil negated nope ish untrue rejected excluded reciprocals'
      .split(' ')
      .map((word) => `\\text{ ${word}}`)
      .join('|');

  it.each(noUnits.split('|'))('are no numbers without a unit where %j follows', async (words) => {
    for (const number of ['42', '-2', '0.5', '\\frac{1}{3}']) {
      expect(await isRight(`${number} ${words}`, number)).toBe(false);
      expect(await isRight(number, `${number} ${words}`)).toBe(false);
      expect(await isRight(`${number} ${words}`, `${number} ${words}`)).toBe(true);
    }
  });

  it('take a percentage for hundredths or for a unit, or for one of them where the task says so', async () => {
    const points: MathOptions = { percent: 'unit' };
    const either: MathOptions = { percent: 'either' };

    expect(await isRight('50\\%', '0.5')).toBe(true);
    expect(await isRight('50%', '\\frac12')).toBe(true);
    expect(await isRight('50 percent', '50\\%')).toBe(true);
    expect(await isRight('50\\%', '50', either)).toBe(true);
    expect(await isRight('50', '50\\%', either)).toBe(true);
    expect(await isRight('50\\%', '5000', either)).toBe(false);
    expect(await isRight('0.5\\%', '50\\%', either)).toBe(false);
    expect(await isRight('50\\%', '0.5', either)).toBe(true);
    expect(await isRight('50\\%', '50')).toBe(false);
    expect(await isRight('50\\%', '50', points)).toBe(true);
    expect(await isRight('50\\%', '50\\text{ percent}', points)).toBe(true);
    expect(await isRight('50\\%', '0.5', points)).toBe(false);
  });
});
