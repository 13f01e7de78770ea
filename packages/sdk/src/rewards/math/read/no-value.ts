import type { Answer } from './answer.ts';

const TEXT = /^\\(?:text|textbf|textrm|textit|mbox|mathrm)\s*\{([^{}]*)\}$/;
const NO_VALUE =
  /^(?:dne|d\.n\.e\.?|(?:(?:the|this) )?(?:(?:limit|value|maximum|minimum|integral|it) )?(?:does not|doesn't|doesn’t) exist)\.?$/;

/** Reads `DNE` and `\text{The limit does not exist}` as one answer; null for anything else. */
export function readNoValue(source: string): Answer | null {
  const trimmed = source.trim();
  const words = (TEXT.exec(trimmed)?.[1] ?? trimmed)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s~]+/g, ' ');
  return NO_VALUE.test(words) ? { kind: 'text', text: 'does not exist' } : null;
}
