import { createHash } from 'node:crypto';
import { escapeMarkup as text } from './escape-markup.ts';
import { failureParts, type FailurePart } from './failure-parts.ts';
import { formatCount, formatDuration, formatPlural } from './format-quantity.ts';
import { HTML_STYLE } from './html-style.ts';
import { OUTCOME_NAMES, outcomeWords } from './outcome-words.ts';
import { pathBelow, titleOfKind } from './plugin-name.ts';
import type { CheckReport, PluginReport, Report } from './report.ts';
import { judgeReport, type Standing, standingOf, type Strictness } from './standing.ts';
import { tallyWords } from './tally.ts';

const LIMITS = { characters: 20_000, lines: 1000 };

const MARKS: Readonly<Record<Standing, string>> = {
  holds: '✓',
  fails: '✗',
  warns: '!',
  aside: '–',
  crashes: '✗',
};

/**
 * Writes a report as one HTML file that needs nothing else: no script, no network. Everything from
 * outside is escaped, and the page's own policy lets nothing but its style sheet take effect.
 */
export function renderHtml(report: Report, strictness: Strictness = {}): string {
  const { plugins, seed, runs, node, seconds, laws } = report;
  const verdict = judgeReport(report, strictness);
  const standing = ({ held: 'holds', fell_short: 'fails', crashed: 'crashes' } as const)[verdict];
  const hash = createHash('sha256').update(HTML_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const facts = [
    `${formatPlural(runs, 'case')} a property`,
    `seed ${seed}`,
    formatDuration(seconds),
    `laws ${laws}`,
    `Node ${node}`,
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${text(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>slime contracts: ${OUTCOME_NAMES[verdict]}</title>`,
    `<style>${HTML_STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>slime contracts: <span class="${standing}">${OUTCOME_NAMES[verdict]}</span></h1>`,
    `<p>${text(tallyWords(plugins))}</p>`,
    `<p class="quiet">${text(facts.join(', '))}</p>`,
    ...plugins.flatMap((plugin, index) => section(plugin, `plugin-${index}`, strictness)),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function section(plugin: PluginReport, anchor: string, strictness: Strictness): string[] {
  const { kind, spec, file, sha256, error, checks, output } = plugin;
  const place = [
    ...(file === null ? [] : [pathBelow(process.cwd(), file)]),
    ...(sha256 === null ? [] : [`sha256 ${sha256}`]),
  ];
  const rows = checks.map((check, index) => ({ check, anchor: `${anchor}-check-${index}` }));
  return [
    '<section>',
    `<h2>${text(titleOfKind(kind))} <code>${text(spec)}</code></h2>`,
    ...(place.length === 0 ? [] : [`<p class="quiet id">${text(place.join(', '))}</p>`]),
    ...(error === null ? [] : ['<p class="fails">Could not be loaded</p>', pre(error)]),
    ...(checks.length === 0
      ? []
      : [
          '<table>',
          '<thead><tr><th></th><th>Check</th><th>What holds</th><th>Result</th></tr></thead>',
          '<tbody>',
          ...rows.map((row) => rowOf(row.check, row.anchor, strictness)),
          '</tbody>',
          '</table>',
        ]),
    ...branchLines(plugin),
    ...rows.flatMap((row) => details(row.check, row.anchor, strictness)),
    ...(output.length === 0 ? [] : ['<h3>Written by the plugin</h3>', pre(output.join('\n'))]),
    '</section>',
  ];
}

function rowOf(check: CheckReport, anchor: string, strictness: Strictness): string {
  const standing = standingOf(check, strictness);
  const id = hasDetails(check) ? `<a href="#${anchor}">${text(check.id)}</a>` : text(check.id);
  const quiet = standing === 'holds' ? 'quiet' : standing;
  return [
    `<tr><td class="${standing}">${MARKS[standing]}</td>`,
    `<td class="id">${id}</td><td>${text(check.title)}</td>`,
    `<td class="${quiet}">${text(outcomeWords(check))}</td></tr>`,
  ].join('');
}

function hasDetails({ failure, outcome }: CheckReport): boolean {
  return failure !== null || outcome === 'crashed';
}

function details(check: CheckReport, anchor: string, strictness: Strictness): string[] {
  if (!hasDetails(check)) return [];
  const { failure, reason, id, title } = check;
  const body =
    failure === null
      ? [pre(reason ?? '')]
      : ['<dl>', ...failureParts(check, failure, LIMITS).map(partOf), '</dl>'];
  return [
    `<details id="${anchor}" open>`,
    `<summary><span class="${standingOf(check, strictness)} id">${text(id)}</span> ${text(title)}</summary>`,
    ...body,
    '</details>',
  ];
}

function partOf({ label, text: value, form }: FailurePart): string {
  return `<dt>${label}</dt><dd>${form === 'prose' ? text(value) : pre(value)}</dd>`;
}

function branchLines({ branches }: PluginReport): string[] {
  if (branches === null) return [];
  const { reached, total, missed } = branches;
  const lines = missed.map(
    (branch) => `${pathBelow(process.cwd(), branch.file)}:${branch.line}  ${branch.text}`,
  );
  return [
    `<p>${formatCount(reached)} of ${formatPlural(total, 'block')} reached</p>`,
    ...(lines.length === 0
      ? []
      : ['<details>', '<summary>Never reached</summary>', pre(lines.join('\n')), '</details>']),
  ];
}

/** A first line feed right behind the tag would be dropped by the parser; one more saves it. */
function pre(value: string): string {
  return `<pre>\n${text(value)}</pre>`;
}
