/** @throws TypeError for a response that is no text, as one read from a row that has none. */
export function assertText(grader: string, response: unknown): void {
  if (typeof response === 'string') return;
  const given = response === null ? 'null' : typeof response;
  throw new TypeError(
    `${grader}: the response is ${given} and no text; give the words of the policy, '' for none`,
  );
}
