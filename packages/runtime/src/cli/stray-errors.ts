import { EnvError } from 'slime-sdk';
import { describeThrown, originOf } from '../plugins/describe-thrown.ts';

/**
 * Tells of errors that were thrown where nobody waits, from a timer or in a promise that nobody
 * holds, instead of letting the first one end the process: a plugin of this process throws them.
 * Gives what takes that back.
 *
 * `report` is given an {@link EnvError} for what came out of a user's file.
 */
export function onStrayError(report: (error: Error) => void): () => void {
  const onError = (thrown: unknown): void => {
    const origin = originOf(thrown);
    const said = describeThrown(thrown).replace(/^threw /, '');
    const options = { cause: thrown };
    report(
      origin === null
        ? new Error(`an error where nobody waits for it: ${said}`, options)
        : new EnvError(
            `a plugin threw where nobody waits for it: ${said} (${origin}); with --isolation ` +
              'process, that costs its own episode only',
            options,
          ),
    );
  };
  // Unhandled rejections come here, too.
  process.on('uncaughtException', onError);
  return () => process.off('uncaughtException', onError);
}
