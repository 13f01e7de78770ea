import type { Trial } from '../../trial.ts';

/**
 * Calls a hook whose result slime uses as it is: a promise breaks the law, since nobody waits for
 * it and it counts as true.
 */
export async function callAtOnce(
  trial: Trial,
  where: string,
  run: () => unknown,
): Promise<unknown> {
  // In a box, since a promise that is returned would be waited for.
  const { value } = await trial.call(where, () => ({ value: run() }));
  if (!isThenable(value)) return value;
  // A rejection of it is no news.
  Promise.resolve(value).catch(() => {});
  return trial.fail({
    expected: `${where} gives its result at once`,
    got: 'a promise, which slime does not wait for',
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
