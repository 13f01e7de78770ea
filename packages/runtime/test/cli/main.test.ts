import { PassThrough, Writable } from 'node:stream';
import { ConfigError, DataError, EngineError, EnvError, PluginError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { reportError } from '../../src/cli/report-error.ts';
import { runCli, testFiles } from './run-cli.ts';

describe('slime-runtime', () => {
  it('answers wrong flags, commands and missing arguments with exit code 2', async () => {
    expect(await runCli('check', 'a.jsonl', '--reward-ky', 'x')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "error: unknown option '--reward-ky'\n(Did you mean --reward-key?)\nRun it with --help for the options.\n",
    });
    expect(await runCli('check')).toMatchObject({ code: 2, stdout: '' });
    expect(await runCli('check', 'a', 'b')).toMatchObject({ code: 2, stdout: '' });
    expect(await runCli('grade', '--rm-type', 'math')).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        "error: required option '--input <file>' not specified\nRun it with --help for the options.\n",
    });
  });

  it('names the data file that a rollout cannot find, and the flags it does not know', async () => {
    expect(await runCli('rollout', '--prompt-data', '/nowhere.jsonl', '--rm-type', 'math')).toEqual(
      {
        code: 2,
        stdout: '',
        stderr:
          'slime-runtime: /nowhere.jsonl: no such file; check the path, which is relative to the working directory\n',
      },
    );
    const { code, stderr } = await runCli('rollout', '--rollout-sed', '1');
    expect(code).toBe(2);
    expect(stderr).toContain('(Did you mean --rollout-seed?)');
  });

  it('asks which run to go on with', async () => {
    expect(
      await runCli('rollout', '--prompt-data', '/nowhere.jsonl', '--rm-type', 'math', '--resume'),
    ).toEqual({
      code: 2,
      stdout: '',
      stderr: 'slime-runtime: --resume: name the folder of the run to go on with by --output DIR\n',
    });
  });

  it('says its version', async () => {
    const { code, stdout } = await runCli('--version');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('lists its commands when none is called, or one that it has not', async () => {
    const bare = await runCli();
    expect([bare.code, bare.stdout]).toEqual([2, '']);
    expect(bare.stderr.match(/^ {2}(rollout|engine|grade|check) /gm)).toHaveLength(4);
    expect(await runCli('chekc')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "error: unknown command 'chekc'\n(Did you mean check?)\nRun it with --help for the options.\n",
    });
  });

  it('prints the help of a command on standard output', async () => {
    const { code, stdout, stderr } = await runCli('check', '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: slime-runtime check \[options\] <samples>\n/);
  });

  it('shows a stack with --verbose only, wherever it stands', async () => {
    const quiet = await runCli('check', '/nowhere.jsonl');
    expect(quiet.stderr.split('\n')).toHaveLength(2);
    for (const argv of [
      ['--verbose', 'check', '/nowhere.jsonl'],
      ['check', '/nowhere.jsonl', '--verbose'],
    ]) {
      const { code, stderr } = await runCli(...argv);
      expect(code).toBe(2);
      expect(stderr).toMatch(/DataError: [^]*\n {4}at [^]*\[cause\]: [^]*ENOENT/);
    }
  });

  it('ends quietly when the reader of its output has gone', async () => {
    const file = await testFiles({ 'samples.jsonl': '{}\n{}\n' });
    const stderr = new PassThrough();
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });
    expect(await main(['check', file('samples.jsonl')], { stdout, stderr })).toBe(1);
    expect(stderr.read()).toBeNull();
  });
});

describe('reportError', () => {
  const report = (error: unknown, verbose = false): { code: number; text: string } => {
    const stderr = new PassThrough();
    const code = reportError(error, stderr, verbose);
    return { code, text: String(stderr.read() ?? '') };
  };

  it.each([
    [new ConfigError('m'), 2],
    [new DataError('m'), 2],
    [new PluginError('m'), 2],
    [new EnvError('m'), 1],
    [new EngineError('m'), 1],
  ])('tells %s from a run that fell short', (error, code) => {
    expect(report(error)).toEqual({ code, text: 'slime-runtime: m\n' });
  });

  it('takes anything else for our own fault and asks for a report', () => {
    expect(report(new TypeError('x is undefined'))).toEqual({
      code: 3,
      text:
        'slime-runtime: internal error: x is undefined\n' +
        'This is a fault of slime-runtime, not of your call. Please report it with the command line and its output under --verbose.\n',
    });
    expect(report(new TypeError('x is undefined'), true).text).toMatch(
      /\nTypeError: x is undefined\n {4}at /,
    );
  });
});
