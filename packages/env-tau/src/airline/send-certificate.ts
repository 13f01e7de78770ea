import { USER_ID } from './airline-parameters.ts';
import { number } from '../world/parameter.ts';
import { entryOf } from '../python/operations.ts';
import { plainText } from '../python/text.ts';
import { copyValue } from '../python/value.ts';
import { makeFields } from '../world/fields.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld, PaymentMethodShape } from './airline-world.ts';

const CERTIFICATES = ['certificate_3221322', 'certificate_3221323', 'certificate_3221324'];

/** Gives a traveller a certificate; after three of them there is none, and nothing is said. */
export const sendCertificate = defineWorldTool({
  name: 'send_certificate',
  description: 'Send a certificate to a traveller. It is money: be sure.',
  parameters: { user_id: USER_ID, amount: number('What the certificate is worth.') },
  run(world: AirlineWorld, args) {
    const userId = args.get('user_id');
    const found = entryOf(world.users, userId, 'user_id');
    if (found === undefined) return 'Error: user not found';
    const id = CERTIFICATES.find((one) => !found.get('payment_methods').has(one));
    if (id === undefined) return null;
    const amount = copyValue(args.get('amount'));
    const certificate = makeFields<PaymentMethodShape & { id: string }>({
      source: 'certificate',
      amount,
      id,
    });
    entryOf({ get: (key) => world.users.edit(key) }, userId, 'user_id')
      ?.get('payment_methods')
      .set(id, certificate);
    return `Certificate ${id} added to user ${plainText(userId)} with amount ${plainText(amount)}.`;
  },
});
