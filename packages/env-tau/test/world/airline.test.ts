import { beforeEach, describe, expect, it } from 'vitest';
import { type World, worldHash } from '../../src/index.ts';
import { call, read } from '../call.ts';
import { smallAirline } from '../small-worlds.ts';

const PASSENGER = '{"first_name": "Bo", "last_name": "Ito", "dob": "1990-01-01"}';

const booking = (payments: string, rest = '"insurance": "yes", "nonfree_baggages": 1'): string =>
  `{"user_id": "bo_ito_2", "origin": "SFO", "destination": "ORD", "flight_type": "one_way",
    "cabin": "economy", "flights": [{"flight_number": "F1", "date": "2024-05-20"}],
    "passengers": [${PASSENGER}], "payment_methods": ${payments}, "total_baggages": 2, ${rest}}`;

describe('the airline', () => {
  let world: World;
  beforeEach(() => {
    world = smallAirline();
  });

  it('finds flights that are to be sold, alone and in pairs that meet', () => {
    const asked = '"origin": "SFO", "date": "2024-05-20"';

    expect(read(world, 'search_direct_flight', `{${asked}, "destination": "ORD"}`)).toMatchObject([
      { flight_number: 'F1', status: 'available', prices: { economy: 100 } },
    ]);
    expect(read(world, 'search_onestop_flight', `{${asked}, "destination": "JFK"}`)).toMatchObject([
      [
        { flight_number: 'F1', date: '2024-05-20' },
        { flight_number: 'F2', date: '2024-05-20' },
      ],
    ]);
  });

  it('books for payments that add up: 100 for the seat, 30 for insurance, 50 for a bag', () => {
    const payments =
      '[{"payment_id": "certificate_4", "amount": 100}, {"payment_id": "gift_card_3", "amount": 80.0}]';

    expect(read(world, 'book_reservation', booking(payments))).toMatchObject({
      reservation_id: 'HATHAT',
      flights: [{ flight_number: 'F1', price: 100, origin: 'SFO' }],
    });
    const user = call(world, 'get_user_details', '{"user_id": "bo_ito_2"}').observation;
    expect(user).toContain('"amount": 420.0');
    expect(user).not.toContain('certificate_4');
    expect(user).toContain('"reservations": ["AAAAAA", "HATHAT"]');
  });

  it('refuses payments that do not add up, with both sums as they are', () => {
    expect(
      call(world, 'book_reservation', booking('[{"payment_id": "gift_card_3", "amount": 5.5}]'))
        .observation,
    ).toBe('Error: payment amount does not add up, total price is 180, but paid 5.5');
  });

  it('keeps what a call did before it failed: a certificate that pays twice is gone', () => {
    const twice = '{"payment_id": "certificate_4", "amount": 90}';
    const before = worldHash(world);

    expect(call(world, 'book_reservation', booking(`[${twice}, ${twice}]`))).toEqual({
      observation: 'Error: payment method "certificate_4" is not known',
      raised: true,
    });
    expect(worldHash(world)).not.toBe(before);
    expect(call(world, 'get_reservation_details', '{"reservation_id": "HATHAT"}').observation).toBe(
      'Error: user not found',
    );
  });

  it('refunds every payment of a cancelled reservation', () => {
    expect(call(world, 'cancel_reservation', '{"reservation_id": "AAAAAA"}').observation).toContain(
      '"payment_history": [{"payment_id": "gift_card_3", "amount": 90}, ' +
        '{"payment_id": "gift_card_3", "amount": -90}]',
    );
  });

  it('charges changed flights by today’s price, and a flight booked before by its own', () => {
    const update = (cabin: string): string | null =>
      call(
        world,
        'update_reservation_flights',
        `{"reservation_id": "AAAAAA", "cabin": "${cabin}", "payment_id": "gift_card_3",
          "flights": [{"flight_number": "F1", "date": "2024-05-20"}]}`,
      ).observation;

    expect(update('economy')).toContain('"amount": 90}], "created_at"');
    expect(update('business')).toContain('{"payment_id": "gift_card_3", "amount": 210}]');
    expect(update('first')).toBe('Error: cabin "first" is none of this flight: economy, business');
  });

  it('charges each new bag that is not free', () => {
    expect(
      call(
        world,
        'update_reservation_baggages',
        '{"reservation_id": "AAAAAA", "total_baggages": 3, "nonfree_baggages": 2.0, "payment_id": "gift_card_3"}',
      ).observation,
    ).toContain('{"payment_id": "gift_card_3", "amount": 100.0}');
  });

  it('changes passengers one for one', () => {
    const update = (passengers: string): string | null =>
      call(
        world,
        'update_reservation_passengers',
        `{"reservation_id": "AAAAAA", "passengers": ${passengers}}`,
      ).observation;

    expect(update('[]')).toBe('Error: number of passengers does not match');
    expect(update('[{"dob": "1980-01-01"}]')).toContain('"passengers": [{"dob": "1980-01-01"}]');
  });

  it('sends three certificates, and says nothing to a fourth', () => {
    const send = (): string | null =>
      call(world, 'send_certificate', '{"user_id": "bo_ito_2", "amount": 50}').observation;

    expect([send(), send(), send(), send()]).toEqual([
      'Certificate certificate_3221322 added to user bo_ito_2 with amount 50.',
      'Certificate certificate_3221323 added to user bo_ito_2 with amount 50.',
      'Certificate certificate_3221324 added to user bo_ito_2 with amount 50.',
      null,
    ]);
  });

  it('knows the airports of the benchmark', () => {
    expect(read(world, 'list_all_airports', '{}')).toMatchObject({ SFO: 'San Francisco' });
  });
});
