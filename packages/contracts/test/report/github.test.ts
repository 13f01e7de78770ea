import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderGithub } from '../../src/report/github.ts';
import { standingOf } from '../../src/report/standing.ts';
import { HOSTILE_RUNS, hostileReport } from './hostile-report.ts';
import { everyOutcome, makeFallen, makePlugin, makeReport } from './sample-report.ts';

/** A workflow command as GitHub's runner reads it. */
interface Command {
  name: string;
  properties: Record<string, string>;
  message: string;
}

/** Reads a line as the runner does: null where it is plain output. */
function parse(line: string): Command | null {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end === -1) return null;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const properties: Record<string, string> = {};
  for (const pair of space === -1 ? [] : head.slice(space + 1).split(',')) {
    const at = pair.indexOf('=');
    if (at > 0) properties[pair.slice(0, at).trim()] = unescape(pair.slice(at + 1), true);
  }
  return {
    name: space === -1 ? head : head.slice(0, space),
    properties,
    message: unescape(text.slice(end + 2), false),
  };
}

function unescape(text: string, isProperty: boolean): string {
  const data = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const rest = isProperty ? data.replaceAll('%3A', ':').replaceAll('%2C', ',') : data;
  return rest.replaceAll('%25', '%');
}

/** The runner ends a line at either character. */
const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).filter((line) => line !== '');

describe('the report as workflow commands', () => {
  it('annotates what fails and what warns, and gives the verdict', () => {
    const report = makeReport([makePlugin({ checks: everyOutcome() })]);
    const commands = linesOf(renderGithub(report)).map(parse);
    expect(commands.map((command) => [command?.name, command?.properties['title']])).toEqual([
      ['error', 'rm/range: A reward lies in its range'],
      ['warning', 'rm/time: Time grows as declared'],
      ['error', 'rm/group: A reward is a finite number'],
      ['error', 'rm/seed: A reward is a finite number'],
      ['notice', 'slime contracts'],
    ]);
    expect(commands.at(-1)?.message).toBe(
      'crashed: 1 crashed, 2 fell short, 1 not exercised, 1 held, 1 blocked, 1 not applicable, 1 skipped (seed 42)',
    );
  });

  it('points at the line where the plugin threw, below the root of the repository', () => {
    const file = join(process.cwd(), 'envs/my env/rm.ts');
    const check = makeFallen({}, { got: `threw TypeError: 100%, no (${file}:17:5)` });
    const report = makeReport([makePlugin({ file, checks: [check] })]);
    const command = parse(linesOf(renderGithub(report))[0] ?? '');
    expect(command?.properties).toEqual({
      file: 'envs/my env/rm.ts',
      line: '17',
      title: 'rm/finite: A reward is a finite number',
    });
    expect(command?.message).toContain(`Got: threw TypeError: 100%, no (${file}:17:5)\n`);
    const inner = renderGithub(report, { root: join(process.cwd(), 'envs') });
    expect(parse(linesOf(inner)[0] ?? '')?.properties['file']).toBe('my env/rm.ts');
  });

  it('names no line where the failure names none', () => {
    const report = makeReport([
      makePlugin({ checks: [makeFallen({}, { got: 'other.ts:3, rm.ts:x' })] }),
    ]);
    expect(parse(linesOf(renderGithub(report))[0] ?? '')?.properties).not.toHaveProperty('line');
  });

  it('takes the line of the plugin’s file before one of a file of the same name', () => {
    const got = 'threw Error (/other/rm.ts:3:1), called at /nowhere/rm.ts:8:2';
    const report = makeReport([makePlugin({ checks: [makeFallen({}, { got })] })]);
    expect(parse(linesOf(renderGithub(report))[0] ?? '')?.properties['line']).toBe('8');
  });

  it('gives every character back to who reads it', () => {
    const title = 'a, b: 100%0A %2C%25';
    const check = makeFallen({ title }, { got: 'c, d: 50%0D\n%25' });
    const report = makeReport([makePlugin({ checks: [check] })]);
    const command = parse(linesOf(renderGithub(report))[0] ?? '');
    expect(command?.properties['title']).toBe(`rm/finite: ${title}`);
    expect(command?.message).toContain('\nGot: c, d: 50%0D\n%25\n');
  });

  it('tells of a plugin that could not be loaded', () => {
    const report = makeReport([makePlugin({ error: 'line 1\nline 2', checks: [] })]);
    expect(parse(linesOf(renderGithub(report))[0] ?? '')).toEqual({
      name: 'error',
      properties: { file: '/nowhere/rm.ts', title: 'Reward function ./rm.ts could not be loaded' },
      message: 'line 1\nline 2',
    });
  });

  it('is one command of ours a line, whatever a plugin wrote', () => {
    fc.assert(
      fc.property(hostileReport, fc.boolean(), (report, strict) => {
        const commands = linesOf(renderGithub(report, { strict })).map(parse);
        const expected = report.plugins.flatMap(({ error, checks }) =>
          error !== null
            ? ['error']
            : checks
                .map((check) => standingOf(check, { strict }))
                .filter((standing) => standing !== 'holds' && standing !== 'aside')
                .map((standing) => (standing === 'warns' ? 'warning' : 'error')),
        );
        expect(commands.map((command) => command?.name)).toEqual([...expected, 'notice']);
        for (const command of commands) {
          const keys = Object.keys(command?.properties ?? {});
          expect(keys.filter((key) => !['file', 'line', 'title'].includes(key))).toEqual([]);
        }
      }),
      HOSTILE_RUNS,
    );
  });
});
