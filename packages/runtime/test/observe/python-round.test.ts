import { expect, it } from 'vitest';
import { roundToTenth } from '../../src/observe/python-round.ts';

it.each([
  [0.25, '0.2'],
  [0.75, '0.8'],
  [-0.25, '-0.2'],
  [-0.75, '-0.8'],
  [12.25, '12.2'],
  [12.75, '12.8'],
  [1.25, '1.2'],
  [0.35, '0.3'],
  [0.45, '0.5'],
  [0.05, '0.1'],
  [0.15, '0.1'],
  [0.95, '0.9'],
  [1.04, '1.0'],
  [-0.04, '-0.0'],
  [0.5, '0.5'],
  [1e-9, '0.0'],
  [1, '1'],
  [0, '0'],
  [-1, '-1'],
])('rounds %d to %s, as Python does', (value, text) => {
  expect(roundToTenth(value)).toBe(text);
});
