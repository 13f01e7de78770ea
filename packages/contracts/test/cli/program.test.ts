import { readFile } from 'node:fs/promises';
import { reportSchema } from 'slime-contracts';
import { describe, expect, it, vi } from 'vitest';
import { runCli, testFiles } from './run-cli.ts';

vi.setConfig({ testTimeout: 60_000 });

const GOOD = `export default (args, sample) => (sample.response.trim() === String(sample.label) ? 1 : 0);\n`;
const NAN = `export default (args, sample) => (sample.response.length > 3 ? NaN : 0);\n`;

describe('slime-contracts', () => {
  it('ends with 0 on a plain good function, and says what held', async () => {
    const file = await testFiles({ 'rm.ts': GOOD });
    const { code, stdout, stderr } = await runCli('--custom-rm-path', file('rm.ts'), '--seed', '1');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\nReward function rm\.ts/);
    expect(stdout).not.toContain('✗');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nHeld: \d+ held/);
  });

  it('ends with 1 on a broken one: input, expected, got, why, how to fix, and how to replay', async () => {
    const file = await testFiles({ 'rm.ts': NAN });
    const { code, stdout } = await runCli('--custom-rm-path', file('rm.ts'), '--seed', '1');
    expect(code).toBe(1);
    for (const part of ['rm/finite', 'Expected', 'Got', 'NaN', 'Why it matters', 'How to fix']) {
      expect(stdout).toContain(part);
    }
    const command = /npx slime-contracts .*--only rm\/finite --replay \S+/.exec(stdout)?.[0] ?? '';
    const words = command.split(' ').slice(2);
    words[1] = file('rm.ts');
    const again = await runCli(...words);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('NaN');
  });

  it('writes a report that its schema takes, to standard output and to files', async () => {
    const file = await testFiles({ 'rm.ts': NAN, 'out/keep': '' });
    const reporters = ['json', `junit=${file('out/keep')}.xml`, `html=${file('out/keep')}.html`];
    const { code, stdout } = await runCli(
      '--custom-rm-path',
      file('rm.ts'),
      '--only',
      'rm/finite',
      '--reporter',
      ...reporters,
    );
    expect(code).toBe(1);
    const report = reportSchema.parse(JSON.parse(stdout));
    expect(report.plugins[0]?.checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['rm/finite', 'fell_short'],
    ]);
    expect(await readFile(`${file('out/keep')}.xml`, 'utf8')).toContain('<testsuites');
    expect(await readFile(`${file('out/keep')}.html`, 'utf8')).toContain('<!doctype html>');
  });

  it.each(['none/x.json', 'out'])('refuses to report to %s before the run', async (name) => {
    const file = await testFiles({ 'rm.ts': 'throw new Error("ran");', 'out/keep': '' });
    for (const reporter of ['json', 'html']) {
      const words = ['--custom-rm-path', file('rm.ts'), '--reporter'];
      const path = `${file('rm.ts').slice(0, -'rm.ts'.length)}${name}`;
      const { code, stdout, stderr } = await runCli(...words, `${reporter}=${path}`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/--reporter \S+: (there is no folder|is a folder)/);
    }
  });

  it('ends with 2 where a report could not be written', async () => {
    const file = await testFiles({ 'rm.ts': GOOD });
    const words = ['--custom-rm-path', file('rm.ts'), '--only', 'rm/finite', '--reporter'];
    const { code, stderr } = await runCli(...words, 'json=/dev/full');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^slime-contracts: --reporter json=\/dev\/full: .* ENOSPC/);
  });

  it.each([
    ['nothing to check', [], /nothing to check/],
    ['an unknown flag', ['--nope'], /unknown option '--nope'/],
    ['a file that is not there', ['--custom-rm-path', './none.ts'], /cannot find .*none\.ts/],
    [
      'an unknown check',
      ['--custom-rm-path', 'rm.ts', '--only', 'rm/finit'],
      /did you mean rm\/finite/,
    ],
    [
      'a check of another kind',
      ['--custom-rm-path', 'rm.ts', '--only', 'env/build'],
      /--rollout-interaction-env-path/,
    ],
    [
      'a skip without a reason',
      ['--custom-rm-path', 'rm.ts', '--skip', 'rm/finite'],
      /write ID=REASON/,
    ],
    [
      'a replay of all checks',
      ['--custom-rm-path', 'rm.ts', '--replay', '1:2'],
      /name it with --only/,
    ],
    [
      'a replay of another form',
      ['--custom-rm-path', 'rm.ts', '--only', 'rm/finite', '--replay', 'x'],
      /SEED:PATH/,
    ],
    [
      'a severity that is none',
      ['--custom-rm-path', 'rm.ts', '--severity', 'rm/finite=loud'],
      /error and warning/,
    ],
    ['a number that is none', ['--custom-rm-path', 'rm.ts', '--runs', '0'], /positive integer/],
    [
      'a reporter that is none',
      ['--custom-rm-path', 'rm.ts', '--reporter', 'xml'],
      /There are pretty/,
    ],
  ])('ends with 2 on %s', async (_what, argv, message) => {
    const file = await testFiles({ 'rm.ts': GOOD });
    const words = argv.map((word) => (word === 'rm.ts' ? file('rm.ts') : word));
    const { code, stdout, stderr } = await runCli(...words);
    expect(code).toBe(2);
    expect(stdout + stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['a syntax error', 'export default (a => {\n', /rm\.ts:\d+/],
    [
      'a missing export',
      'export const x = 1;\n',
      /has no export "default" or "customRm"; it exports x/,
    ],
    [
      'an import that leads nowhere',
      "import 'no-such-thing';\nexport default () => 1;\n",
      /npm install no-such-thing/,
    ],
  ])('ends with 2 on %s in the file, and shows where', async (_what, source, message) => {
    const file = await testFiles({ 'rm.ts': source });
    const { code, stdout } = await runCli('--custom-rm-path', file('rm.ts'));
    expect(code).toBe(2);
    expect(stdout).toMatch(message);
  });

  it('lists the checks of what is named, and explains one', async () => {
    const file = await testFiles({ 'rm.ts': GOOD });
    const list = await runCli('--list', '--custom-rm-path', file('rm.ts'));
    expect(list.stdout).toMatch(/^Reward function\n {2}rm\//);
    expect(list.stdout).not.toContain('env/');
    const explained = await runCli('--explain', 'rm/finite');
    expect(explained.stdout).toMatch(/^rm\/finite {2}.*\n\nWhy slime cares\n/);
    expect((await runCli('--explain', 'rm/nothing')).code).toBe(2);
  });

  it('leaves a check out and prints why; a warning fails the run under --strict alone', async () => {
    const file = await testFiles({ 'rm.ts': NAN });
    const call = ['--custom-rm-path', file('rm.ts'), '--only', 'rm/finite', '--seed', '1'];
    const skipped = await runCli(...call, '--skip', 'rm/finite=known, see #12');
    expect([skipped.code, skipped.stdout]).toEqual([0, expect.stringContaining('known, see #12')]);
    const warned = await runCli(...call, '--severity', 'rm/finite=warning');
    expect([warned.code, warned.stdout]).toEqual([0, expect.stringContaining('NaN')]);
    expect((await runCli(...call, '--severity', 'rm/finite=warning', '--strict')).code).toBe(1);
  });
});
