import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defineReward } from 'slime-sdk';

const run = promisify(execFile);

/** Works out the sum in the last line with another program, and compares the result. */
export default defineReward({
  mode: 'single',
  range: [0, 1],
  reads: ['policy', 'label'],
  examples: {
    right: ({ label }) => `Let me see.\n= ${String(label)}`,
    wrong: ({ label }) => `Let me see.\n= ${String(label)} + 1`,
  },
  async reward(_args, sample, view) {
    const last = view.finalText.trimEnd().split('\n').at(-1) ?? '';
    const sum = /^= (\d{1,9}(?: [+*-] \d{1,9}){0,8})$/.exec(last)?.[1];
    if (sum === undefined) return 0;
    const { stdout } = await run('expr', sum.split(' '), { signal: view.signal, timeout: 2000 })
      // `expr` ends with 1 where the result is 0.
      .catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 1) return { stdout: '0' };
        throw error;
      });
    return stdout.trim() === String(sample.label) ? 1 : 0;
  },
});
