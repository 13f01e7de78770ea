/** What `strftime_now` reads of a date. A `Date` has it, as the zone of the machine shows it. */
export type LocalTime = Pick<
  Date,
  | 'getFullYear'
  | 'getMonth'
  | 'getDate'
  | 'getDay'
  | 'getHours'
  | 'getMinutes'
  | 'getSeconds'
  | 'getMilliseconds'
>;
