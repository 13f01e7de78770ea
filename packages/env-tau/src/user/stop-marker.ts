/** What the simulated user says, and nothing else, to end the conversation. */
export const STOP_MARKER = '###STOP###';

/**
 * Where the marker ends an episode: as the whole message of the user, or, as in tau-bench, anywhere
 * in it ("I will not type ###STOP### yet" ends one, too).
 */
export type StopMatch = 'message' | 'anywhere';

/** Blanks and quotation marks that models put around it. */
const WRAPPING = new Set([' ', '\n', '\t', '\r', '"', "'", '`', '*', '.']);

/** Whether a message is a marker and nothing else. */
export function isMarkerAlone(message: string, marker: string): boolean {
  let [start, end] = [0, message.length];
  while (start < end && WRAPPING.has(message[start] ?? '')) start += 1;
  while (end > start && WRAPPING.has(message[end - 1] ?? '')) end -= 1;
  return message.slice(start, end) === marker;
}

/** Whether a message of the simulator ends the conversation. Never asked of anybody else's words. */
export function isStop(message: string, match: StopMatch): boolean {
  return match === 'anywhere' ? message.includes(STOP_MARKER) : isMarkerAlone(message, STOP_MARKER);
}
