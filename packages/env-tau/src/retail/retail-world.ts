import { z } from 'zod';
import type { PyNumber, PyValue } from '../python/value.ts';
import { anything, type Entries, entries, type Fields, fields, numeric } from '../world/fields.ts';
import type { BaseTable, Table } from '../world/table.ts';

type Item = Fields<{
  item_id: string;
  product_id: string;
  price: PyNumber;
  options: PyValue;
}>;

/** One payment or refund of an order. */
export interface PaymentShape {
  transaction_type: string;
  amount: PyNumber;
  payment_method_id: string;
}

/** An order; what an agent's call may write is of any kind. */
export type Order = Fields<{
  user_id: string;
  status: string;
  address: PyValue;
  items: Item[];
  payment_history: Fields<PaymentShape>[];
  cancel_reason?: string;
  exchange_items?: PyValue[];
  exchange_new_items?: PyValue[];
  exchange_payment_method_id?: string;
  exchange_price_difference?: PyNumber;
  return_items?: PyValue[];
  return_payment_method_id?: string;
}>;

type Variant = Fields<{
  available: boolean;
  price: PyNumber;
  options: PyValue;
}>;

type Product = Fields<{
  name: string;
  product_id: string;
  variants: Entries<Variant>;
}>;

type PaymentMethod = Fields<{ source: string; balance?: PyNumber | undefined }>;

type Customer = Fields<{
  name: Fields<{ first_name: string; last_name: string }>;
  email: string;
  address: PyValue;
  payment_methods: Entries<PaymentMethod>;
}>;

const text = z.string();

const order: z.ZodType<Order> = fields({
  user_id: text,
  status: text,
  address: anything,
  items: z.array(fields({ item_id: text, product_id: text, price: numeric, options: anything })),
  payment_history: z.array(
    fields({ transaction_type: text, amount: numeric, payment_method_id: text }),
  ),
  cancel_reason: text.optional(),
  exchange_items: z.array(anything).optional(),
  exchange_new_items: z.array(anything).optional(),
  exchange_payment_method_id: text.optional(),
  exchange_price_difference: numeric.optional(),
  return_items: z.array(anything).optional(),
  return_payment_method_id: text.optional(),
});

const product: z.ZodType<Product> = fields({
  name: text,
  product_id: text,
  variants: entries(fields({ available: z.boolean(), price: numeric, options: anything })),
});

const customer: z.ZodType<Customer> = fields({
  name: fields({ first_name: text, last_name: text }),
  email: text,
  address: anything,
  payment_methods: entries(fields({ source: text, balance: numeric.optional() })),
});

/** A shop's database, loaded once and shared by all worlds made of it. */
export interface RetailDatabase {
  readonly domain: 'retail';
  readonly orders: BaseTable<Order>;
  readonly products: BaseTable<Product>;
  readonly users: BaseTable<Customer>;
}

/** A shop: its orders, products and customers as one episode sees and changes them. */
export interface RetailWorld {
  readonly domain: 'retail';
  readonly orders: Table<Order>;
  readonly products: Table<Product>;
  readonly users: Table<Customer>;
}

/** What the database's files hold, by table. */
export const retailTables = {
  orders: entries(order),
  products: entries(product),
  users: entries(customer),
};
