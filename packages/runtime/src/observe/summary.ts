import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import pc from 'picocolors';
import { drawBar } from './draw-bar.ts';
import type { EnvFigure } from './episode-sums.ts';
import { formatNumber, formatSeconds, plural } from './format-quantity.ts';
import type { RunMetrics } from './metrics.ts';
import { domainLines, envLines, passLines } from './pass-lines.ts';
import type { HistogramBar } from './reward-metrics.ts';
import { RUN_FILES, runFile } from './run-files.ts';

/** How a summary looks. */
export interface SummaryOptions {
  /** The run folder, absolute, whose files are named at the end. */
  dir?: string;
  /** The folder that they are named from; default: that of the process. */
  cwd?: string;
  /** Default: none. */
  color?: boolean;
}

const NAMED_FILES = [
  'samples',
  'turns',
  'groups',
  'ledger',
  'discarded',
  'tensors',
  'metrics',
  'run',
] as const;
/** A ledger is there when the engine was ours, the others when there was something to tell of. */
const SOME_HAVE: ReadonlySet<string> = new Set(['groups', 'ledger', 'discarded', 'tensors']);

const BAR_WIDTH = 32;
const NAME_WIDTH = 16;

/** Renders the numbers that a person wants at the end of a run, with a histogram of rewards. */
export function renderSummary(metrics: RunMetrics, options: SummaryOptions = {}): string {
  const colors = pc.createColors(options.color ?? false);
  const read = (name: string): number => metrics.values[name] ?? 0;
  const heading = (text: string): string => colors.bold(text);
  const failed = read('episode/failed');
  const lines = [
    heading('Episodes'),
    row('episodes', `${read('episode/count')} for ${plural(metrics.prompts.length, 'prompt')}`),
    ...(failed === 0 ? [] : [row('failed', colors.red(`${failed}, in no reward below`))]),
    row('turns', spread(metrics, 'episode/turns')),
    row('response', `${spread(metrics, 'rollout/response_len')} trained tokens`),
    row(
      'time',
      `${formatSeconds(read('perf/rollout_time'))}, ${Math.round(read('perf/tokens_per_sec'))} tokens/s, observations included`,
    ),
    '',
    heading('Endings'),
    ...counts(metrics, 'episode/ending/'),
    ...section(heading('Failures'), failureLines(metrics)),
    ...section(heading('Retries'), [
      ...counts(metrics, 'episode/engine_retries/', 'engine: '),
      ...(read('episode/env_retries') === 0
        ? []
        : [row('environment', String(read('episode/env_retries')))]),
      ...(read('episode/requeued') === 0
        ? []
        : [row('whole episodes', String(read('episode/requeued')))]),
    ]),
    '',
    heading('Reward'),
    ...rewardLines(metrics),
    ...section(heading('Passes'), passLines(metrics)),
    ...section(heading('Environment'), envLines(envOf(metrics))),
    ...section(heading('Domains'), domainLines(metrics)),
    ...(options.dir === undefined
      ? []
      : ['', heading('Files'), ...fileLines(options.dir, options.cwd ?? process.cwd())]),
  ];
  return `${lines.join('\n')}\n`;
}

function rewardLines(metrics: RunMetrics): string[] {
  const { values, reward_histogram: bars } = metrics;
  if (bars.length === 0) return [row('', 'no episode was scored')];
  const most = Math.max(...bars.map((bar) => bar.count));
  const share = (name: string): string => `${Number(((values[name] ?? 0) * 100).toFixed(1))}%`;
  return [
    row('mean', spread(metrics, 'episode/reward')),
    ...(values['episode/zero_std_share'] === undefined
      ? []
      : [row('zero std', `${share('episode/zero_std_share')} of the prompts have equal rewards`)]),
    ...bars.map((bar) =>
      row(barName(bar), `${drawBar(bar.count / most, BAR_WIDTH)} ${bar.count}`.trimStart()),
    ),
  ];
}

/** Each way to fail, and under it what one of its episodes said: it tells what to mend. */
function failureLines({ failures }: RunMetrics): string[] {
  const most = Math.max(1, ...failures.map(({ count }) => count));
  return failures.flatMap(({ name, count, example }) => [
    row(name, `${drawBar(count / most, BAR_WIDTH)} ${count}`),
    ...example.split('\n').map((line) => `    ${line}`.trimEnd()),
  ]);
}

function barName({ from, to }: HistogramBar): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)} – ${formatNumber(to)}`;
}

function spread({ values }: RunMetrics, name: string): string {
  const read = (key: string): string => formatNumber(values[`${name}/${key}`] ?? 0);
  return `${read('mean')} (median ${read('median')}, ${read('min')} to ${read('max')})`;
}

function counts({ values }: RunMetrics, prefix: string, label = ''): string[] {
  const found = Object.entries(values)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, count]) => ({ name: label + name.slice(prefix.length), count }))
    .sort((a, b) => b.count - a.count);
  const most = Math.max(1, ...found.map(({ count }) => count));
  const width = Math.max(NAME_WIDTH, ...found.map(({ name }) => name.length));
  return found.map(({ name, count }) =>
    row(name.padEnd(width), `${drawBar(count / most, BAR_WIDTH)} ${count}`),
  );
}

/** The run's numbers of the environment, as those of a domain are. */
function envOf({ values }: RunMetrics): Record<string, EnvFigure> {
  const prefix = 'episode/env_total/';
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, total]) => {
        const short = name.slice(prefix.length);
        const mean = values[`episode/env/${short}`] ?? null;
        return [
          short,
          { mean, total, failed_total: values[`episode/env_failed_total/${short}`] ?? 0 },
        ];
      }),
  );
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}

function fileLines(dir: string, cwd: string): string[] {
  const inside = relative(cwd, dir);
  const shown = inside.startsWith('..') ? dir : inside || '.';
  return NAMED_FILES.filter((name) => !SOME_HAVE.has(name) || existsSync(runFile(dir, name))).map(
    (name) => `  ${shown}/${RUN_FILES[name]}`,
  );
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)} ${text}`;
}
