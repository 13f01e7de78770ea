import { Console } from 'node:console';
import { main } from './cli/main.ts';
import { watchExit } from './cli/watch-exit.ts';

const { stdout, stderr } = process;
// What a plugin of this process prints must not stand among a command's own lines.
globalThis.console = new Console({ stdout: stderr, stderr });

const unwatch = watchExit();
const exitCode = await main(process.argv.slice(2), { stdout, stderr });
// A plugin may have left timers or sockets open: do not wait for them, but for what was written.
for (const stream of [stdout, stderr]) {
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
unwatch();
process.exit(exitCode);
