/**
 * What Python would have raised: a call that cannot go on, told as a sentence.
 *
 * It never leaves the package: a tool call answers it as an observation.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
}
