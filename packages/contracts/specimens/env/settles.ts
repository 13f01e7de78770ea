import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

/** Pending orders by their id. */
type Orders = Map<string, { items: string[] }>;

const findOrder = defineTool({
  name: 'find_order',
  description: 'Finds the pending order of a customer.',
  parameters: z.object({ customer: z.enum(['ada', 'grace']) }),
  execute({ customer }, orders: Orders) {
    const id = customer === 'ada' ? '#W4711' : '#W0815';
    return orders.has(id) ? `The pending order is ${id}.` : 'There is no pending order.';
  },
});

const cancelling = (name: string, remove: (orders: Orders, id: string) => string) =>
  defineTool({
    name,
    description: 'Cancels a pending order by its id.',
    parameters: z.object({ order_id: z.string() }),
    execute: ({ order_id }, orders: Orders) =>
      orders.has(order_id) ? remove(orders, order_id) : 'There is no pending order of that id.',
  });

const cancelOrder = cancelling('cancel_order', (orders, id) => {
  const items = orders.get(id)?.items ?? [];
  orders.delete(id);
  return `The order of ${items.join(', ')} is cancelled.`;
});

class Shop extends ToolEnv<Orders> {
  readonly tools = [findOrder, cancelOrder];

  createState(): Orders {
    return new Map([
      ['#W4711', { items: ['lamp'] }],
      ['#W0815', { items: ['table', 'chair'] }],
    ]);
  }
}

export const correct = defineEnv({ name: 'shop', apiVersion: 1, build: () => new Shop() });

/** Looks the order up after it was deleted: behind a call that finds it and one that names it. */
const cancelTooEarly = cancelling('cancel_order', (orders, id) => {
  orders.delete(id);
  const order = orders.get(id);
  if (order === undefined) throw new TypeError('the order is gone');
  return `The order of ${order.items.join(', ')} is cancelled.`;
});

class Careless extends Shop {
  override readonly tools = [findOrder, cancelTooEarly];
}

export const broken = defineEnv({ name: 'shop', apiVersion: 1, build: () => new Careless() });
