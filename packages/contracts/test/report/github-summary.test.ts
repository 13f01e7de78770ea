import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderGithubSummary } from '../../src/report/github-summary.ts';
import { HOSTILE_RUNS, hostileReport, hostileText } from './hostile-report.ts';
import { everyOutcome, makeCheck, makeFallen, makePlugin, makeReport } from './sample-report.ts';

/** The lines of a markdown text outside of its code blocks, and the blocks' contents. */
function split(markdown: string): { outside: string[]; blocks: string[] } {
  const outside: string[] = [];
  const blocks: string[] = [];
  let fence: string | null = null;
  let block: string[] = [];
  for (const line of markdown.split('\n')) {
    const [, opening] = /^(`{3,})text$/.exec(line) ?? [];
    // A line of as many backticks or more closes a block.
    if (fence !== null && /^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length) {
      blocks.push(block.join('\n'));
      fence = null;
    } else if (fence !== null) block.push(line);
    else if (opening !== undefined) {
      fence = opening;
      block = [];
    } else outside.push(line);
  }
  if (fence !== null) throw new Error('a code block is left open');
  return { outside, blocks };
}

describe('the job summary', () => {
  it('tells the verdict, and of each plugin what did not hold', () => {
    const report = makeReport([
      makePlugin({
        checks: everyOutcome(),
        branches: { reached: 3, total: 4, files: 1, missed: [] },
      }),
    ]);
    expect(renderGithubSummary(report).split('\n').slice(0, 18)).toEqual([
      '## 💥 slime contracts: crashed',
      '',
      '1 crashed, 2 fell short, 1 not exercised, 1 held, 1 blocked, 1 not applicable, 1 skipped. 1,000 cases a property, seed 42, 2.3 s.',
      '',
      '### Reward function ./rm.ts',
      '',
      '1 of 8 checks held.',
      '3 of 4 blocks reached.',
      '',
      '| | Check | What holds | Result |',
      '|---|---|---|---|',
      '| ❌ | rm/range | A reward lies in its range | fell short after 37 cases |',
      '| ⚠️ | rm/time | Time grows as declared | fell short after 37 cases, a warning |',
      '| ❌ | rm/group | A reward is a finite number | not exercised&#58; met in 12 of 500 cases |',
      '| ➖ | rm/twice | A reward is a finite number | blocked by rm/range |',
      '| ➖ | rm/rows | A reward is a finite number | not applicable&#58; needs rows |',
      '| ➖ | rm/hack | A reward is a finite number | skipped&#58; it is meant so |',
      '| 💥 | rm/seed | A reward is a finite number | crashed&#58; Error&#58; ours |',
    ]);
  });

  it('folds each failure, with what it was as code', () => {
    const report = makeReport([makePlugin({ checks: [makeFallen({}, { input: 'a ```` b' })] })]);
    const { outside, blocks } = split(renderGithubSummary(report));
    expect(outside).toContain(
      '<summary><b>rm/finite</b>: A reward is a finite number (Reward function ./rm.ts)</summary>',
    );
    expect(blocks).toEqual([
      'a ```` b',
      'a finite number',
      'NaN',
      'npx slime-contracts --custom-rm-path ./rm.ts --only rm/finite --replay 42:0:1',
    ]);
  });

  it('is short where all held, and shows why a plugin was not loaded', () => {
    const held = renderGithubSummary(makeReport([makePlugin({ checks: [makeCheck()] })]));
    expect(held).toContain('## ✅ slime contracts: held');
    expect(held).not.toContain('|');
    const lost = renderGithubSummary(makeReport([makePlugin({ error: 'a\nb', checks: [] })]));
    expect(split(lost).blocks).toEqual(['a\nb']);
  });

  it('stays below the 1 MiB that GitHub takes', () => {
    const checks = Array.from({ length: 300 }, () =>
      makeFallen({}, { input: 'é'.repeat(50_000), got: 'é'.repeat(50_000) }),
    );
    const text = renderGithubSummary(makeReport([makePlugin({ checks })]));
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20);
    expect(text).toContain('And 260 more failures.');
  });

  it('has no link, element or table cell of a plugin’s outside of code', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const { outside } = split(renderGithubSummary(report));
        for (const line of outside) {
          const bare = line
            .replace(/<\/?(?:details|summary|b)>/g, '')
            .replace(/\*\*[A-Z][a-z ]+:\*\*/, '');
          expect(bare).not.toMatch(/[<>[\]`*_\\]/);
          const cells = bare.split('|').length - 1;
          expect([0, 5]).toContain(cells);
        }
      }),
      HOSTILE_RUNS,
    );
  });

  it('closes each block where it opened it, whatever is inside', () => {
    fc.assert(
      fc.property(hostileText, (input) => {
        const { blocks } = split(
          renderGithubSummary(makeReport([makePlugin({ checks: [makeFallen({}, { input })] })])),
        );
        expect(blocks).toHaveLength(4);
      }),
      HOSTILE_RUNS,
    );
  });
});
