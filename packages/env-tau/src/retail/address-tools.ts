import { dumpJson } from '../python/dump-json.ts';
import { entryOf } from '../python/operations.ts';
import { copyValue, type PyDict, type PyValue } from '../python/value.ts';
import { defineWorldTool, type ToolArguments } from '../world/tool.ts';
import { editOrder } from './edit-order.ts';
import type { RetailWorld } from './retail-world.ts';

const ADDRESS = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const;

function addressOf(args: ToolArguments<(typeof ADDRESS)[number]>): PyDict {
  return new Map(ADDRESS.map((part): [string, PyValue] => [part, copyValue(args.get(part))]));
}

/** Sends a pending order to another address. */
export const modifyPendingOrderAddress = defineWorldTool({
  name: 'modify_pending_order_address',
  parameters: ['order_id', ...ADDRESS],
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
  parameters: ['user_id', ...ADDRESS],
  run(world: RetailWorld, args) {
    const user = entryOf({ get: (key) => world.users.edit(key) }, args.get('user_id'), 'user_id');
    if (user === undefined) return 'Error: user not found';
    user.set('address', addressOf(args));
    return dumpJson(user);
  },
});
