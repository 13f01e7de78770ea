import { Fault } from '../python/fault.ts';
import { add, subtract } from '../python/number.ts';
import {
  countOf,
  elementsOf,
  entryOf,
  isEqual,
  lengthOf,
  neededEntry,
} from '../python/operations.ts';
import { compareTexts } from '../python/hashable-text.ts';
import { plainText } from '../python/text.ts';
import type { PyNumber, PyValue } from '../python/value.ts';
import type { Order, RetailWorld } from './retail-world.ts';

type Item = ReturnType<typeof itemOf>;

/** An element of a call's list that an order has fewer times than the list; undefined for none. */
export function surplusItem(order: Order, itemIds: PyValue): PyValue | undefined {
  const held = order.get('items').map((item) => item.get('item_id'));
  return elementsOf(itemIds, 'item_ids').find(
    (itemId) => countOf(itemIds, itemId, 'item_ids') > countOf(held, itemId, 'items'),
  );
}

/** The first item of an order with an id. */
export function itemOf(order: Order, itemId: PyValue) {
  const item = order.get('items').find((one) => isEqual(one.get('item_id'), itemId));
  if (item === undefined) throw new Fault(`item ${plainText(itemId)} is not in the order`);
  return item;
}

/** The variant of an item's own product that an id names; undefined for other ids. */
export function variantFor(world: RetailWorld, item: Item, variantId: PyValue) {
  const product = neededEntry(world.products, item.get('product_id'), 'product');
  return entryOf(product.get('variants'), variantId, 'each of new_item_ids');
}

/** Old and new items side by side. */
export function pairsOf(itemIds: PyValue, newItemIds: PyValue): [PyValue, PyValue][] {
  const replacements = elementsOf(newItemIds, 'new_item_ids');
  return elementsOf(itemIds, 'item_ids').map((itemId, at) => [itemId, replacements[at] ?? null]);
}

/**
 * What the new items cost more than the old ones, not rounded; a text when the items cannot be
 * exchanged, which is the observation.
 */
export function priceDifference(
  world: RetailWorld,
  order: Order,
  itemIds: PyValue,
  newItemIds: PyValue,
): PyNumber | string {
  const surplus = surplusItem(order, itemIds);
  if (surplus !== undefined) return `Error: ${plainText(surplus)} not found`;
  if (lengthOf(itemIds, 'item_ids') !== lengthOf(newItemIds, 'new_item_ids')) {
    return 'Error: the number of items to be exchanged should match';
  }
  let difference: PyNumber = 0n;
  for (const [itemId, newItemId] of pairsOf(itemIds, newItemIds)) {
    const item = itemOf(order, itemId);
    const variant = variantFor(world, item, newItemId);
    if (variant === undefined || !variant.get('available')) {
      return `Error: new item ${plainText(newItemId)} not found or available`;
    }
    difference = add(difference, subtract(variant.get('price'), item.get('price')));
  }
  return difference;
}

/** The elements of a call's list in order; all of them are texts. */
export function sortedItems(itemIds: PyValue): string[] {
  return elementsOf(itemIds, 'item_ids').map(String).toSorted(compareTexts);
}
