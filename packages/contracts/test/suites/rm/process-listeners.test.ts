import { expect, it, onTestFinished } from 'vitest';
import {
  countListeners,
  findListenerChange,
} from '../../../src/suites/rm/resources/process-listeners.ts';

/** What is said of listeners that are added, and taken away at the end of the test. */
function afterAdding(event: 'SIGUSR2' | 'exit', count: number): string | null {
  const before = countListeners();
  for (let at = 0; at < count; at += 1) {
    const listener = (): void => {};
    process.on(event, listener);
    onTestFinished(() => void process.off(event, listener));
  }
  return findListenerChange(before, countListeners());
}

it('says nothing where none was added', () => {
  expect(afterAdding('exit', 0)).toBeNull();
});

it('names the event that a listener takes away from others', () => {
  expect(afterAdding('SIGUSR2', 1)).toBe('1 listeners of process "SIGUSR2" were added');
});

it('lets a plugin clean up at the end of the process, but not once a call', () => {
  expect(afterAdding('exit', 1)).toBeNull();
  expect(afterAdding('exit', 5)).toBe('5 listeners of process "exit" were added');
});

it('names the event whose listeners were removed', () => {
  const listener = (): void => {};
  process.on('SIGUSR2', listener);
  const before = countListeners();
  process.off('SIGUSR2', listener);
  expect(findListenerChange(before, countListeners())).toBe(
    'listeners of process "SIGUSR2" were removed',
  );
});
