import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTraces } from '../../src/world/read-traces.ts';

const STOP = { type: 'stop', matched: 151_645 };

/** A line of `turns.jsonl`. */
function turn(fields: object): object {
  return { index: 0, group_index: 0, attempt: 0, turn: 0, text: 'so', finish: STOP, ...fields };
}

async function tracesOf(content: string | readonly object[]): ReturnType<typeof readTraces> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-traces-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'turns.jsonl');
  const text =
    typeof content === 'string'
      ? content
      : content.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(file, text);
  return readTraces(file);
}

describe('stored episodes', () => {
  it('are read turn by turn, in the order of the file', async () => {
    const observation = [{ role: 'user', content: 'And now?' }];
    const traces = await tracesOf([
      turn({ index: 4, group_index: 2, text: 'one', observation }),
      turn({ index: 5, group_index: 2, text: 'other', finish: { type: 'length', length: 9 } }),
      turn({ index: 4, group_index: 2, turn: 1, text: 'two', done: true, reward: 0.5 }),
    ]);
    expect(traces).toEqual([
      {
        index: 4,
        group_index: 2,
        turns: [
          { text: 'one', truncated: false, observation, done: false, reward: null },
          { text: 'two', truncated: false, observation: null, done: true, reward: 0.5 },
        ],
      },
      {
        index: 5,
        group_index: 2,
        turns: [{ text: 'other', truncated: true, observation: null, done: false, reward: null }],
      },
    ]);
  });

  it('that were run again are episodes of their own', async () => {
    const traces = await tracesOf([turn({ text: 'failed' }), turn({ attempt: 1, text: 'again' })]);
    expect(traces.map(({ turns }) => turns.map(({ text }) => text))).toEqual([
      ['failed'],
      ['again'],
    ]);
  });

  it('hold no turn that no environment was asked about', async () => {
    const traces = await tracesOf([
      turn({ text: 'kept' }),
      turn({ turn: 1, text: 'discarded', discarded_cause: 'unused' }),
      turn({ turn: 2, text: '', finish: null }),
      turn({ turn: 3, text: 'cut off', finish: { type: 'abort', message: 'stopped' } }),
    ]);
    expect(traces[0]?.turns.map(({ text }) => text)).toEqual(['kept']);
  });

  it('keep texts that some programs take for the end of a line', async () => {
    const text = 'a\u2028b\u2029c\u0085d\re';
    const [episode] = await tracesOf([turn({ text })]);
    expect(episode?.turns[0]?.text).toBe(text);
  });

  it('are bounded in number, not in turns', async () => {
    const lines = Array.from({ length: 1500 }, (_, index) => turn({ index }));
    const traces = await tracesOf([...lines, turn({ turn: 1, text: 'more' })]);
    expect(traces).toHaveLength(1000);
    expect(traces[0]?.turns).toHaveLength(2);
  });

  it('are none in an empty file', async () => {
    expect(await tracesOf('\n\n')).toEqual([]);
  });

  it.each([
    ['a torn line', '{"index": 0, "gro', /turns\.jsonl:1: no line of a turns\.jsonl: SyntaxError/],
    ['another file', '{"prompt": "a"}\n', /turns\.jsonl:1: no line of a turns\.jsonl: .*index/s],
    [
      'a later line',
      `${JSON.stringify(turn({}))}\n\n${JSON.stringify(turn({ text: 7 }))}\n`,
      /turns\.jsonl:3: .*expected string.*text/s,
    ],
  ])('say where %s cannot be read', async (_what, content, message) => {
    await expect(tracesOf(content)).rejects.toThrow(message);
  });

  it('say that their file is not there', async () => {
    await expect(readTraces('/nowhere/turns.jsonl')).rejects.toThrow(
      '/nowhere/turns.jsonl: no such file',
    );
  });
});
