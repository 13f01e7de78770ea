import { z } from 'zod';
import type { Scale } from './judge-prompt.ts';

const verdictSchema = z.looseObject({ score: z.number() });

/** `Score: 7`, `**Score:** 7/10.`: a line of few characters, so that any pattern is cheap. */
const SCORE_LINE =
  /^[\s*_#>-]*score[\s:=*_]{1,8}(-?\d{1,9}(?:\.\d{1,9})?)(?:\s*\/\s*(-?\d{1,9}))?\W*$/i;
const LONGEST_LINE = 100;

/**
 * Reads the score of a judge's reply: of the JSON object that the reply is, fenced or not; else of
 * the last line, which is such an object or `Score: N`. Nothing is searched for further up, where
 * a judge may quote what it judges. A string says what is wrong.
 */
export function readVerdict(reply: string, scale: Scale): number | string {
  const said = afterThoughts(reply).trim();
  if (said === '') return 'the reply is empty';
  const lines = unfence(said).trim();
  const last = lines.slice(lines.lastIndexOf('\n') + 1).trim();
  const score = scoreOfJson(lines) ?? scoreOfJson(last) ?? scoreOfLine(last, scale);
  if (score === null) return 'the reply is no verdict: {"reasoning": "…", "score": N}';
  const [worst, best] = scale;
  if (score < worst || score > best) {
    return `the score ${score} is not on the scale from ${worst} to ${best}`;
  }
  return score;
}

/** What comes after the judge's own thoughts, where the server leaves them in. */
function afterThoughts(reply: string): string {
  const end = reply.lastIndexOf('</think>');
  return end < 0 ? reply : reply.slice(end + '</think>'.length);
}

function unfence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  const inside = text.slice(3, -3);
  const line = inside.indexOf('\n');
  return line < 0 ? inside : inside.slice(line + 1);
}

function scoreOfJson(text: string): number | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: another form, or no verdict at all.
    return null;
  }
  return verdictSchema.safeParse(value).data?.score ?? null;
}

/** A denominator, where there is one, must be the scale's best. */
function scoreOfLine(line: string, [, best]: Scale): number | null {
  if (line.length > LONGEST_LINE) return null;
  const [, score, of] = SCORE_LINE.exec(line) ?? [];
  if (score === undefined || (of !== undefined && Number(of) !== best)) return null;
  return Number(score);
}
