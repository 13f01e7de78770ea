import { escapeAttribute, escapeMarkup } from './escape-markup.ts';
import { failureParts } from './failure-parts.ts';
import { outcomeWords } from './outcome-words.ts';
import { nameOfPlugin, pathBelow } from './plugin-name.ts';
import type { CheckReport, PluginReport, Report } from './report.ts';
import { shortenMiddle } from './shorten-middle.ts';
import { standingOf, type Strictness } from './standing.ts';

/** What of an input and of results is kept: a CI server shows all of it. */
const LIMITS = { characters: 20_000, lines: 1000 };
const MESSAGE_LIMITS = { characters: 500, lines: 10 };

/** A test case as JUnit has it. */
interface TestCase {
  xml: string;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  seconds: number;
}

/**
 * Writes a report as JUnit XML: a suite a plugin, a test case a check. JUnit knows no warnings: they
 * pass, and are told in the case's output. A crash of ours and a plugin that could not be loaded are
 * errors.
 */
export function renderJunit(report: Report, strictness: Strictness = {}): string {
  const suites = report.plugins.map((plugin) => {
    const cases =
      plugin.error === null
        ? plugin.checks.map((check) => testCase(plugin, check, strictness))
        : [loadError(plugin, plugin.error)];
    return { plugin, cases };
  });
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'slime-contracts', ...counts(all), time: time(report.seconds) })}>`,
    ...suites.flatMap(({ plugin, cases }) => suiteLines(report, plugin, cases)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(report: Report, plugin: PluginReport, cases: TestCase[]): string[] {
  const seconds = cases.reduce((sum, { seconds: one }) => sum + one, 0);
  const properties = {
    seed: String(report.seed),
    runs: String(report.runs),
    node: report.node,
    laws: String(report.laws),
    kind: plugin.kind,
    ...(plugin.sha256 === null ? {} : { sha256: plugin.sha256 }),
    ...(plugin.branches === null
      ? {}
      : { branches: `${plugin.branches.reached}/${plugin.branches.total}` }),
  };
  return [
    `  <testsuite${attributes({ name: nameOfPlugin(plugin), ...counts(cases), time: time(seconds), ...fileOf(plugin) })}>`,
    '    <properties>',
    ...Object.entries(properties).map(
      ([name, value]) => `      <property${attributes({ name, value })}/>`,
    ),
    '    </properties>',
    ...cases.map(({ xml }) => xml),
    ...output('    ', 'system-out', plugin.output.join('\n')),
    '  </testsuite>',
  ];
}

function testCase(plugin: PluginReport, check: CheckReport, strictness: Strictness): TestCase {
  const words = outcomeWords(check);
  const standing = standingOf(check, strictness);
  const element = (name: string, type: string): string[] => [
    `      <${name}${attributes({ message: messageOf(check, words), type })}>${escapeMarkup(detailOf(check, words))}</${name}>`,
  ];
  const made = ((): { kind: TestCase['kind']; lines: string[] } => {
    switch (standing) {
      case 'holds':
        return { kind: 'passed', lines: [] };
      case 'fails':
        return { kind: 'failure', lines: element('failure', check.outcome) };
      case 'crashes':
        return { kind: 'error', lines: element('error', check.outcome) };
      case 'warns':
        return {
          kind: 'passed',
          lines: output('      ', 'system-out', `Warning: ${detailOf(check, words)}`),
        };
      case 'aside':
        return {
          kind: 'skipped',
          lines: [`      <skipped${attributes({ message: words })}/>`],
        };
      default:
        return standing satisfies never;
    }
  })();
  const start = `    <testcase${attributes({
    name: `${check.id}: ${check.title}`,
    classname: nameOfPlugin(plugin),
    time: time(check.seconds),
    ...fileOf(plugin),
  })}`;
  const xml =
    made.lines.length === 0
      ? `${start}/>`
      : [`${start}>`, ...made.lines, '    </testcase>'].join('\n');
  return { xml, kind: made.kind, seconds: check.seconds };
}

function loadError(plugin: PluginReport, error: string): TestCase {
  const start = attributes({
    name: 'the plugin can be loaded',
    classname: nameOfPlugin(plugin),
    time: time(0),
    ...fileOf(plugin),
  });
  const message = attributes({ message: error.split('\n')[0] ?? '', type: 'load' });
  const xml = [
    `    <testcase${start}>`,
    `      <error${message}>${escapeMarkup(error)}</error>`,
    '    </testcase>',
  ].join('\n');
  return { xml, kind: 'error', seconds: 0 };
}

function messageOf(check: CheckReport, words: string): string {
  const { failure } = check;
  if (failure === null) return words;
  return shortenMiddle(`expected ${failure.expected}, got ${failure.got}`, MESSAGE_LIMITS);
}

function detailOf(check: CheckReport, words: string): string {
  if (check.failure === null) return check.reason ?? words;
  return failureParts(check, check.failure, LIMITS)
    .map(({ label, text }) =>
      text.includes('\n') ? `${label}:\n${text.replace(/^/gm, '  ')}` : `${label}: ${text}`,
    )
    .join('\n');
}

function output(indent: string, name: string, text: string): string[] {
  return text === '' ? [] : [`${indent}<${name}>${escapeMarkup(text)}</${name}>`];
}

function counts(cases: TestCase[]): Record<string, string> {
  const count = (kind: TestCase['kind']): string =>
    String(cases.filter((one) => one.kind === kind).length);
  return {
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function fileOf({ file }: PluginReport): { file?: string } {
  return file === null ? {} : { file: pathBelow(process.cwd(), file) };
}

/** JUnit counts in seconds, with a point, whatever the size. */
function time(seconds: number): string {
  return seconds.toFixed(3);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}
