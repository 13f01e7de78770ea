import type { CallFacts } from './plugin-failure.ts';

/** Is told of each call of a plugin in this process, so that another thread can tell who holds it. */
export interface CallMonitor {
  /** A call starts; gives what names it in the other methods. */
  begin(plugin: string, facts: CallFacts, seconds: number): number;
  /** The plugin's function returned, perhaps a promise. */
  returned(entry: number): void;
  /** Nobody waits for the call any more. */
  end(entry: number): void;
}
