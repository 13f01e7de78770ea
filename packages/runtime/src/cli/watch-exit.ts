import { writeSync } from 'node:fs';
import { originOf } from '../plugins/describe-thrown.ts';

const STDERR = 2;

/**
 * From now on, says so when a plugin ends the process before the program has; its exit code is then
 * 1, whatever the plugin gave. Returns what stops it.
 */
export function watchExit(): () => void {
  const onExit = (code: number): void => {
    // The caller of process.exit is still on the stack.
    const origin = originOf(new Error('exit'));
    writeSync(
      STDERR,
      `slime-runtime: a plugin ended the process, with code ${code}, before the command was done` +
        `${origin === null ? '' : ` (${origin})`}. What is written so far is whole.\n` +
        'With --isolation process, such a call costs its own episode only.\n',
    );
    process.exitCode = 1;
  };
  process.once('exit', onExit);
  return () => void process.off('exit', onExit);
}
