/** What a text says as JSON; undefined where it is none. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The whole reply is parsed next, and says what is wrong with it.
    return undefined;
  }
}
