import { expect, it } from 'vitest';
import { CallSignal } from '../../../src/engine/client/call-signal.ts';
import { type RetriedCall, withRetries } from '../../../src/engine/client/retry.ts';
import { TryFault } from '../../../src/engine/client/try-fault.ts';

function call(attempt: RetriedCall<string>['attempt']): Promise<unknown> {
  let count = 0;
  return withRetries({
    policy: { maxTries: 3, backoffSeconds: 0 },
    who: 'engine',
    signal: new CallSignal(new AbortController().signal, 1),
    nextRid: () => `r${(count += 1)}`,
    attempt,
    onDiscard: () => {},
  });
}

it('tells a try when it is the last', async () => {
  const lasts: boolean[] = [];
  const failing = call((_rid, isLast) => {
    lasts.push(isLast);
    return Promise.reject(new TryFault('x', 'x', { retry: 'now' }));
  });
  await expect(failing).rejects.toMatchObject({ code: 'SLIME_ENGINE' });
  expect(lasts).toEqual([false, false, true]);
});

it('lets through what is no fault of a try', async () => {
  const bug = new RangeError('bug');
  await expect(call(() => Promise.reject(bug))).rejects.toBe(bug);
});

it('does not pause for a call that ended before its fault was known', async () => {
  const signal = new CallSignal(new AbortController().signal, 60);
  const attempt = (): Promise<string> => {
    signal.end(new TryFault('closed', 'closed', { retry: 'never' }));
    return Promise.reject(new TryFault('bad_json', 'bad', { retry: 'later' }));
  };
  const ended = withRetries({
    policy: { maxTries: 3, backoffSeconds: 600 },
    who: 'engine',
    signal,
    nextRid: () => 'r',
    attempt,
    onDiscard: () => {},
  });
  await expect(ended).rejects.toMatchObject({ data: { cause: 'closed' } });
  signal.release();
});
