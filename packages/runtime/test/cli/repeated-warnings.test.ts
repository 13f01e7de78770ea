import { expect, it } from 'vitest';
import { RepeatedWarnings } from '../../src/cli/repeated-warnings.ts';

function create(): { warnings: RepeatedWarnings; lines: string[] } {
  const lines: string[] = [];
  return { warnings: new RepeatedWarnings((line) => void lines.push(line)), lines };
}

it('prints a warning once, and in the end how often it came again', () => {
  const { warnings, lines } = create();
  for (const message of ['a', 'b', 'a', 'c', 'a', 'b']) warnings.warn(message);
  expect(lines).toEqual(['warning: a', 'warning: b', 'warning: c']);
  warnings.end();
  expect(lines.slice(3)).toEqual(['warning: 2 times more: a', 'warning: once more: b']);
  warnings.end();
  expect(lines).toHaveLength(5);
});

it('cuts a long warning where it is told of again', () => {
  const { warnings, lines } = create();
  for (const _ of [1, 2]) warnings.warn('x'.repeat(5000));
  warnings.end();
  expect(lines.map((line) => line.length)).toEqual([5009, 'warning: once more: '.length + 201]);
});

it('remembers a thousand warnings and prints the others as they come', () => {
  const { warnings, lines } = create();
  for (const _ of [1, 2]) for (let at = 0; at < 1001; at += 1) warnings.warn(String(at));
  expect(lines).toHaveLength(1002);
  expect(lines.at(-1)).toBe('warning: 1000');
});
