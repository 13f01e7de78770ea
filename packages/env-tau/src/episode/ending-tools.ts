/** Tools after whose call the episode is over, in both domains; gold actions skip them. */
export const ENDING_TOOLS: ReadonlySet<string> = new Set(['transfer_to_human_agents']);

/** The action that speaks to the user; no tool of the chat template. */
export const RESPOND = 'respond';
