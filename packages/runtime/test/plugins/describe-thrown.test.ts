import { expect, it } from 'vitest';
import { originOf } from '../../src/plugins/describe-thrown.ts';

function thrownAt(...places: string[]): Error {
  return Object.assign(new Error('m'), {
    stack: ['Error: m', ...places.map((place) => `    at ${place}`)].join('\n'),
  });
}

it.each([
  ['step (/home/me/env.ts:3:14)', '/home/me/env.ts:3:14'],
  ['/home/me/env.ts:3:14', '/home/me/env.ts:3:14'],
  ['async file:///home/my%20env.ts:3:14', '/home/my env.ts:3:14'],
])('the place of `at %s` is %s', (frame, place) => {
  expect(originOf(thrownAt(frame))).toBe(place);
});

it('frames of Node.js and of packages are no places of the user', () => {
  const theirs = [
    'process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    'node:internal/modules/esm/module_job:213:21',
    'parse (/home/me/node_modules/zod/index.js:1:2)',
  ];
  expect(originOf(thrownAt(...theirs))).toBeNull();
  expect(originOf(thrownAt(...theirs, 'step (/home/me/env.ts:1:2)'))).toBe('/home/me/env.ts:1:2');
});
