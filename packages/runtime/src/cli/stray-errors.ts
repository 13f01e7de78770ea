import { EnvError } from 'slime-sdk';
import { describeThrown, originOf, passedThroughUs } from '../plugins/describe-thrown.ts';

/**
 * Tells of what was thrown where nobody waits, from a timer or in a promise that nobody holds,
 * instead of letting the first one end the process. Gives what takes that back.
 *
 * `report` is given what {@link strayError} makes of it.
 */
export function onStrayError(report: (error: Error) => void): () => void {
  const onThrown = (thrown: unknown): void => report(strayError(thrown));
  process.on('uncaughtException', onThrown);
  // Its own event: as an exception, a rejection with no error would come wrapped in one of Node.js.
  process.on('unhandledRejection', onThrown);
  return () => {
    process.off('uncaughtException', onThrown);
    process.off('unhandledRejection', onThrown);
  };
}

/**
 * Says whose fault a stray throw is: an {@link EnvError} for what came out of a user's file, or
 * never went through code of ours (`throw null` has no stack at all), else a plain error.
 */
export function strayError(thrown: unknown): Error {
  const origin = originOf(thrown);
  const said = describeThrown(thrown).replace(/^threw /, '');
  const options = { cause: thrown };
  if (origin === null && passedThroughUs(thrown)) {
    return new Error(`an error where nobody waits for it: ${said}`, options);
  }
  const place = origin ?? 'its stack names no file of yours; look at timers, events and promises';
  return new EnvError(
    `a plugin threw where nobody waits for it: ${said} (${place}); with --isolation ` +
      'process, that costs its own episode only',
    options,
  );
}
