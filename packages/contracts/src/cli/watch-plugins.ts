import { dirname, resolve } from 'node:path';
import { reportError } from 'slime-runtime/hosting';
import type { Report } from '../report/report.ts';
import { FolderChanges } from './folder-changes.ts';
import type { CliContext } from './program.ts';

/** What a plugin is made of: a log that is written beside it is no change of it. */
const SOURCE = /\.([cm]?[jt]sx?|jsonl?|ya?ml)$/;

/**
 * Runs again whenever a file beside a plugin changes, until Ctrl-C. A run that is under way when a
 * script changes is stopped.
 *
 * @param written files that the runs themselves write.
 */
export async function watchPlugins(
  run: (signal: AbortSignal) => Promise<Report>,
  { stdout, stderr }: CliContext,
  written: readonly string[],
): Promise<void> {
  const leaving = new AbortController();
  const left = new Promise<void>((settle) => {
    leaving.signal.addEventListener('abort', () => settle());
  });
  const leave = (): void => leaving.abort();
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  const own = new Set(written.map((file) => resolve(file)));
  let folders: ReadonlySet<string> = new Set([process.cwd()]);
  try {
    while (!leaving.signal.aborted) {
      const changes = new FolderChanges(folders, (file) => own.has(file) || !SOURCE.test(file));
      try {
        const outdated = new AbortController();
        void changes.changed.then(() => outdated.abort());
        try {
          const report = await run(AbortSignal.any([outdated.signal, leaving.signal]));
          folders = foldersOf(report);
        } catch (error) {
          // The next change may mend it.
          reportError(error, stderr, false, 'slime-contracts');
        }
        if (leaving.signal.aborted) return;
        await changes.widen();
        if (!outdated.signal.aborted) stdout.write('\nWaiting for changes; Ctrl-C ends.\n');
        await Promise.race([changes.changed, left]);
      } finally {
        changes.close();
      }
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
