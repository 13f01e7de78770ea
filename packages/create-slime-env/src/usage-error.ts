/** A call that is wrong: its message says what to do, and the program leaves with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
