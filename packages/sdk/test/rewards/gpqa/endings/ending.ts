/** How a response ends, and the only letter that it is to be paid for; empty where it settles on none. */
export type Ending = readonly [response: string, letter: string, choices?: readonly string[]];
