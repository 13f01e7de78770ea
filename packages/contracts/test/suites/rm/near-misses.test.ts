import { expect, it } from 'vitest';
import { nearMisses } from '../../../src/suites/rm/resources/near-misses.ts';

/** Texts of growing length that an expression nearly matches. */
function texts(regex: RegExp, times: number): string[] {
  const { source, flags } = regex;
  return nearMisses({ literals: [], regexes: [{ source, flags }] }).map(
    ({ prefix, pump, suffix }) => prefix + pump.repeat(times) + suffix,
  );
}

it('begins with what an expression begins with, and ends with what it never reads', () => {
  const [first] = texts(/^<answer>(\w+\s?)*<\/answer>$/, 3);
  expect(first).toBe('<answer><<<\u0001!');
});

it('repeats what the classes of an expression match, alone and in pairs', () => {
  const pumps = nearMisses({
    literals: [],
    regexes: [{ source: '(\\d+|[a-f]x)*$', flags: '' }],
  }).map(({ pump }) => pump);
  expect(pumps).toEqual(['1', 'a', 'x', '1a', 'ax']);
});
