import { main } from './cli/main.ts';

const { stdout, stderr } = process;
const exitCode = await main(process.argv.slice(2), { stdout, stderr });
// An inline plugin may have left timers or sockets open: wait for what was written, not for them.
for (const stream of [stdout, stderr]) {
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
process.exit(exitCode);
