import { afterEach, expect, it, vi } from 'vitest';
import { hasColors } from '../../src/observe/has-colors.ts';

afterEach(() => vi.unstubAllEnvs());

function under(env: Record<string, string>): [terminal: boolean, pipe: boolean] {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CI', 'TERM']) vi.stubEnv(name, env[name] ?? '');
  return [hasColors({ isTTY: true }), hasColors({})];
}

it('gives colours to terminals alone, on a build server too', () => {
  expect(under({})).toEqual([true, false]);
  expect(under({ CI: 'true' })).toEqual([true, false]);
  expect(under({ TERM: 'dumb' })).toEqual([false, false]);
});

it('lets NO_COLOR and FORCE_COLOR decide', () => {
  expect(under({ FORCE_COLOR: '1' })).toEqual([true, true]);
  expect(under({ FORCE_COLOR: '0' })).toEqual([false, false]);
  expect(under({ NO_COLOR: '1', FORCE_COLOR: '1' })).toEqual([false, false]);
});
