import { EnvError, isSlimeError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { strayError } from '../../src/cli/stray-errors.ts';

/** An error whose stack holds these frames. */
function thrownAt(...frames: string[]): Error {
  const error = new RangeError('lost');
  error.stack = ['RangeError: lost', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

const OURS = `run (${new URL('../../src/cli/main.ts', import.meta.url).href}:3:4)`;
const TIMER = 'listOnTimeout (node:internal/timers:581:17)';

describe('a throw that nobody waits for', () => {
  it.each([
    ['null', null, 'null'],
    ['a string', 'gone', "the string 'gone'"],
    ['undefined', undefined, 'undefined'],
    ['an error without a stack', thrownAt(), 'RangeError: lost'],
    ['an error of timers only', thrownAt(TIMER), 'RangeError: lost'],
    ['an error of an installed package', thrownAt('f (/app/node_modules/ws/ws.js:1:2)'), 'lost'],
  ])('is the plugin’s when it never went through us: %s', (_, thrown, said) => {
    const error = strayError(thrown);
    expect(error).toBeInstanceOf(EnvError);
    expect(error.message).toContain('a plugin threw where nobody waits for it: ');
    expect(error.message).toContain(said);
  });

  it('is the plugin’s, with its place, when a file of the user is on the stack', () => {
    const error = strayError(thrownAt('step (/home/me/env.ts:7:9)', OURS));
    expect(isSlimeError(error) && error.code).toBe('SLIME_ENV');
    expect(error.message).toContain('(/home/me/env.ts:7:9)');
  });

  it('is ours when only files of ours are on the stack', () => {
    expect(isSlimeError(strayError(thrownAt(OURS, TIMER)))).toBe(false);
  });
});
