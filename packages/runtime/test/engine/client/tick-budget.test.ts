import { expect, it, onTestFinished } from 'vitest';
import { CallSignal } from '../../../src/engine/client/call-signal.ts';
import { TickBudget } from '../../../src/engine/client/tick-budget.ts';
import { TryFault } from '../../../src/engine/client/try-fault.ts';

/** A call under no signal, released when the test has finished. */
function openCall(): CallSignal {
  const call = new CallSignal(new AbortController().signal, 1);
  onTestFinished(() => {
    call.release();
  });
  return call;
}

/** Enters `count` times at once; each takes so many milliseconds. Gives the turns they ran in. */
async function enterAll(count: number, ms: number): Promise<number[]> {
  let clock = 0;
  let turn = 0;
  let isOpen = true;
  const nextTurn = (): void => {
    turn += 1;
    if (isOpen) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const budget = new TickBudget(() => clock);
  const call = openCall();
  const turns = await Promise.all(
    Array.from({ length: count }, async () => {
      await budget.enter(call);
      clock += ms;
      return turn;
    }),
  );
  isOpen = false;
  return turns;
}

it('lets as many through in a turn of the event loop as take five milliseconds', async () => {
  const turns = await enterAll(10, 2);
  expect(turns).toEqual(turns.toSorted((left, right) => left - right));
  const counts = [...new Set(turns)].map((turn) => turns.filter((one) => one === turn).length);
  expect(counts).toEqual([3, 3, 3, 1]);
});

it('puts nothing off that takes no time', async () => {
  expect(new Set(await enterAll(1000, 0)).size).toBe(1);
});

it('lets one through that takes longer alone', async () => {
  expect(new Set(await enterAll(4, 50)).size).toBe(4);
});

it('lets go at once of a call that ends while it waits, and of one that had ended', async () => {
  const budget = new TickBudget();
  const [first, ended] = [openCall(), openCall()];
  const order: string[] = [];
  const outcomes = [
    budget.enter(first).then(() => order.push('first')),
    budget.enter(ended).catch((fault: TryFault) => order.push(fault.reason)),
  ];
  ended.end(new TryFault('closed', 'closed', { retry: 'never' }));
  outcomes.push(budget.enter(ended).catch((fault: TryFault) => order.push(fault.reason)));
  await Promise.all(outcomes);
  expect(order).toEqual(['closed', 'closed', 'first']);
  await budget.enter(first);
});
