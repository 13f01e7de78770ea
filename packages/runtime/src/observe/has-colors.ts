/**
 * Whether to write colours to a stream: a terminal has them, a file and a pipe have not, also on a
 * build server. `NO_COLOR` and `FORCE_COLOR` decide before that.
 */
export function hasColors(stream: object): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '' } = process.env;
  if (no !== '') return false;
  if (force !== '') return force !== '0' && force !== 'false';
  return 'isTTY' in stream && stream.isTTY === true && process.env['TERM'] !== 'dumb';
}
