import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('ledger_judge.py', import.meta.url));

/** What the judge said. */
export interface Verdict {
  /** 0 when the law holds, 1 when not, 2 when the call is wrong. */
  code: number;
  /** Kinds of the violations, in order. */
  kinds: string[];
  /** All that it printed; the last line sums up. */
  text: string;
}

/** Why the judge cannot run here; null when it can. `PYTHON` names another interpreter. */
export async function judgeMissing(): Promise<string | null> {
  const { code, text } = await findPython();
  return code === 0 ? null : `the ledger judge needs python3 (or PYTHON): ${text}`;
}

/** Judges a run by its files; `discarded` need not exist. */
export async function judgeLedger(files: {
  ledger: string;
  turns: string;
  samples: string;
  discarded?: string;
}): Promise<Verdict> {
  const { ledger, turns, samples, discarded } = files;
  const python = (await findPython()).text.trim();
  const { code, text } = await run(python, [
    '-I',
    SCRIPT,
    ledger,
    turns,
    samples,
    ...(discarded === undefined ? [] : [discarded]),
  ]);
  const kinds = [...text.matchAll(/^violation: (\w+):/gm)].map((match) => match[1] ?? '');
  return { code, kinds, text };
}

let found: Promise<Ended> | undefined;

/** The interpreter itself: what is on the path may be a slow shim. */
function findPython(): Promise<Ended> {
  const named = process.env['PYTHON'] ?? 'python3';
  found ??= run(named, ['-c', 'import sys; print(sys.executable)']);
  return found;
}

interface Ended {
  code: number;
  text: string;
}

async function run(program: string, args: string[]): Promise<Ended> {
  return await new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, text: code === 127 ? (error?.message ?? '') : stdout + stderr });
    });
  });
}
