import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report.ts';
import { HOSTILE_RUNS, hostileReport } from './hostile-report.ts';
import { everyOutcome, makeFallen, makePlugin, makeReport } from './sample-report.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Every element of a page as a browser builds it; throws where the page is no clean HTML. */
function elementsOf(html: string): Element[] {
  const errors: string[] = [];
  const page = parseHtml(html, { onParseError: ({ code }) => errors.push(code) });
  expect(errors).toEqual([]);
  const walk = (nodes: readonly Node[]): Element[] =>
    nodes.flatMap((node) => ('tagName' in node ? [node, ...walk(node.childNodes)] : []));
  return walk(page.childNodes);
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

const tagsOf = (report: Report): string[] => [
  ...new Set(elementsOf(renderHtml(report)).map(({ tagName }) => tagName)),
];

const TAGS = (
  'html head meta title style body h1 h2 h3 span p section code pre table thead tbody tr th td a ' +
  'details summary dl dt dd'
).split(' ');
const ATTRIBUTES = [
  'lang',
  'charset',
  'http-equiv',
  'content',
  'name',
  'class',
  'id',
  'href',
  'open',
];
const CLASSES = ['holds', 'fails', 'warns', 'aside', 'crashes', 'quiet', 'id'];

describe('the HTML report', () => {
  const report = makeReport([makePlugin({ checks: everyOutcome(), output: ['\nhello'] })], {
    verdict: 'crashed',
  });

  it('has a row a check and a folded block a failure, which the row links to', () => {
    const elements = elementsOf(renderHtml(report));
    const rows = elements.filter(({ tagName }) => tagName === 'tr').slice(1);
    expect(rows.map(textOf)).toEqual([
      '✓rm/finiteA reward is a finite number1,000 cases',
      '✗rm/rangeA reward lies in its rangefell short after 37 cases',
      '!rm/timeTime grows as declaredfell short after 37 cases, a warning',
      '✗rm/groupA reward is a finite numbernot exercised: met in 12 of 500 cases',
      '–rm/twiceA reward is a finite numberblocked by rm/range',
      '–rm/rowsA reward is a finite numbernot applicable: needs rows',
      '–rm/hackA reward is a finite numberskipped: it is meant so',
      '✗rm/seedA reward is a finite numbercrashed: Error: ours',
    ]);
    const targets = elements
      .filter(({ tagName }) => tagName === 'a')
      .map((link) => attribute(link, 'href')?.slice(1));
    const details = elements.filter(({ tagName }) => tagName === 'details');
    expect(targets).toEqual(details.map((element) => attribute(element, 'id')));
    expect(details.map((element) => textOf(element).split('\n')[1])).toEqual([
      'rm/range A reward lies in its range',
      'rm/time Time grows as declared',
      'rm/seed A reward is a finite number',
    ]);
  });

  it('shows a text as it is, empty first line and all', () => {
    const texts = (html: string): string[] =>
      elementsOf(html)
        .filter(({ tagName }) => tagName === 'pre')
        .map(textOf);
    expect(texts(renderHtml(report))).toContain('\nhello');
    const check = makeFallen({}, { input: '<b>&amp;</b>\u0000' });
    expect(texts(renderHtml(makeReport([makePlugin({ checks: [check] })])))[0]).toBe(
      '<b>&amp;</b>\\x00',
    );
  });

  it('needs no script and no network, and allows itself none', () => {
    const elements = elementsOf(renderHtml(report));
    const style = elements.find(({ tagName }) => tagName === 'style');
    const hash = createHash('sha256')
      .update(style === undefined ? '' : textOf(style))
      .digest('base64');
    const policy = elements.find((element) => attribute(element, 'http-equiv') !== undefined);
    expect(policy === undefined ? undefined : attribute(policy, 'content')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(style === undefined ? '' : textOf(style)).not.toMatch(/url\(|@import/);
    expect(tagsOf(report)).not.toContain('script');
  });

  it('is a page of the same elements whatever a plugin wrote', () => {
    fc.assert(
      fc.property(hostileReport, (hostile) => {
        const elements = elementsOf(renderHtml(hostile));
        const of = (name: string): Element[] => elements.filter(({ tagName }) => tagName === name);
        expect(elements.filter(({ tagName }) => !TAGS.includes(tagName))).toEqual([]);
        const attributes = elements.flatMap(({ attrs }) => attrs);
        expect(attributes.filter(({ name }) => !ATTRIBUTES.includes(name))).toEqual([]);
        const classes = attributes.filter(({ name }) => name === 'class');
        expect(
          classes
            .flatMap(({ value }) => value.split(' '))
            .filter((name) => !CLASSES.includes(name)),
        ).toEqual([]);
        expect(of('a').filter((link) => attribute(link, 'href')?.startsWith('#') !== true)).toEqual(
          [],
        );
        expect(of('section')).toHaveLength(hostile.plugins.length);
        const checks = hostile.plugins.flatMap((plugin) => plugin.checks);
        const tables = hostile.plugins.filter((plugin) => plugin.checks.length > 0).length;
        expect(of('tr')).toHaveLength(checks.length + tables);
      }),
      HOSTILE_RUNS,
    );
  });
});
