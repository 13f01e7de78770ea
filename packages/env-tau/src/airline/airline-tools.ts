import { calculateTool, thinkTool, transferTool } from '../world/common-tools.ts';
import type { WorldTool } from '../world/tool.ts';
import type { AirlineWorld } from './airline-world.ts';
import { bookReservation } from './book-reservation.ts';
import { cancelReservation } from './cancel-reservation.ts';
import { getReservationDetails, getUserDetails, listAllAirports } from './lookup-tools.ts';
import { searchDirectFlight, searchOnestopFlight } from './search-tools.ts';
import { sendCertificate } from './send-certificate.ts';
import { updateReservationBaggages } from './update-reservation-baggages.ts';
import { updateReservationFlights } from './update-reservation-flights.ts';
import { updateReservationPassengers } from './update-reservation-passengers.ts';

/** The tools of the airline, in the benchmark's order. */
export const airlineTools: readonly WorldTool<AirlineWorld>[] = [
  bookReservation,
  calculateTool,
  cancelReservation,
  getReservationDetails,
  getUserDetails,
  listAllAirports,
  searchDirectFlight,
  searchOnestopFlight,
  sendCertificate,
  thinkTool,
  transferTool,
  updateReservationBaggages,
  updateReservationFlights,
  updateReservationPassengers,
];
