import { afterEach, describe, expect, it } from 'vitest';
import { findStateChange, readProcessState } from '../../src/world/process-state.ts';

const NOTHING = { globals: false, variables: false };
const LOADING = { globals: true, variables: true };

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'polluted');
  Reflect.deleteProperty(Array.prototype, 'last');
  Reflect.deleteProperty(globalThis, 'state');
  Reflect.deleteProperty(globalThis, '__state');
  delete process.env['SLIME_TEST_STATE'];
});

/** What is found of a change, of any code and of code that is being loaded. */
function changeBy(act: () => void): { ever: string | null; loading: string | null } {
  const before = readProcessState();
  act();
  const after = readProcessState();
  return {
    ever: findStateChange(before, after, NOTHING),
    loading: findStateChange(before, after, LOADING),
  };
}

describe('a change of what a process shares', () => {
  it('is nothing where nothing was done', () => {
    expect(changeBy(() => {})).toEqual({ ever: null, loading: null });
  });

  it('is a property on a prototype, a hidden one only once loading is over', () => {
    const assign = () => Object.assign(Object.prototype, { polluted: 1 });
    const was = 'Object.prototype.polluted was added';
    expect(changeBy(assign)).toEqual({ ever: was, loading: was });
    const define = () =>
      Reflect.defineProperty(Array.prototype, 'last', { value: 1, configurable: true });
    expect(changeBy(define)).toEqual({ ever: 'Array.prototype.last was added', loading: null });
  });

  it('is a built-in function that was replaced', () => {
    const { random } = Math;
    const replaced = changeBy(() => {
      Math.random = () => 0.5;
    });
    Math.random = random;
    expect(replaced).toEqual({
      ever: 'Math.random was replaced',
      loading: 'Math.random was replaced',
    });
  });

  it('is a global, but for those that libraries keep what they share in', () => {
    expect(changeBy(() => Object.assign(globalThis, { state: 1 }))).toEqual({
      ever: 'globalThis.state was added',
      loading: null,
    });
    const own = { __state: 1, [Symbol.for('slime-test')]: 1 };
    expect(changeBy(() => Object.assign(globalThis, own)).ever).toBeNull();
  });

  it('is a variable of the environment, whose value is not told', () => {
    const set = (value: string) => () => {
      process.env['SLIME_TEST_STATE'] = value;
    };
    expect(changeBy(set('secret'))).toEqual({
      ever: 'process.env.SLIME_TEST_STATE was set',
      loading: null,
    });
    const was = 'process.env.SLIME_TEST_STATE was overwritten';
    expect(changeBy(set('other'))).toEqual({ ever: was, loading: was });
    const deleted = changeBy(() => delete process.env['SLIME_TEST_STATE']);
    expect(deleted.loading).toBe('process.env.SLIME_TEST_STATE was deleted');
  });
});
