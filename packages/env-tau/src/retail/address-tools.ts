import { ADDRESS, ORDER_ID, USER_ID } from './retail-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { entryOf } from '../python/operations.ts';
import { copyValue, type PyDict } from '../python/value.ts';
import { defineWorldTool, type ToolArguments } from '../world/tool.ts';
import { editOrder } from './edit-order.ts';
import type { RetailWorld } from './retail-world.ts';

function addressOf(args: ToolArguments<keyof typeof ADDRESS>): PyDict {
  const address: PyDict = new Map();
  for (const part of Object.keys(ADDRESS)) address.set(part, copyValue(args.get(part) ?? null));
  return address;
}

/** Sends a pending order to another address. */
export const modifyPendingOrderAddress = defineWorldTool({
  name: 'modify_pending_order_address',
  description:
    "Send a pending order to another address. Explain the change and get the customer's " +
    'explicit yes first.',
  parameters: { order_id: ORDER_ID, ...ADDRESS },
  run(world: RetailWorld, args) {
    const order = entryOf(world.orders, args.get('order_id'), 'order_id');
    if (order === undefined) return 'Error: order not found';
    if (order.get('status') !== 'pending') return 'Error: non-pending order cannot be modified';
    const edited = editOrder(world, args.get('order_id'));
    edited.set('address', addressOf(args));
    return dumpJson(edited);
  },
});

/** Changes a customer's own address. */
export const modifyUserAddress = defineWorldTool({
  name: 'modify_user_address',
  description:
    'Change the default address of a customer. Explain the change and get the ' +
    "customer's explicit yes first.",
  parameters: { user_id: USER_ID, ...ADDRESS },
  run(world: RetailWorld, args) {
    const user = entryOf({ get: (key) => world.users.edit(key) }, args.get('user_id'), 'user_id');
    if (user === undefined) return 'Error: user not found';
    user.set('address', addressOf(args));
    return dumpJson(user);
  },
});
