import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress, type ProgressOptions } from '../../src/observe/progress.ts';
import { makeEpisode, makeGroup } from './sample-groups.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function recordProgress(options: Omit<ProgressOptions, 'stream'>, columns?: number) {
  const written: string[] = [];
  const stream = {
    write: (text: string) => written.push(text),
    ...(columns === undefined ? {} : { isTTY: true, columns }),
  };
  return { progress: createProgress({ color: false, ...options, stream }), written };
}

describe('away from a terminal', () => {
  it('writes a line each tenth of the run', () => {
    const { progress, written } = recordProgress({ total: 20 });
    for (let at = 0; at < 20; at += 1) progress.add(makeGroup(at));
    progress.stop();
    expect(written.map((line) => line.split(' ')[0])).toEqual([
      '10%',
      '20%',
      '30%',
      '40%',
      '50%',
      '60%',
      '70%',
      '80%',
      '90%',
      '100%',
    ]);
    expect(written.every((line) => line.endsWith('\n') && !line.includes('\u001B'))).toBe(true);
  });

  it('writes a line each 30 seconds when nothing finishes', () => {
    const { progress, written } = recordProgress({ total: 5 });
    vi.advanceTimersByTime(90_000);
    progress.stop();
    vi.advanceTimersByTime(90_000);
    expect(written).toHaveLength(3);
    expect(written[0]).toBe('0% 0/5 groups, 0 episodes, 0 tokens/s, 30.0s\n');
  });

  it('says at the end what no line has said', () => {
    const { progress, written } = recordProgress({ total: 100 });
    progress.add(makeGroup(0));
    progress.stop();
    expect(written.map((line) => line.split(',')[0])).toEqual(['1% 1/100 groups']);
  });

  it('counts failures apart and takes rewards of scored samples only', () => {
    const { progress, written } = recordProgress({ total: 2 });
    const group = makeGroup(0);
    const [first, second] = group.samples;
    Object.assign(first ?? {}, { reward: 0.5 });
    Object.assign(second ?? {}, { status: 'failed', reward: null });
    const failure = { name: 'Error', message: 'm', code: null, where: 'step', turn: 0 };
    group.episodes[1] = makeEpisode(1, 0, { ending: 'env_failed', failure });
    vi.advanceTimersByTime(2_000);
    progress.add(group);
    progress.stop();
    expect(written[0]).toBe(
      '50% 1/2 groups, 2 episodes, 1 failed, reward 0.5, 2 tokens/s, 2.0s, 2.0s left\n',
    );
  });

  it('begins where an earlier session ended', () => {
    const { progress, written } = recordProgress({ total: 10, done: 8 });
    progress.add(makeGroup(8));
    progress.stop();
    expect(written[0]).toMatch(/^90% 9\/10 groups, 2 episodes/);
  });
});

describe('on a terminal', () => {
  it('redraws one line that never wraps', () => {
    const { progress, written } = recordProgress({ total: 4 }, 60);
    progress.add(makeGroup(0));
    vi.advanceTimersByTime(1_000);
    progress.stop();
    const drawn = written.slice(0, -1).map((text) => text.replace('\r\u001B[2K', ''));
    expect(drawn.every((text) => text.length < 60 && !text.includes('\n'))).toBe(true);
    expect(drawn.at(-1)).toMatch(/^▕██ {6}▏ 1\/4 groups, 2 episodes/);
    expect(written.at(-1)).toBe('\n');
  });

  it('draws a whole bar where there is room, and a shorter one before it cuts a number', () => {
    const drawn = [100, 76].map((columns) => {
      const { progress, written } = recordProgress({ total: 4 }, columns);
      progress.add(makeGroup(0));
      vi.advanceTimersByTime(1_000);
      progress.stop();
      return written.at(-2)?.replace('\r\u001B[2K', '') ?? '';
    });
    expect(drawn[0]).toMatch(/^▕██████ {18}▏ 1\/4 .* 3\.0s left$/);
    expect(drawn[1]).toMatch(/^▕█+[^ ]? +▏ 1\/4 .* 3\.0s left$/);
    expect(drawn[1]).toHaveLength(75);
  });

  it('lets other lines stand above the bar', () => {
    const { progress, written } = recordProgress({ total: 4 }, 80);
    progress.print('a warning');
    progress.stop();
    expect(written[1]).toBe('\r\u001B[2Ka warning\n');
    expect(written[2]).toContain('0/4 groups');
  });
});
