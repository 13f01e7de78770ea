import { cutMiddle } from '../../runner/show-value.ts';

const MOST_TURNS = 6;
const MOST_CHARACTERS = 300;

/** The words of a policy for a report: what a plan of turns came to be. */
export function said(responses: readonly { text: string; truncated: boolean }[]): string {
  if (responses.length === 0) return 'the policy said nothing yet';
  const turns = responses.map(({ text, truncated }, turn) => {
    const cut = truncated ? ' (cut by length)' : '';
    return `turn ${turn}: ${JSON.stringify(cutMiddle(text, MOST_CHARACTERS))}${cut}`;
  });
  const left = turns.length - MOST_TURNS;
  const shown = left > 0 ? [`${left} turns more`, ...turns.slice(-MOST_TURNS)] : turns;
  return `the policy said ${shown.join(', ')}`;
}
