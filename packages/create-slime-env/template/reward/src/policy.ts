import { definePolicy, type JsonValue, type PolicyRequest } from 'slime-sdk';
import { isObject } from './read-facts.ts';

/** A way to answer; the facts are those of the row. */
type Answer = (facts: Record<string, JsonValue>) => string;

const answers: readonly Answer[] = [
  (facts) => JSON.stringify(facts),
  (facts) => `\`\`\`json\n${JSON.stringify(facts, null, 2)}\n\`\`\``,
  // One fact is missing.
  (facts) => JSON.stringify(Object.fromEntries(Object.entries(facts).slice(1))),
  // One fact too many.
  (facts) => JSON.stringify({ ...facts, source: 'the text' }),
  // Right, but no JSON.
  (facts) => `The facts are ${JSON.stringify(facts)}.`,
];

/**
 * A stand-in for a model, which the embedded engine samples from. It knows the facts and states
 * them well or badly by the seeds of the request.
 */
export const policy = definePolicy({ name: 'facts', build: () => play });

function play(request: PolicyRequest): string {
  const label = request.sample?.label ?? null;
  const answer = answers[Math.floor(request.random() * answers.length)];
  return answer === undefined || !isObject(label) ? '{}' : answer(label);
}
