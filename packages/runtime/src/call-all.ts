/**
 * Calls each, also after one that threw.
 *
 * @throws what one threw, when all have been called; an AggregateError when several did.
 */
export function callAll(calls: Iterable<() => void>): void {
  const problems: unknown[] = [];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      problems.push(error);
    }
  }
  if (problems.length > 1) throw new AggregateError(problems, `${problems.length} calls threw`);
  if (problems.length === 1) throw problems[0];
}
