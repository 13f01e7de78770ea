import { definePolicy, type PolicyRequest } from 'slime-sdk';

/**
 * A stand-in for a model, which the embedded engine samples from: it works the sum out, forgets the
 * form of the answer now and then, and now and then is wrong by one.
 */
export const policy = definePolicy({ name: 'sums', build: () => play });

function play(request: PolicyRequest): string {
  const [, left = 0, right = 0] = /What is (\d+) times (\d+)\?/.exec(request.text) ?? [];
  const result = Number(left) * Number(right) + (request.random() < 0.25 ? 1 : 0);
  return request.random() < 0.3 ? `That makes ${result}.` : `I worked it out.\nAnswer: ${result}`;
}
