import { defineTool } from 'slime-sdk';
import { z } from 'zod';
import { type Crates, describeCrate } from './crates.ts';

/** What the tools of an episode share. */
export interface Store {
  readonly crates: Crates;
  /** Names of the crates that were opened. */
  readonly opened: Set<string>;
}

/** The tool: its schema goes to the chat template, and calls that break it are answered so. */
export const openCrate = defineTool({
  name: 'open_crate',
  description: 'Opens one crate and says what lies in it.',
  parameters: z.object({ crate: z.string().describe('Name of the crate') }),
  execute: ({ crate }, store: Store) => {
    const fruit = store.crates.get(crate);
    if (fruit === undefined) {
      // What the policy can mend is told to it. It is not quoted: its words stay its own.
      return `There is no such crate; the crates are ${[...store.crates.keys()].join(', ')}.`;
    }
    store.opened.add(crate);
    return describeCrate(crate, fruit);
  },
});
