import { beforeEach, describe, expect, it } from 'vitest';
import type { World } from '../../src/index.ts';
import { call, read } from '../call.ts';
import { smallShop } from '../small-worlds.ts';

describe('the shop', () => {
  let world: World;
  beforeEach(() => {
    world = smallShop();
  });

  it('shows records with their keys in order and numbers in their form', () => {
    expect(call(world, 'get_product_details', '{"product_id": "77"}').observation).toContain(
      '"variants": {"9": {"item_id": "9", "options": {"colour": "red"}, "available": true, ' +
        '"price": 10.1}, "10": ',
    );
    expect(call(world, 'get_user_details', '{"user_id": "ada_li_1"}').observation).toContain(
      '"balance": 17, ',
    );
    expect(read(world, 'list_all_product_types', '{}')).toEqual({ Lamp: '77' });
  });

  it('finds a customer by e-mail address or name, whatever the case', () => {
    expect(call(world, 'find_user_id_by_email', '{"email": "ADA@example.COM"}').observation).toBe(
      'ada_li_1',
    );
    expect(
      call(
        world,
        'find_user_id_by_name_zip',
        '{"first_name": "ADA", "last_name": "li", "zip": "3000"}',
      ).observation,
    ).toBe('ada_li_1');
  });

  it('refunds a cancelled order to the gift card that paid it', () => {
    const order = read(
      world,
      'cancel_pending_order',
      '{"order_id": "#W2", "reason": "no longer needed"}',
    );

    expect(order).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'no longer needed',
      payment_history: [
        { transaction_type: 'payment' },
        { transaction_type: 'refund', amount: 10.1, payment_method_id: 'gift_card_1' },
      ],
    });
    expect(read(world, 'get_user_details', '{"user_id": "ada_li_1"}')).toMatchObject({
      payment_methods: { gift_card_1: { balance: 27.1 } },
    });
  });

  it('writes the price of changed items unrounded, and the balance in cents', () => {
    const order = read(
      world,
      'modify_pending_order_items',
      '{"order_id": "#W2", "item_ids": ["9"], "new_item_ids": ["10"], "payment_method_id": "credit_card_2"}',
    );

    expect(order).toMatchObject({
      status: 'pending (item modified)',
      items: [{ item_id: '10', price: 30.3, options: { colour: 'blue' } }],
      payment_history: [{}, { transaction_type: 'payment', amount: 20.200000000000003 }],
    });
  });

  it('takes what changed items cost more off a gift card, to the cent', () => {
    const args =
      '{"order_id": "#W2", "item_ids": ["9"], "new_item_ids": ["7"], "payment_method_id": "gift_card_1"}';

    expect(call(world, 'modify_pending_order_items', args).observation).toContain(
      '"amount": 5.200000000000001',
    );
    expect(call(world, 'get_user_details', '{"user_id": "ada_li_1"}').observation).toContain(
      '"balance": 11.8, ',
    );
  });

  it('refuses an exchange that a gift card cannot pay, and one of items that are not there', () => {
    const exchange = (items: string, news: string, method: string): string | null =>
      call(
        world,
        'exchange_delivered_order_items',
        `{"order_id": "#W1", "item_ids": ${items}, "new_item_ids": ${news}, "payment_method_id": "${method}"}`,
      ).observation;

    expect([
      exchange('["9", "9"]', '["10", "10"]', 'gift_card_1'),
      exchange('["9", "9", "9"]', '["10", "10", "10"]', 'credit_card_2'),
      exchange('["9"]', '["8"]', 'credit_card_2'),
      exchange('["9"]', '[]', 'credit_card_2'),
      exchange('["9"]', '["10"]', 'credit_card_9'),
    ]).toEqual([
      'Error: insufficient gift card balance to pay for the price difference',
      'Error: 9 not found',
      'Error: new item 8 not found or available',
      'Error: the number of items to be exchanged should match',
      'Error: payment method not found',
    ]);
    expect(exchange('["9", "9"]', '["10", "10"]', 'credit_card_2')).toContain(
      '"exchange_items": ["9", "9"], "exchange_new_items": ["10", "10"], ' +
        '"exchange_payment_method_id": "credit_card_2", "exchange_price_difference": 40.4}',
    );
  });

  it('moves a payment from one method to another', () => {
    read(
      world,
      'modify_pending_order_payment',
      '{"order_id": "#W2", "payment_method_id": "credit_card_2"}',
    );

    expect(read(world, 'get_user_details', '{"user_id": "ada_li_1"}')).toMatchObject({
      payment_methods: { gift_card_1: { balance: 27.1 } },
    });
  });

  it('takes a return to a gift card or to the method that paid', () => {
    expect(
      read(
        world,
        'return_delivered_order_items',
        '{"order_id": "#W1", "item_ids": ["9"], "payment_method_id": "gift_card_1"}',
      ),
    ).toMatchObject({ status: 'return requested', return_items: ['9'] });
  });

  it('keeps an address of any values, but not the call’s own lists', () => {
    const args =
      '{"user_id": "ada_li_1", "address1": {"2": 1.0, "1": 1}, "address2": null, "city": "é", ' +
      '"state": true, "country": [], "zip": 7.0}';

    expect(call(world, 'modify_user_address', args).observation).toContain(
      '"address": {"address1": {"2": 1.0, "1": 1}, "address2": null, "city": "\\u00e9", ' +
        '"state": true, "country": [], "zip": 7.0}',
    );
  });
});
