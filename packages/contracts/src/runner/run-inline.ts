import { writeSync } from 'node:fs';
import { runSuite } from './run-suite.ts';
import type { SuiteEvent } from './suite-messages.ts';
import type { SuiteRequest } from './suite-request.ts';

const STDERR = 2;

/**
 * Runs the checks of one plugin in this process. A plugin that ends it must not look as if all had
 * held: the exit code is then 1, and a line says why.
 */
export async function runInline(
  request: SuiteRequest,
  onEvent: (event: SuiteEvent) => void,
): Promise<void> {
  let at = 'while it was loaded';
  const told = (event: SuiteEvent): void => {
    if (event.type === 'start') at = `in the check ${event.id}`;
    onEvent(event);
  };
  const isEnding = (): void => {
    process.exitCode = 1;
    writeSync(
      STDERR,
      `slime-contracts: the plugin ${request.target.spec} ended the process ${at}, and with ` +
        '`--isolation inline` the run with it: there is no verdict. Leave that option out.\n',
    );
  };
  process.once('exit', isEnding);
  try {
    await runSuite(request, { send: told, mark: () => {}, takeStray: () => null });
  } finally {
    process.off('exit', isEnding);
  }
}
