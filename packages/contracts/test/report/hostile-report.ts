import fc from 'fast-check';
import { OUTCOMES, type Report } from '../../src/report/report.ts';

/** What somebody would write who wanted the report to do something else. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '</pre><img src=x onerror=alert(1)>',
  '" onload="alert(1)',
  "' style='x",
  '</style></title></details>',
  ']]>',
  '<!--',
  '-->',
  '&lt;',
  '&#0;',
  '&#x1b;',
  '\n::error::forged',
  '\r::add-mask::forged',
  '\r\n  ::set-output name=a::b',
  '%0A::error::forged',
  '%25',
  ',file=forged',
  '::',
  '##[error]forged]',
  '```',
  '````\n',
  '| a | b |',
  '[a](javascript:alert(1))',
  '\u0000',
  '\u0008',
  '\u001b[2J',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ud800',
  '\udfff',
  '\ufffe',
  '\uffff',
  '😀',
  '\n',
  '\t',
  'plain words',
];

/** Texts that try to break out of a report. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''));

const failure = fc.record({
  input: fc.option(hostileText),
  expected: hostileText,
  got: hostileText,
  note: fc.option(hostileText),
  shrinks: fc.nat(5),
  replay: fc.option(hostileText),
  command: hostileText,
});

const check = fc.record({
  id: hostileText,
  title: hostileText,
  outcome: fc.constantFrom(...OUTCOMES),
  severity: fc.constantFrom('error' as const, 'warning' as const),
  cases: fc.nat(2000),
  met: fc.nat(2000),
  seconds: fc.double({ min: 0, max: 500, noNaN: true }),
  reason: fc.option(hostileText),
  failure: fc.option(failure),
  why: hostileText,
  fix: hostileText,
  source: hostileText,
});

const plugin = fc.record({
  // The one text that is always ours.
  kind: fc.constantFrom('rm', 'env', 'package', 'samples', 'another'),
  spec: hostileText,
  file: fc.option(hostileText),
  sha256: fc.option(hostileText),
  error: fc.option(hostileText, { freq: 1 }),
  checks: fc.array(check, { maxLength: 4 }),
  branches: fc.option(
    fc.record({
      reached: fc.nat(20),
      total: fc.nat(20),
      files: fc.nat(3),
      missed: fc.array(
        fc.record({ file: hostileText, line: fc.integer({ min: 1, max: 99 }), text: hostileText }),
        { maxLength: 3 },
      ),
    }),
  ),
  output: fc.array(hostileText, { maxLength: 3 }),
});

/** Reports whose every text is hostile. */
export const hostileReport: fc.Arbitrary<Report> = fc.record({
  version: fc.constant(1 as const),
  laws: fc.nat(9),
  seed: fc.integer(),
  runs: fc.integer({ min: 1, max: 9999 }),
  node: hostileText,
  seconds: fc.double({ min: 0, max: 5000, noNaN: true }),
  verdict: fc.constantFrom('held' as const, 'fell_short' as const, 'crashed' as const),
  plugins: fc.array(plugin, { maxLength: 3 }),
});

/** How often a property over hostile reports is tried, and from where. */
export const HOSTILE_RUNS = { numRuns: 300, seed: 7 };
