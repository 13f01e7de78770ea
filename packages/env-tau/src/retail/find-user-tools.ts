import { text } from '../world/parameter.ts';
import { isEqual, textOf } from '../python/operations.ts';
import { fieldOf } from '../python/operations.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { RetailWorld } from './retail-world.ts';

const NOT_FOUND = 'Error: user not found';

/** Finds a customer by e-mail address, whatever its case. */
export const findUserIdByEmail = defineWorldTool({
  name: 'find_user_id_by_email',
  description: "Find a customer's id by e-mail address.",
  parameters: { email: text("The e-mail address, such as 'someone@example.com'.") },
  run(world: RetailWorld, args) {
    let wanted: string | undefined;
    for (const [userId, user] of world.users.entries()) {
      wanted ??= textOf(args.get('email'), 'email').toLowerCase();
      if (user.get('email').toLowerCase() === wanted) return userId;
    }
    return NOT_FOUND;
  },
});

/** Finds a customer by name, whatever its case, and postal code. */
export const findUserIdByNameZip = defineWorldTool({
  name: 'find_user_id_by_name_zip',
  description:
    "Find a customer's id by name and postal code. Try the e-mail address first: this " +
    'is for customers who are not found by it or do not remember it.',
  parameters: {
    first_name: text('The first name.'),
    last_name: text('The last name.'),
    zip: text("The postal code, such as '10001'."),
  },
  run(world: RetailWorld, args) {
    let first: string | undefined;
    let last: string | undefined;
    for (const [userId, user] of world.users.entries()) {
      const name = user.get('name');
      first ??= textOf(args.get('first_name'), 'first_name').toLowerCase();
      if (name.get('first_name').toLowerCase() !== first) continue;
      last ??= textOf(args.get('last_name'), 'last_name').toLowerCase();
      if (name.get('last_name').toLowerCase() !== last) continue;
      const zip = fieldOf(user.get('address'), 'zip', `the address of ${userId}`);
      if (isEqual(zip, args.get('zip'))) return userId;
    }
    return NOT_FOUND;
  },
});
