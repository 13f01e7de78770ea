import { definePolicy, type PolicyRequest } from 'slime-sdk';

/** Share of turns in which it loses patience and answers with what it has seen. */
const IMPATIENCE = 0.2;

/**
 * A stand-in for a model, which the embedded engine samples from: it opens the crates in order and
 * adds up, but now and then answers too early. It is told no label, and it remembers nothing: the
 * conversation so far says what to do next.
 */
export const policy = definePolicy({ name: 'crates', build: () => play });

function play(request: PolicyRequest): string {
  const { text } = request;
  const fruit = /How many (\w+)/.exec(text)?.[1] ?? '';
  const crates = /^The crates are ([A-Z](?:, [A-Z])*)\./m.exec(text)?.[1]?.split(', ') ?? [];
  const counts = new Map<string, number>();
  for (const [, crate = '', content = ''] of text.matchAll(/^Crate ([A-Z]) holds (.*)\.$/gm)) {
    counts.set(crate, Number(new RegExp(`${fruit}: (\\d+)`).exec(content)?.[1] ?? 0));
  }
  const next = crates.find((crate) => !counts.has(crate));
  if (next !== undefined && request.random() >= IMPATIENCE) return callOpen(next);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return `I counted ${counts.size} of ${crates.length} crates.\nAnswer: ${total}`;
}

function callOpen(crate: string): string {
  const call = { name: 'open_crate', arguments: { crate } };
  return `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
}
