import { join } from 'node:path';
import fc from 'fast-check';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { renderPretty } from '../../src/report/pretty/pretty.ts';
import { HOSTILE_RUNS, hostileReport } from './hostile-report.ts';
import { everyOutcome, makeCheck, makeFallen, makePlugin, makeReport } from './sample-report.ts';

/** The lines of a block, from the one that starts so to the next empty line behind its parts. */
function linesFrom(text: string, start: string): string[] {
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith(start)));
}

describe('the list of checks', () => {
  it('has a line a check: mark, id, title, and how it came out', () => {
    const text = renderPretty(makeReport([makePlugin({ checks: everyOutcome() })]));
    expect(text.split('\n').slice(0, 10)).toEqual([
      '',
      'Reward function ./rm.ts /nowhere/rm.ts',
      '  ✓ rm/finite  A reward is a finite number  1,000 cases',
      '  ✗ rm/range   A reward lies in its range   fell short after 37 cases',
      '  ! rm/time    Time grows as declared       fell short after 37 cases, a warning',
      '  ? rm/group   A reward is a finite number  not exercised: met in 12 of 500 cases',
      '  ○ rm/twice   A reward is a finite number  blocked by rm/range',
      '  – rm/rows    A reward is a finite number  not applicable: needs rows',
      '  » rm/hack    A reward is a finite number  skipped: it is meant so',
      '  ✗ rm/seed    A reward is a finite number  crashed: Error: ours',
    ]);
  });

  it('tells the time of a slow check, and how few cases met a precondition', () => {
    const checks = [
      makeCheck({ seconds: 12.34, met: 437 }),
      makeCheck({ id: 'rm/shape', title: 'It is a function', cases: 1, met: 1 }),
    ];
    expect(
      renderPretty(makeReport([makePlugin({ checks })]))
        .split('\n')
        .slice(2, 4),
    ).toEqual([
      '  ✓ rm/finite  A reward is a finite number  437 of 1,000 cases, 12.3 s',
      '  ✓ rm/shape   It is a function',
    ]);
  });

  it('names the file only where the spec is another name of it', () => {
    const heading = (spec: string, file: string | null): string | undefined =>
      renderPretty(makeReport([makePlugin({ spec, file })])).split('\n')[1];
    expect(heading('./a/rm.ts#x', join(process.cwd(), 'a/rm.ts'))).toBe(
      'Reward function ./a/rm.ts#x',
    );
    expect(heading('my-env', join(process.cwd(), 'node_modules/my-env/index.js'))).toBe(
      'Reward function my-env node_modules/my-env/index.js',
    );
    expect(heading('my-env', null)).toBe('Reward function my-env');
  });

  it('cuts titles, and titles alone, to the width of a terminal', () => {
    const title = 'A reward is what the plugin says, whatever a policy writes and however long';
    const [line = ''] = linesFrom(
      renderPretty(makeReport([makePlugin({ checks: [makeCheck({ title })] })]), { width: 72 }),
      '  ✓',
    );
    expect(line).toBe('  ✓ rm/finite  A reward is what the plugin says, …  1,000 cases');
    expect(line.length).toBeLessThanOrEqual(72);
  });

  it.each([
    ['package', 'Package ./rm.ts'],
    ['samples', 'Stored samples ./rm.ts'],
    ['dynamicFilter', 'Dynamic sampling filter ./rm.ts'],
  ])('names the kind %s', (kind, heading) => {
    const report = makeReport([makePlugin({ kind, file: null })]);
    expect(renderPretty(report).split('\n')[1]).toBe(heading);
  });
});

describe('a failure', () => {
  const render = (fallen: ReturnType<typeof makeFallen>, options = {}): string =>
    renderPretty(makeReport([makePlugin({ checks: [fallen] })]), options);

  it('shows input, both results, why, how to fix, where from and how to run it again', () => {
    const text = render(makeFallen({}, { note: 'in 3 of 3 repetitions' }));
    expect(linesFrom(text, '✗ rm/finite').slice(0, 14)).toEqual([
      '✗ rm/finite  A reward is a finite number',
      '  Reward function ./rm.ts',
      '',
      '  Shrunk input    │ {',
      '                  │   "response": "\\\\boxed{7}"',
      '                  │ }',
      '  Expected        a finite number',
      '  Got             NaN',
      '  Note            in 3 of 3 repetitions',
      '  Why it matters  slime turns the rewards of a group into one tensor.',
      '  How to fix      Return a finite number.',
      '  Source          slime/ray/rollout.py',
      '  Run again       npx slime-contracts --custom-rm-path ./rm.ts --only rm/finite --replay 42:0:1',
      '',
    ]);
  });

  it('wraps prose under itself', () => {
    const why = 'slime turns the rewards of a group into one tensor, and a NaN in it poisons all.';
    const lines = linesFrom(render(makeFallen({ why }), { width: 60 }), '  Why it matters');
    expect(lines.slice(0, 3)).toEqual([
      '  Why it matters  slime turns the rewards of a group into',
      '                  one tensor, and a NaN in it poisons all.',
      '  How to fix      Return a finite number.',
    ]);
  });

  it('leaves out the middle of a long input, and shows all of it when asked', () => {
    const fallen = makeFallen({}, { input: 'x'.repeat(5000) });
    expect(render(fallen)).toContain('…[3,800 characters left out]…');
    expect(render(fallen, { verbose: true })).toContain('x'.repeat(5000));
  });

  it('shows control characters of an input', () => {
    expect(render(makeFallen({}, { input: 'a\u001b[31mb\ud800' }))).toContain('a\\x1b[31mb\\ud800');
  });

  it('stands below warnings, nearest to the verdict', () => {
    const text = renderPretty(
      makeReport([
        makePlugin({ checks: [makeFallen(), makeFallen({ id: 'rm/b', severity: 'warning' })] }),
      ]),
    );
    expect(text.indexOf('\n! rm/b')).toBeLessThan(text.indexOf('\n✗ rm/finite'));
  });
});

