import { PASSENGERS, RESERVATION_ID } from './airline-parameters.ts';
import { dumpJson } from '../python/dump-json.ts';
import { entryOf, lengthOf, neededEntry } from '../python/operations.ts';
import { copyValue } from '../python/value.ts';
import { defineWorldTool } from '../world/tool.ts';
import type { AirlineWorld } from './airline-world.ts';

/** Puts other passengers into a reservation, as many as before. */
export const updateReservationPassengers = defineWorldTool({
  name: 'update_reservation_passengers',
  description: 'Change the passengers of a reservation, whose number stays.',
  parameters: { reservation_id: RESERVATION_ID, passengers: PASSENGERS },
  run(world: AirlineWorld, args) {
    const id = args.get('reservation_id');
    const found = entryOf(world.reservations, id, 'reservation_id');
    if (found === undefined) return 'Error: reservation not found';
    const passengers = args.get('passengers');
    const count = lengthOf(passengers, 'passengers');
    if (count !== lengthOf(found.get('passengers'), 'passengers')) {
      return 'Error: number of passengers does not match';
    }
    const edited = { get: (key: string) => world.reservations.edit(key) };
    const reservation = neededEntry(edited, id, 'reservation');
    reservation.set('passengers', copyValue(passengers));
    return dumpJson(reservation);
  },
});
