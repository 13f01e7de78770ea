import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Most folders that are watched: each costs the system a watch. */
const MOST_FOLDERS = 500;
/** Milliseconds after the last change before it counts: editors write in several steps. */
const SETTLE_MS = 100;
const SCRIPT = /\.[cm]?[jt]sx?$/;
/** What is left behind while a module is loaded: `.rm.ts.1f0c….mjs`. */
const OWN_FILE = /^\..+\.mjs$/;
const LEFT_OUT = /^(node_modules|dist|coverage|\..+)$/;

/** Tells of changes in folders and those inside of them; packages, builds and hidden ones aside. */
export class FolderChanges {
  readonly #watchers: FSWatcher[] = [];
  readonly #isIgnored: (file: string) => boolean;
  #timer: NodeJS.Timeout | undefined;
  #isWide = false;
  #onChange: () => void = () => {};
  /** Settles after the first change that counts. */
  readonly changed: Promise<void> = new Promise((resolve) => {
    this.#onChange = resolve;
  });

  /** @param isIgnored whether a file is none of the user's: absolute path. */
  constructor(folders: Iterable<string>, isIgnored: (file: string) => boolean) {
    this.#isIgnored = isIgnored;
    for (const folder of withInner(folders)) this.#watch(folder);
  }

  /**
   * Counts files of all kinds, once what was written before was told of; only scripts until then,
   * since a plugin may write files.
   */
  async widen(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    this.#isWide = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(folder: string): void {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || OWN_FILE.test(name) || LEFT_OUT.test(name)) return;
      if (!this.#isWide && !SCRIPT.test(name)) return;
      if (this.#isIgnored(join(folder, name))) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#onChange, SETTLE_MS);
    });
    // A folder that is removed is no longer watched, and that is all.
    watcher.on('error', () => watcher.close());
    this.#watchers.push(watcher);
  }
}

function withInner(folders: Iterable<string>): Set<string> {
  const found = new Set(folders);
  for (const folder of found) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (found.size >= MOST_FOLDERS) return found;
      if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) found.add(join(folder, entry.name));
    }
  }
  return found;
}
