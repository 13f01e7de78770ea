import { applyTool, createDatabase, createWorld, fromJson, worldHash } from '../src/index.ts';

const users = {
  ada_li_1: {
    name: { first_name: 'Ada', last_name: 'Li' },
    email: 'ada@example.com',
    address: { city: 'Bern', zip: '3000' },
    payment_methods: {},
    orders: [],
  },
};
const tables = Object.entries({ orders: {}, products: {}, users });
const database = createDatabase(
  'retail',
  new Map(tables.map(([name, records]) => [name, fromJson(records)])),
);
const world = createWorld(database);
const call = fromJson({ email: 'ADA@example.com' });
export const result = applyTool(world, 'find_user_id_by_email', call);
export const hash = worldHash(world);
