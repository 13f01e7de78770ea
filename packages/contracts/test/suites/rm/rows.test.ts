import { createRolloutArgs, createSample, type JsonValue } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { EMPTY_VOCABULARY } from '../../../src/arbitraries/vocabulary.ts';
import {
  answerOf,
  otherLabels,
  promptText,
  rowsOf,
  spreadRows,
} from '../../../src/suites/rm/rows.ts';
import { readProcessState } from '../../../src/world/process-state.ts';
import type { World } from '../../../src/world/world.ts';

/** A world of rows with these labels. */
function worldOf(labels: readonly JsonValue[]): World {
  const unused = (): never => {
    throw new Error('rewards need no encoder');
  };
  return {
    cwd: '/',
    args: createRolloutArgs(),
    config: {},
    rows: labels.map((label) => createSample({ label, prompt: `for ${JSON.stringify(label)}` })),
    traces: [],
    vocabulary: EMPTY_VOCABULARY,
    branches: { take: () => new Set() },
    processState: readProcessState(),
    encoder: unused,
    templates: unused,
  };
}

describe('rows', () => {
  it('are the user’s own where there are some', () => {
    const world = worldOf(['1', '2']);
    expect(rowsOf(world).map(({ label }) => label)).toEqual(['1', '2']);
  });

  it('are made up of labels of many kinds where there are none', () => {
    const labels = rowsOf(worldOf([])).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['42', 'A', '\\frac{1}{2}', 'yes', 3.5]));
  });

  it('are spread over the whole of a large set', () => {
    const world = worldOf(Array.from({ length: 100 }, (_, at) => at));
    expect(spreadRows(world, 4).map(({ label }) => label)).toEqual([0, 25, 50, 75]);
  });
});

describe('other labels', () => {
  it('are of other rows, each text once, and never the row’s own', () => {
    const world = worldOf(['a', 'b', 'a', 'c', 'b']);
    const [row] = rowsOf(world);
    expect(row && otherLabels(world, row)).toEqual(['b', 'c']);
  });

  it('are made where all rows have the same', () => {
    const world = worldOf(['7', '7']);
    const [row] = rowsOf(world);
    const others = row === undefined ? [] : otherLabels(world, row);
    expect(others.length).toBeGreaterThan(1);
    expect(others).not.toContain('7');
  });

  it('are of the same kind where rows are made up', () => {
    const world = worldOf([]);
    const row = rowsOf(world).find(({ label }) => label === 'B');
    expect(row && otherLabels(world, row)).toEqual(['C', 'D', 'A']);
  });
});

describe('the answer of a label', () => {
  it.each([
    ['7', '7'],
    [7, '7'],
    [false, 'false'],
    [['first', 'second'], 'first'],
    [[], null],
    ['  ', null],
    [null, null],
    [{ a: 1 }, null],
  ])('%j is %j', (label, answer) => {
    expect(answerOf(label)).toBe(answer);
  });
});

it('reads the text of messages and parts', () => {
  const prompt = [
    { role: 'system' as const, content: 'Be brief.' },
    {
      role: 'user' as const,
      content: [
        { type: 'image' as const, image: 'x.png' },
        { type: 'text' as const, text: 'What is it?' },
      ],
    },
  ];
  expect(promptText({ prompt, label: null, metadata: {} })).toBe('Be brief.\nWhat is it?');
});
