import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createDatabase,
  createWorld,
  forkWorld,
  isSameState,
  parseJson,
  worldHash,
} from '../../src/index.ts';
import { hashableText } from '../../src/python/hashable-text.ts';
import { call } from '../call.ts';
import { airlineTables, retailTables, smallAirline, smallShop } from '../small-worlds.ts';

const CANCEL = '{"order_id": "#W2", "reason": "no longer needed"}';
const CERTIFICATE = '{"user_id": "bo_ito_2", "amount": 5}';

describe('a world', () => {
  it('has the hash of the text of all of its records, changed or not', () => {
    const tables = retailTables();
    const whole = (): string => createHash('sha256').update(hashableText(tables)).digest('hex');
    const world = smallShop();

    expect(worldHash(world)).toBe(whole());
    call(world, 'cancel_pending_order', CANCEL);
    tables
      .get('orders')
      ?.set(
        '#W2',
        parseJson(
          call(world, 'get_order_details', '{"order_id": "#W2"}').observation ?? '',
          'order',
        ),
      );
    tables
      .get('users')
      ?.set(
        'ada_li_1',
        parseJson(
          call(world, 'get_user_details', '{"user_id": "ada_li_1"}').observation ?? '',
          'user',
        ),
      );
    expect(worldHash(world)).toBe(whole());
  });

  it('hashes the records behind a changed first one', () => {
    const tables = retailTables();
    const world = smallShop();
    const returned = call(
      world,
      'return_delivered_order_items',
      '{"order_id": "#W1", "item_ids": ["9"], "payment_method_id": "gift_card_1"}',
    ).observation;
    tables.get('orders')?.set('#W1', parseJson(returned ?? '', 'order'));

    expect(worldHash(world)).toBe(createHash('sha256').update(hashableText(tables)).digest('hex'));
  });

  it.for(['AAAAAA', 'ZZZZZZ'])('hashes a new record in the place of its key, beside %s', (id) => {
    const tables = airlineTables();
    const known = tables.get('reservations')?.get('AAAAAA');
    const reservations = new Map([[id, known ?? null]]);
    tables.set('reservations', reservations);
    const world = createWorld(createDatabase('airline', new Map(tables)));
    call(
      world,
      'book_reservation',
      `{"user_id": "bo_ito_2", "origin": "", "destination": "", "flight_type": "", "cabin": "",
        "flights": [], "passengers": [], "payment_methods": [], "total_baggages": 0,
        "nonfree_baggages": 0, "insurance": "no"}`,
    );
    const shown = (tool: string, key: string, shownId: string) =>
      parseJson(call(world, tool, `{"${key}": "${shownId}"}`).observation ?? '', shownId);
    const booked = shown('get_reservation_details', 'reservation_id', 'HATHAT');
    tables.set('reservations', new Map([...reservations, ['HATHAT', booked]]));
    tables.set('users', new Map([['bo_ito_2', shown('get_user_details', 'user_id', 'bo_ito_2')]]));

    expect(worldHash(world)).toBe(createHash('sha256').update(hashableText(tables)).digest('hex'));
  });

  it('is apart from its siblings and from its forks, both ways', () => {
    const world = smallShop();
    const fresh = worldHash(world);
    const fork = forkWorld(world);
    call(world, 'cancel_pending_order', CANCEL);
    const cancelled = worldHash(world);
    const later = forkWorld(world);
    call(
      later,
      'return_delivered_order_items',
      '{"order_id": "#W1", "item_ids": ["9"], "payment_method_id": "gift_card_1"}',
    );

    expect(cancelled).not.toBe(fresh);
    expect([worldHash(fork), worldHash(smallShop()), worldHash(world)]).toEqual([
      fresh,
      fresh,
      cancelled,
    ]);
    expect(worldHash(later)).not.toBe(cancelled);
  });

  it('goes on from a kept fork as often as it is asked to', () => {
    const world = smallAirline();
    call(world, 'send_certificate', CERTIFICATE);
    const kept = forkWorld(world);
    const hashes = [1, 2].map(() => {
      const again = forkWorld(kept);
      call(again, 'send_certificate', CERTIFICATE);
      return worldHash(again);
    });

    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(worldHash(kept));
  });

  it('is in the same state as another exactly when the hashes are equal', () => {
    const [one, other] = [smallAirline(), smallAirline()];
    const states = (): [boolean, boolean] => [
      isSameState(one, other),
      worldHash(one) === worldHash(other),
    ];

    expect(states()).toEqual([true, true]);
    call(one, 'send_certificate', CERTIFICATE);
    expect(states()).toEqual([false, false]);
    call(other, 'send_certificate', '{"user_id": "bo_ito_2", "amount": 5.0}');
    expect(states()).toEqual([false, false]);
    expect(isSameState(one, smallShop())).toBe(false);
    expect(isSameState(smallShop(), createWorld(createDatabase('retail', retailTables())))).toBe(
      true,
    );
  });

  it('is not made of records that are not as they must be: the error names the field', () => {
    const tables = retailTables();
    const broken = tables.get('orders')?.get('#W1');
    if (broken instanceof Map) broken.set('payment_history', [new Map([['amount', 'much']])]);

    expect(() => createDatabase('retail', tables)).toThrow(
      expect.objectContaining({
        name: 'DataError',
        message: expect.stringContaining('orders.#W1.payment_history.0.transaction_type'),
      }),
    );
    expect(() => createDatabase('airline', tables)).toThrow('flights: must be an object');
  });
});
