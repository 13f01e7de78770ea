import { watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../report/report.ts';
import type { CliContext } from './program.ts';

/** Milliseconds after the last change before a run starts: editors write in several steps. */
const SETTLE_MS = 100;
const IGNORED = /(^|[\\/])(node_modules|\.git|dist)([\\/]|$)|\.mjs$/;

/**
 * Runs again whenever a file beside a plugin changes, until Ctrl-C. A run that is under way is
 * stopped.
 */
export async function watchPlugins(
  run: (signal: AbortSignal) => Promise<Report>,
  { stdout }: CliContext,
): Promise<void> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  try {
    while (!leaving.signal.aborted) {
      const current = new AbortController();
      const running = run(AbortSignal.any([current.signal, leaving.signal]));
      // Until it is known where the plugins lie, changes cannot be seen.
      const folders = foldersOf(await running);
      if (leaving.signal.aborted) return;
      stdout.write('\nWaiting for changes; Ctrl-C ends.\n');
      await nextChange(folders, leaving.signal);
      current.abort();
    }
  } finally {
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  }
}

function foldersOf({ plugins }: Report): Set<string> {
  const folders = plugins.flatMap(({ file }) => (file === null ? [] : [dirname(file)]));
  return new Set(folders.length === 0 ? [process.cwd()] : folders);
}

/** Settles when something changed and then nothing for a moment; at once when `signal` fires. */
function nextChange(folders: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers = [...folders].map((folder) =>
      watch(folder, { recursive: true }, (_event, file) => {
        if (file !== null && IGNORED.test(file)) return;
        clearTimeout(timer);
        timer = setTimeout(finish, SETTLE_MS);
      }),
    );
    const finish = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });
}
