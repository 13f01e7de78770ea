import { z } from 'zod';
import type { PyNumber, PyValue } from '../python/value.ts';
import { anything, type Entries, entries, type Fields, fields, numeric } from '../world/fields.ts';
import type { BaseTable, Table } from '../world/table.ts';

/** Seats and prices by cabin; only a flight that is still to be sold has them. */
export type FlightDate = Fields<{
  status: string;
  available_seats?: Entries<PyNumber> | undefined;
  prices?: Entries<PyNumber> | undefined;
}>;

/** A flight and its dates. */
export type Flight = Fields<{
  flight_number: string;
  origin: string;
  destination: string;
  scheduled_departure_time_est: string;
  scheduled_arrival_time_est: string;
  dates: Entries<FlightDate>;
}>;

/** A reservation; a booking keeps what the agent's call gave, of any kind. */
export interface ReservationShape {
  reservation_id: string;
  user_id: string;
  origin: PyValue;
  destination: PyValue;
  flight_type: PyValue;
  cabin: PyValue;
  flights: PyValue;
  passengers: PyValue;
  payment_history: PyValue;
  created_at: string;
  total_baggages: PyValue;
  nonfree_baggages: PyValue;
  insurance: PyValue;
  status?: string;
}

/** A reservation as a dictionary. */
export type Reservation = Fields<ReservationShape>;

/** A card or a certificate; the amount of a sent certificate is of any kind. */
export interface PaymentMethodShape {
  source: string;
  amount?: PyValue;
}

/** A traveller with a profile. */
export type Traveller = Fields<{
  payment_methods: Entries<Fields<PaymentMethodShape>>;
  reservations: string[];
}>;

const text = z.string();
const byCabin = entries(numeric).optional();

const flight: z.ZodType<Flight> = fields({
  flight_number: text,
  origin: text,
  destination: text,
  scheduled_departure_time_est: text,
  scheduled_arrival_time_est: text,
  dates: entries<FlightDate>(fields({ status: text, available_seats: byCabin, prices: byCabin })),
});

const reservation: z.ZodType<Reservation> = fields({
  reservation_id: text,
  user_id: text,
  origin: text,
  destination: text,
  flight_type: text,
  cabin: text,
  flights: z.array(fields({ flight_number: text, date: text, price: numeric })),
  passengers: z.array(anything),
  payment_history: z.array(fields({ payment_id: text, amount: numeric })),
  created_at: text,
  total_baggages: numeric,
  nonfree_baggages: numeric,
  insurance: text,
  status: text.optional(),
});

const traveller: z.ZodType<Traveller> = fields({
  payment_methods: entries<Fields<PaymentMethodShape>>(
    fields({ source: text, amount: numeric.optional() }),
  ),
  reservations: z.array(text),
});

/** An airline's database, loaded once and shared by all worlds made of it. */
export interface AirlineDatabase {
  readonly domain: 'airline';
  readonly flights: BaseTable<Flight>;
  readonly reservations: BaseTable<Reservation>;
  readonly users: BaseTable<Traveller>;
  /** Flights by where they start, in the database's order; no tool changes a flight. */
  readonly departures: ReadonlyMap<string, readonly Flight[]>;
}

/** An airline: its flights, reservations and travellers as one episode sees and changes them. */
export interface AirlineWorld {
  readonly domain: 'airline';
  readonly flights: Table<Flight>;
  readonly reservations: Table<Reservation>;
  readonly users: Table<Traveller>;
  readonly departures: ReadonlyMap<string, readonly Flight[]>;
}

/** What the database's files hold, by table. */
export const airlineTables = {
  flights: entries(flight),
  reservations: entries(reservation),
  users: entries(traveller),
};
