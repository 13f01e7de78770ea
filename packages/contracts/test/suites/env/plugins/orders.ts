import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

interface Order {
  id: string;
  status: 'pending' | 'cancelled';
}

const findOrder = defineTool({
  name: 'find_order',
  description: 'Finds the order of a customer.',
  parameters: z.object({ customer: z.enum(['ada', 'grace']) }),
  execute: ({ customer }, orders: Map<string, Order>) => {
    const order = orders.get(customer);
    return order === undefined ? 'There is none.' : `Order ${order.id} is ${order.status}.`;
  },
});

const cancelOrder = defineTool({
  name: 'cancel_order',
  description: 'Cancels an order.',
  parameters: z.object({ order_id: z.string(), reason: z.string().optional() }),
  execute: ({ order_id }, orders: Map<string, Order>) => {
    const order = [...orders.values()].find(({ id }) => id === order_id);
    if (order === undefined) return `There is no order of that id.`;
    order.status = 'cancelled';
    return { text: `Order ${order.id} is cancelled.`, reward: 1, info: { cancelled: order.id } };
  },
});

/** A class of tools with state; ids are to be read from observations. */
class Orders extends ToolEnv<Map<string, Order>> {
  readonly tools = [findOrder, cancelOrder];

  createState() {
    return new Map<string, Order>([
      ['ada', { id: 'W4711', status: 'pending' }],
      ['grace', { id: 'W0815', status: 'pending' }],
    ]);
  }

  protected override onNoCall() {
    return { observation: [], done: true, reward: 0 };
  }
}

export const env = defineEnv({
  name: 'orders',
  apiVersion: 1,
  reward: { reduction: 'sum', range: [0, 100] },
  build: () => new Orders(),
});
