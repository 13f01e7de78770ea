import { Worker } from 'node:worker_threads';
import { describeThrown, originOf } from 'slime-runtime/hosting';
import { readProcessState } from '../world/process-state.ts';
import { blameProcess, openFilesBreach } from './blame.ts';
import { CUT_OFF } from './cut-off.ts';
import { MarkerWriter } from './marker.ts';
import { runSuite, showSuiteCase, type SuiteSink } from './run-suite.ts';
import type { SuiteCommand, SuiteEvent } from './suite-messages.ts';

// The program of a supervised child: runs the suite that it is asked for over the IPC channel.
// Arguments: the file of the lifeline thread, what that is told as JSON, the file for marks.

const channel = process.send?.bind(process);
if (channel === undefined) throw new Error('only slime-contracts starts this program');
// The channel is ours: a plugin that uses it would be taken for us.
delete process.send;

const [, , lifelineFile = '', lifeline = '', markerFile = ''] = process.argv;
new Worker(lifelineFile, {
  name: 'slime-lifeline',
  workerData: JSON.parse(lifeline),
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();

// Taken before a plugin can replace them.
const exit = process.exit.bind(process);
const before = readProcessState();
const marker = new MarkerWriter(markerFile);
let stray: string | null = null;
const sink: SuiteSink = {
  send: (event: SuiteEvent) => {
    channel(event, (error: Error | null) => {
      if (error !== null) exit(CUT_OFF);
    });
  },
  mark: (mark) => {
    try {
      marker.write(mark);
    } catch {
      // The file was closed by somebody else.
      exit(CUT_OFF);
    }
  },
  takeStray: () => {
    const taken = stray;
    stray = null;
    return taken;
  },
  canRenew: true,
};

// What a plugin leaves behind (a rejected promise, a throwing timer) belongs to the check that runs.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (thrown: unknown) => {
    const origin = originOf(thrown);
    stray ??= describeThrown(thrown) + (origin === null ? '' : ` (${origin})`);
  });
}

process.once('disconnect', () => exit(CUT_OFF));

process.once('message', (command: SuiteCommand) => {
  process.channel?.unref();
  // Nothing runs, nothing is waited for, and the work is not done.
  process.once('beforeExit', () => leaveEarly('waits for a promise that nothing will settle'));
  void answer(command).then(
    () => leave(0),
    (error: unknown) => {
      if (blameProcess(before) !== null) return leaveEarly('');
      if (openFilesBreach(error) !== null)
        return leaveEarly('opened files until there were no more');
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      sink.send({ type: 'crashed', stack });
      leave(3);
    },
  );
});

async function answer(command: SuiteCommand): Promise<void> {
  const { request } = command;
  await (command.type === 'run'
    ? runSuite(request, sink)
    : showSuiteCase(request, command.id, sink));
}

/** Ends the process through the plugin's fault; what it changed says more than what came of it. */
function leaveEarly(what: string): void {
  const change = blameProcess(before);
  const reason = change === null ? what : `changed what all code relies on: ${change}`;
  channel?.({ type: 'leaving', reason } satisfies SuiteEvent, () => exit(1));
}

/** A plugin may have left timers or sockets open: do not wait for them, but for what was sent. */
function leave(code: number): void {
  channel?.({ type: 'done' } satisfies SuiteEvent, () => exit(code));
}
