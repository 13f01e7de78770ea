import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { BEAT_MS, type BoardCall, CallBoard } from './call-board.ts';

// The thread of watchdog.ts: ends the process when its main loop stands still in a plugin's hands.

/** Milliseconds past a call's bound that the loop may stand still. */
const GRACE_MS = 500;

const board = new CallBoard(workerData);
let lastBeats = -1;
// Counted in looks, not in clock time: a process that was stopped and continued, or a machine that
// slept, did not hang.
let looks = 0;
for (;;) {
  board.sleep(BEAT_MS);
  const { beats } = board;
  looks = beats === lastBeats ? looks + 1 : 0;
  lastBeats = beats;
  const stillMs = looks * BEAT_MS;
  const holder = board.current();
  const suspects = stillMs === 0 ? [] : holder === null ? board.calls() : [holder];
  const boundMs = Math.max(...suspects.map((call) => call.boundMs));
  if (suspects.length > 0 && stillMs > boundMs + GRACE_MS) {
    // The main thread cannot write, so neither can `process.stderr`.
    writeSync(2, report(holder, suspects, stillMs));
    process.kill(process.pid, 'SIGKILL');
  }
}

function report(holder: BoardCall | null, suspects: BoardCall[], stillMs: number): string {
  const seconds = Math.round(stillMs / 1000);
  const names = [...new Set(suspects.map(name))];
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return (
    `\n${
      holder === null
        ? `a plugin has held the event loop for ${seconds} s; under way: ${shown}`
        : `${name(holder)} has held the event loop for ${seconds} s`
    }\n` +
    'Nothing else of this run can move, so the process ends now. What is written so far is whole.\n' +
    'With --isolation process, such a call costs its own episode only.\n'
  );
}

function name({ plugin, where, index, turn }: BoardCall): string {
  const ofTurn = turn === null ? '' : ` of turn ${turn}`;
  return `${plugin}: ${where}${ofTurn}${index === null ? '' : ` (sample ${index})`}`;
}
