import { describe, expect, it } from 'vitest';
import { Slots } from '../../src/rollout/slots.ts';

describe('slots', () => {
  it('let at most their number in, first come first served', async () => {
    const slots = new Slots(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 9 }, async (_, at) => {
        await slots.acquire();
        order.push(at);
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        slots.release();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
