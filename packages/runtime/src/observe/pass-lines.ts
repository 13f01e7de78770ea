import type { DomainMetrics } from './domain-metrics.ts';
import type { EnvFigure } from './episode-sums.ts';
import { escapeText } from './escape-text.ts';
import { formatNumber, plural } from './format-quantity.ts';
import type { RunMetrics } from './metrics.ts';
import type { PassEstimate } from './pass-estimates.ts';

/** Numbers of k beside each other. */
const COLUMNS = 8;
const WIDTH = 8;
const NAME_WIDTH = 16;
/** Domains that a summary shows; `metrics.json` has them all. */
const MAX_DOMAINS = 20;
const MAX_NAME = 32;

/** A line of the table: its name, and its number for an estimate. */
interface Line {
  name: string;
  pass: readonly PassEstimate[];
  read(estimate: PassEstimate): number | null;
}

const readHat = ({ pass_hat_k: value }: PassEstimate): number | null => value;

/** The table of pass^k, of all prompts and by domain, and of pass@k; empty when nothing was scored. */
export function passLines({ pass, pass_reward: least, domains }: RunMetrics): string[] {
  const able = pass.map(({ prompts }) => prompts);
  if ((able[0] ?? 0) === 0) return [];
  const lines: Line[] = [
    { name: 'pass^k', pass, read: readHat },
    ...domains.slice(0, MAX_DOMAINS).map((domain) => ({
      name: `  ${domainName(domain.domain)}`,
      pass: domain.pass,
      read: readHat,
    })),
    ...(pass.length === 1
      ? []
      : [{ name: 'pass@k', pass, read: ({ pass_at_k: value }: PassEstimate) => value }]),
    // Prompts with failures have fewer episodes than the others.
    ...(new Set(able).size === 1
      ? []
      : [{ name: 'prompts', pass, read: ({ prompts }: PassEstimate) => prompts }]),
  ];
  const width = Math.max(NAME_WIDTH, ...lines.map(({ name }) => name.length));
  const row = (name: string, cells: string[]): string =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}`;
  const tables = Array.from({ length: Math.ceil(pass.length / COLUMNS) }, (_, at) => {
    const shown = pass.slice(at * COLUMNS, (at + 1) * COLUMNS).map(({ k }) => k);
    const cell = (line: Line, k: number): string => {
      const estimate = line.pass[k - 1];
      const value = estimate === undefined ? null : line.read(estimate);
      return value === null ? '-' : formatNumber(value);
    };
    return [
      row('k', shown.map(String)),
      ...lines.map((line) =>
        row(
          line.name,
          shown.map((k) => cell(line, k)),
        ),
      ),
    ];
  });
  return [`  an episode passes with a reward of ${formatNumber(least)} or more`, ...tables.flat()];
}

/** What the episodes of each domain came to, with the numbers of the environment. */
export function domainLines({ domains }: RunMetrics): string[] {
  const hidden = domains.length - MAX_DOMAINS;
  return [
    ...domains
      .slice(0, MAX_DOMAINS)
      .flatMap((domain) => [
        named(domainName(domain.domain), sizeOf(domain)),
        ...figure('reward', domain.mean_reward),
        ...figure('turns', domain.mean_turns),
        ...envLines(domain.env, '  '),
      ]),
    ...(hidden > 0 ? [`  and ${hidden} more in metrics.json`] : []),
  ];
}

/**
 * A line for each number of the environment: `cost  0.25 an episode, 12 in all`, and how much of it in
 * episodes that failed, which the mean leaves out.
 */
export function envLines(env: Readonly<Record<string, EnvFigure>>, indent = ''): string[] {
  const figures = Object.entries(env).map(([name, { mean, total, failed_total: failed }]) => ({
    name: indent + escapeText(name),
    text: [
      ...(mean === null ? [] : [`${formatNumber(mean)} an episode`]),
      `${formatNumber(total)} in all`,
      ...(failed === 0 ? [] : [`${formatNumber(failed)} of it in episodes that failed`]),
    ].join(', '),
  }));
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures.map(({ name, text }) => named(name.padEnd(width), text));
}

function sizeOf({ episodes, prompts, failed }: DomainMetrics): string {
  const size = `${plural(episodes, 'episode')} for ${plural(prompts, 'prompt')}`;
  return failed === 0 ? size : `${size}, ${failed} failed`;
}

function figure(name: string, value: number | null): string[] {
  return value === null ? [] : [named(`  ${name}`, formatNumber(value))];
}

function named(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)} ${text}`;
}

function domainName(domain: string | null): string {
  if (domain === null) return '(none)';
  const characters = Array.from(domain);
  const cut =
    characters.length > MAX_NAME ? [...characters.slice(0, MAX_NAME - 1), '…'] : characters;
  return escapeText(cut.join(''));
}
