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
    const caller = origin === null ? 'something' : origin;
    writeSync(
      STDERR,
      `slime-runtime: ${caller} ended the process with code ${code} before the program was done. ` +
        'What is written so far is whole. With --isolation process, a plugin that exits costs its ' +
        'own episode only.\n',
    );
    process.exitCode = 1;
  };
  process.once('exit', onExit);
  return () => void process.off('exit', onExit);
}