describe('what else a report tells', () => {
  it('names the blocks that no check reached', () => {
    const missed = [
      { file: '/nowhere/rm.ts', line: 7, text: 'if (x) {' },
      { file: '/nowhere/rm.ts', line: 17, text: 'return NaN;' },
    ];
    const text = renderPretty(
      makeReport([makePlugin({ branches: { reached: 12, total: 14, files: 1, missed } })]),
    );
    expect(linesFrom(text, 'Reached').slice(0, 3)).toEqual([
      'Reached 12 of 14 blocks of /nowhere/rm.ts',
      '  never /nowhere/rm.ts:7   if (x) {',
      '  never /nowhere/rm.ts:17  return NaN;',
    ]);
  });

  it('names eight of many such blocks, and all when asked', () => {
    const missed = Array.from({ length: 20 }, (_, at) => ({
      file: 'a.ts',
      line: at + 1,
      text: 'x',
    }));
    const report = makeReport([
      makePlugin({ branches: { reached: 1, total: 21, files: 2, missed } }),
    ]);
    expect(renderPretty(report).match(/never/g)).toHaveLength(8);
    expect(renderPretty(report)).toContain(
      'Reached 1 of 21 blocks of /nowhere/rm.ts and 1 more file\n',
    );
    expect(renderPretty(report)).toContain('  and 12 more blocks\n');
    expect(renderPretty(report, { verbose: true }).match(/never/g)).toHaveLength(20);
  });

  it('shows what the plugin wrote behind a bar', () => {
    const output = Array.from({ length: 12 }, (_, at) => `line ${at}`);
    const lines = linesFrom(renderPretty(makeReport([makePlugin({ output })])), 'Written by');
    expect([lines[0], lines[1], lines[10], lines[11]]).toEqual([
      'Written by Reward function ./rm.ts',
      '  │ line 0',
      '  │ line 9',
      '  and 2 more lines',
    ]);
  });

  it('says why a plugin could not be loaded', () => {
    const error = 'rm.ts:3:1: unexpected token\n  3 | }';
    const text = renderPretty(makeReport([makePlugin({ error, checks: [] })]));
    expect(linesFrom(text, '✗').slice(0, 3)).toEqual([
      '✗ Reward function ./rm.ts could not be loaded',
      '  │ rm.ts:3:1: unexpected token',
      '  │   3 | }',
    ]);
  });

  it('owns up to a crash of its own', () => {
    const check = makeCheck({ outcome: 'crashed', reason: 'TypeError: x\n    at law.ts:1:1' });
    const text = renderPretty(makeReport([makePlugin({ checks: [check] })]));
    expect(linesFrom(text, '✗ rm/finite').slice(0, 4)).toEqual([
      '✗ rm/finite  crashed: the fault is in slime-contracts',
      '  Reward function ./rm.ts',
      '  │ TypeError: x',
      '  │     at law.ts:1:1',
    ]);
  });

  it('ends with the verdict, the counts, the time and the seed', () => {
    const checks = [makeFallen(), makeCheck(), makeCheck(), makeCheck({ outcome: 'skipped' })];
    const report = makeReport([makePlugin({ checks })], { verdict: 'fell_short', runs: 1 });
    expect(renderPretty(report).trimEnd().split('\n').at(-1)).toBe(
      'Fell short: 1 fell short, 2 held, 1 skipped  2.3 s, seed 42, 1 case a property',
    );
  });

  it('says that no check ran', () => {
    expect(renderPretty(makeReport([]))).toContain('Held: no check ran');
  });
});

describe('a strict report', () => {
  it('fails for warnings and for what is not applicable', () => {
    const checks = [
      makeFallen({ severity: 'warning' }),
      makeCheck({ outcome: 'not_applicable', reason: 'rows', cases: 0, met: 0 }),
    ];
    const report = makeReport([makePlugin({ checks })]);
    const marks = (strict: boolean): string[] =>
      renderPretty(report, { strict }).match(/^(?:✗|!|Held|Fell short)/gm) ?? [];
    expect([marks(false), marks(true)]).toEqual([
      ['!', 'Held'],
      ['✗', 'Fell short'],
    ]);
    const red = pc.createColors(true).red('not applicable: needs rows');
    expect(renderPretty(report, { color: true, strict: true })).toContain(red);
    expect(renderPretty(report, { color: true })).not.toContain(red);
  });
});

describe('colours', () => {
  it('come only when asked for, and change no letter', () => {
    const report = makeReport([makePlugin({ checks: everyOutcome(), output: ['x'] })]);
    const plain = renderPretty(report);
    const painted = renderPretty(report, { color: true });
    expect(plain).not.toContain('\u001B');
    expect(painted).toContain(pc.createColors(true).green('✓'));
    expect(
      painted
        .split('\u001B')
        .map((part, at) => (at === 0 ? part : part.replace(/^\[\d+m/, '')))
        .join(''),
    ).toBe(plain);
  });
});

describe('a hostile plugin', () => {
  it('sends no control character to the terminal and no command to a CI server', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const text = renderPretty(report);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(text).not.toMatch(/^\s*::/m);
        expect(text).not.toContain('##[');
      }),
      HOSTILE_RUNS,
    );
  });
});
