import { formatCount } from './format-quantity.ts';
import { OUTCOME_NAMES } from './outcome-words.ts';
import type { CheckReport, Outcome, PluginReport, Report } from './report.ts';

/** How many checks came out how. */
export type Tally = Readonly<Record<Outcome, number>>;

const ORDER: readonly Outcome[] = [
  'crashed',
  'fell_short',
  'not_exercised',
  'held',
  'blocked',
  'not_applicable',
  'skipped',
];

/** Counts checks by outcome. */
export function tallyOf(checks: readonly Pick<CheckReport, 'outcome'>[]): Tally {
  const tally = {
    held: 0,
    fell_short: 0,
    not_exercised: 0,
    blocked: 0,
    not_applicable: 0,
    skipped: 0,
    crashed: 0,
  };
  for (const { outcome } of checks) tally[outcome] += 1;
  return tally;
}

/** `2 fell short, 38 held, 1 skipped`: what is bad first, nothing that is 0. */
export function tallyWords(plugins: readonly PluginReport[]): string {
  const tally = tallyOf(plugins.flatMap(({ checks }) => checks));
  const lost = plugins.filter(({ error }) => error !== null).length;
  const words = [
    ...(lost === 0 ? [] : [`${formatCount(lost)} not loaded`]),
    ...ORDER.filter((outcome) => tally[outcome] > 0).map(
      (outcome) => `${formatCount(tally[outcome])} ${OUTCOME_NAMES[outcome]}`,
    ),
  ];
  return words.length === 0 ? 'no check ran' : words.join(', ');
}

/** The verdict in words: `Held`, `Fell short`, `Crashed`. */
export function verdictWords(verdict: Report['verdict']): string {
  const name = OUTCOME_NAMES[verdict];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
