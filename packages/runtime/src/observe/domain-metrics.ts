import type { EpisodeSums, EpisodeTotals } from './episode-sums.ts';
import { estimatePasses, type PassEstimate } from './pass-estimates.ts';
import type { PromptMetrics } from './reward-metrics.ts';

/** The numbers of the prompts with one value of `--domain-key`. */
export interface DomainMetrics extends EpisodeTotals {
  /** The value, as JSON where it is no text; null for prompts without one. */
  domain: string | null;
  prompts: number;
  /** Of scored samples; null when there are none. */
  mean_reward: number | null;
  pass: PassEstimate[];
}

/** pass^k and pass@k of some prompts, for k up to the most episodes that one of them had. */
export function passesOf(prompts: readonly PromptMetrics[]): PassEstimate[] {
  const trials = prompts.map(({ episodes, passed }) => ({ scored: episodes, passed }));
  const most = prompts.reduce((highest, { tries }) => Math.max(highest, tries), 0);
  return estimatePasses(trials, most);
}

/** Sums up the prompts of each domain, domains by name, what has none last. */
export function domainsOf(prompts: readonly PromptMetrics[], sums: EpisodeSums): DomainMetrics[] {
  const byDomain = new Map<string | null, PromptMetrics[]>();
  for (const prompt of prompts) {
    const known = byDomain.get(prompt.domain);
    if (known === undefined) byDomain.set(prompt.domain, [prompt]);
    else known.push(prompt);
  }
  return [...byDomain]
    .sort(([a], [b]) => byName(a, b))
    .map(([domain, own]) => ({
      domain,
      prompts: own.length,
      mean_reward: meanReward(own),
      ...sums.total(own.map(({ group_index: group }) => group)),
      pass: passesOf(own),
    }));
}

function meanReward(prompts: readonly PromptMetrics[]): number | null {
  let sum = 0;
  let count = 0;
  for (const { mean_reward: mean, scored } of prompts) {
    sum += (mean ?? 0) * scored;
    count += scored;
  }
  return count === 0 ? null : sum / count;
}

function byName(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, 'en', { numeric: true });
}
