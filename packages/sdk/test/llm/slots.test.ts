import { describe, expect, it } from 'vitest';
import { Slots } from '../../src/llm/slots.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function hold() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end: () => end() };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('run so many at once, and the rest in the order in which they came', async () => {
    const slots = new Slots(2);
    const started: number[] = [];
    const holds = [0, 1, 2, 3].map(hold);
    const runs = holds.map(({ work }, at) =>
      slots.run(never, () => {
        started.push(at);
        return work();
      }),
    );
    await soon();
    expect(started).toEqual([0, 1]);
    holds[1]?.end();
    await soon();
    expect(started).toEqual([0, 1, 2]);
    for (const { end } of holds) end();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('are given back by work that throws, and not taken by who has left', async () => {
    const slots = new Slots(1);
    const first = hold();
    const controller = new AbortController();
    const running = slots.run(never, async () => {
      await first.work();
      throw new Error('oops');
    });
    const left = slots.run(controller.signal, () => Promise.reject(new Error('it ran')));
    const last = slots.run(never, () => Promise.resolve('last'));
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(left).rejects.toBe(reason);
    first.end();
    await expect(running).rejects.toThrow('oops');
    expect(await last).toBe('last');
    expect(await slots.run(never, () => Promise.resolve('again'))).toBe('again');
    await expect(slots.run(controller.signal, () => Promise.resolve())).rejects.toBe(reason);
  });
});
