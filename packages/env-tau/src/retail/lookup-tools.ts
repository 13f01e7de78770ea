import { ORDER_ID, USER_ID } from './retail-parameters.ts';
import { text } from '../world/parameter.ts';
import { dumpJson } from '../python/dump-json.ts';
import { compareTexts } from '../python/hashable-text.ts';
import { entryOf } from '../python/operations.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { RetailWorld } from './retail-world.ts';

/** Shows an order. */
export const getOrderDetails = defineWorldTool({
  name: 'get_order_details',
  description: 'Show an order: its status, items, address and payments.',
  parameters: { order_id: ORDER_ID },
  run(world: RetailWorld, args) {
    const order = entryOf(world.orders, args.get('order_id'), 'order_id');
    return order === undefined ? 'Error: order not found' : dumpJson(order);
  },
});

/** Shows a product and its variants. */
export const getProductDetails = defineWorldTool({
  name: 'get_product_details',
  description: 'Show a product: all of its items with options, price and availability.',
  parameters: {
    product_id: text("A product's id, such as '1000000001'; an item's id is another one."),
  },
  run(world: RetailWorld, args) {
    const product = entryOf(world.products, args.get('product_id'), 'product_id');
    return product === undefined ? 'Error: product not found' : dumpJson(product);
  },
});

/** Shows a customer. */
export const getUserDetails = defineWorldTool({
  name: 'get_user_details',
  description: 'Show a customer: name, address, payment methods and orders.',
  parameters: { user_id: USER_ID },
  run(world: RetailWorld, args) {
    const user = entryOf(world.users, args.get('user_id'), 'user_id');
    return user === undefined ? 'Error: user not found' : dumpJson(user);
  },
});

/** Shows the ids of all products by name, in the order of the names. */
export const listAllProductTypes = defineWorldTool({
  name: 'list_all_product_types',
  description: 'List the names of all products with their ids.',
  parameters: {},
  run(world: RetailWorld) {
    const ids = new Map<string, string>();
    for (const [, product] of world.products.entries()) {
      ids.set(product.get('name'), product.get('product_id'));
    }
    const sorted = [...ids].toSorted(([one], [other]) => compareTexts(one, other));
    return dumpJson(new Map(sorted));
  },
});
