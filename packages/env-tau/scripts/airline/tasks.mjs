import { bookings } from './bookings.mjs';
import { cancellations } from './cancellations.mjs';
import { changes } from './changes.mjs';

/**
 * What tasks there are by name: each puts a traveler with reservations into the airline and gives what they
 * want, the calls that do it, and what they must be told.
 */
export const airlineTasks = { ...bookings, ...cancellations, ...changes };
