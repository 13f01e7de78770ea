import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { HOSTILE_RUNS, hostileReport } from './hostile-report.ts';
import { everyOutcome, makeFallen, makePlugin, makeReport } from './sample-report.ts';

/** An element as a strict XML parser sees it. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** Reads XML; throws at the first thing that XML 1.0 does not allow. */
function parse(xml: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const [suites] = root.children;
  if (suites === undefined) throw new Error('no root element');
  return suites;
}

function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ]);
}

const everything = makeReport([
  makePlugin({ checks: everyOutcome(), output: ['hello'], sha256: 'ab12' }),
  makePlugin({ kind: 'env', spec: './env.ts', error: 'no such\nfile', checks: [] }),
]);

function casesOf(report: Report, strict = false): [string | undefined, string[]][] {
  return all(parse(renderJunit(report, { strict })), 'testcase').map(({ attributes, children }) => [
    attributes['name'],
    children.map(({ name }) => name),
  ]);
}

describe('the JUnit report', () => {
  it('has a test case a check, with what came of it', () => {
    expect(casesOf(everything)).toEqual([
      ['rm/finite: A reward is a finite number', []],
      ['rm/range: A reward lies in its range', ['failure']],
      ['rm/time: Time grows as declared', ['system-out']],
      ['rm/group: A reward is a finite number', ['failure']],
      ['rm/twice: A reward is a finite number', ['skipped']],
      ['rm/rows: A reward is a finite number', ['skipped']],
      ['rm/hack: A reward is a finite number', ['skipped']],
      ['rm/seed: A reward is a finite number', ['error']],
      ['the plugin can be loaded', ['error']],
    ]);
  });

  it('fails under strict what the command fails', () => {
    const failed = casesOf(everything, true).filter(([, children]) => children.includes('failure'));
    expect(failed.map(([name]) => name?.split(':')[0])).toEqual([
      'rm/range',
      'rm/time',
      'rm/group',
      'rm/rows',
    ]);
  });

  it('counts what it holds', () => {
    const root = parse(renderJunit(everything));
    expect(root.attributes).toEqual({
      name: 'slime-contracts',
      tests: '9',
      failures: '2',
      errors: '2',
      skipped: '3',
      time: '2.340',
    });
    expect(root.children.map(({ attributes }) => attributes)).toEqual([
      {
        name: 'Reward function ./rm.ts',
        tests: '8',
        failures: '2',
        errors: '1',
        skipped: '3',
        time: '1.600',
        file: '/nowhere/rm.ts',
      },
      {
        name: 'Environment ./env.ts',
        tests: '1',
        failures: '0',
        errors: '1',
        skipped: '0',
        time: '0.000',
        file: '/nowhere/rm.ts',
      },
    ]);
  });

  it('carries seed, runs and what the plugin wrote', () => {
    const [suite] = parse(renderJunit(everything)).children;
    const properties = suite === undefined ? [] : all(suite, 'property');
    expect(properties.map(({ attributes }) => [attributes['name'], attributes['value']])).toEqual([
      ['seed', '42'],
      ['runs', '1000'],
      ['node', 'v20.19.0'],
      ['laws', '1'],
      ['kind', 'rm'],
      ['sha256', 'ab12'],
    ]);
    expect(suite?.children.at(-1)).toMatchObject({ name: 'system-out', text: 'hello' });
  });

  it('tells a failure whole, line feeds and all', () => {
    const check = makeFallen({}, { input: 'a\nb <&>"\u0000\ud800', expected: 'x\ny' });
    const [failure] = all(
      parse(renderJunit(makeReport([makePlugin({ checks: [check] })]))),
      'failure',
    );
    expect(failure?.attributes).toEqual({ message: 'expected x\ny, got NaN', type: 'fell_short' });
    expect(failure?.text.split('\n').slice(0, 6)).toEqual([
      'Shrunk input:',
      '  a',
      '  b <&>"\\x00\\ud800',
      'Expected:',
      '  x',
      '  y',
    ]);
  });

  it('is well-formed XML of the same shape whatever a plugin wrote', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const root = parse(renderJunit(report));
        const expected = report.plugins.map(({ error, checks }) =>
          error === null ? checks.length : 1,
        );
        expect(root.children.map((suite) => all(suite, 'testcase').length)).toEqual(expected);
        const names = new Set(
          all(root, 'testcase')
            .flatMap(({ children }) => children)
            .map(({ name }) => name),
        );
        expect(
          [...names].filter(
            (name) => !['failure', 'error', 'skipped', 'system-out'].includes(name),
          ),
        ).toEqual([]);
      }),
      HOSTILE_RUNS,
    );
  });
});
