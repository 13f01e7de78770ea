import type { Message, ToolCall } from 'slime-sdk';

/**
 * Finds the call that each of the tool messages behind a turn answers, as its place in the turn: that
 * of the id which both have. What is left is answered in order, the first call first.
 *
 * @returns undefined for a message beyond the calls
 */
export function answeredCalls(
  calls: readonly ToolCall[],
  answers: readonly Message[],
): (number | undefined)[] {
  const open = new Set(calls.keys());
  const places = new Map<string, number[]>();
  for (const [at, { id }] of calls.entries()) {
    if (id === undefined) continue;
    const known = places.get(id);
    if (known === undefined) places.set(id, [at]);
    else known.push(at);
  }
  const byId = answers.map(({ tool_call_id: id }, at) => {
    const known = id === undefined ? undefined : places.get(id);
    if (known === undefined) return undefined;
    // A policy may write an id twice: then the place tells.
    const place = known.includes(at) ? at : (known.find((one) => open.has(one)) ?? known[0]);
    if (place !== undefined) open.delete(place);
    return place;
  });
  const left = open.values();
  return byId.map((place) => place ?? left.next().value);
}
