import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveReporter, type LiveReporter } from '../../src/report/pretty/live.ts';
import { renderPretty } from '../../src/report/pretty/pretty.ts';
import type { Report } from '../../src/report/report.ts';
import { everyOutcome, makeCheck, makePlugin, makeReport } from './sample-report.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function record(isTTY: boolean, columns = 100): { live: LiveReporter; written: string[] } {
  const written: string[] = [];
  const stdout = { columns, write: (text: string) => written.push(text) };
  return { live: createLiveReporter({ stdout, isTTY }), written };
}

/** Tells a reporter of a whole run. */
function play(live: LiveReporter, report: Report): void {
  for (const [index, plugin] of report.plugins.entries()) {
    live.pluginStarted(plugin);
    for (const check of plugin.checks) {
      live.checkStarted(check.id);
      vi.advanceTimersByTime(350);
      live.checkProgress(check.id, 500, 1000);
      vi.advanceTimersByTime(350);
      live.checkDone(index, check);
    }
  }
  live.finished(report);
}

/** What a terminal shows after all that was written: a line can be erased and written anew. */
function screenOf(written: string[]): string {
  const lines = [''];
  for (const [token] of written.join('').matchAll(/\r|\n|\p{Cc}\[2K|[^\p{Cc}]+/gu)) {
    const last = lines.length - 1;
    if (token === '\n') lines.push('');
    else if (token === '\u001B[2K') lines[last] = '';
    else if (token !== '\r') lines[last] += token;
  }
  return lines.join('\n');
}

const report = makeReport([
  makePlugin({ checks: everyOutcome(), output: ['hello'] }),
  makePlugin({ kind: 'env', spec: './env.ts', checks: [makeCheck({ id: 'env/shape' })] }),
]);

describe('a live report', () => {
  it('leaves on a terminal what the finished report is', () => {
    const { live, written } = record(true);
    play(live, report);
    expect(screenOf(written)).toBe(renderPretty(report, { width: 100 }));
  });

  it('writes just that elsewhere, a line when a check is done', () => {
    const { live, written } = record(false);
    play(live, report);
    expect(written.join('')).toBe(renderPretty(report));
    expect(written.slice(0, 2)).toEqual([
      '\nReward function ./rm.ts /nowhere/rm.ts\n',
      '  ✓ rm/finite  A reward is a finite number  1,000 cases\n',
    ]);
  });

  it('is as strict as it is told to be', () => {
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text) };
    play(createLiveReporter({ stdout, isTTY: false, strict: true, verbose: true }), report);
    expect(written.join('')).toBe(renderPretty(report, { strict: true, verbose: true }));
  });

  it('names in the end a plugin that never started', () => {
    const { live, written } = record(false);
    live.finished(makeReport([makePlugin({ error: 'no such file', checks: [] })]));
    expect(written[0]).toBe('\nReward function ./rm.ts /nowhere/rm.ts\n');
    expect(written.join('')).toContain('Reward function ./rm.ts could not be loaded');
  });
});

describe('the running check on a terminal', () => {
  const start = (columns?: number): { live: LiveReporter; written: string[] } => {
    const recorded = record(true, columns);
    recorded.live.pluginStarted({ kind: 'rm', spec: './rm.ts', checks: [makeCheck()] });
    recorded.live.checkStarted('rm/finite');
    return recorded;
  };
  const lastLine = (written: string[]): string | undefined => screenOf(written).split('\n').at(-1);

  it('shows how far it is, and its time once it is slow', () => {
    const { live, written } = start();
    expect(lastLine(written)).toBe('  ⠋ rm/finite  A reward is a finite number');
    live.checkProgress('rm/finite', 500, 1000);
    vi.advanceTimersByTime(100);
    expect(lastLine(written)).toBe(
      '  ⠙ rm/finite  A reward is a finite number  ━━━━━━━━╌╌╌╌╌╌╌╌ 500/1,000',
    );
    vi.advanceTimersByTime(1900);
    expect(lastLine(written)).toBe(
      '  ⠋ rm/finite  A reward is a finite number  ━━━━━━━━╌╌╌╌╌╌╌╌ 500/1,000 2.0 s',
    );
  });

  it('is not drawn more often than a person sees', () => {
    const { live, written } = start();
    const before = written.length;
    for (let at = 0; at < 10_000; at += 1) live.checkProgress('rm/finite', at, 10_000);
    expect(written).toHaveLength(before);
  });

  it('never fills its line, which would wrap', () => {
    const { live, written } = start(40);
    live.checkProgress('rm/finite', 500, 1000);
    vi.advanceTimersByTime(5000);
    expect(lastLine(written)?.length).toBeLessThan(40);
  });

  it('ignores late news of another check', () => {
    const { live, written } = start();
    live.checkProgress('rm/other', 500, 1000);
    vi.advanceTimersByTime(100);
    expect(lastLine(written)).toBe('  ⠙ rm/finite  A reward is a finite number');
  });

  it('goes away, and its timer too, when the run is given up', () => {
    const { live, written } = start();
    live.stop();
    expect(lastLine(written)).toBe('');
    expect(vi.getTimerCount()).toBe(0);
    const before = written.length;
    vi.advanceTimersByTime(1000);
    live.stop();
    expect(written).toHaveLength(before);
  });
});
