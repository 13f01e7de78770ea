import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type Project } from './project.ts';
import { readSamples } from './read-run.ts';
import { type CliResult, runCli, startCli, toFlags } from './run-cli.ts';

const TIMEOUT = 60_000;

/** An environment of one turn whose module and step do this. */
const ENV = (step: string, load = ''): string => `
${load}
export const buildEnv = () => ({
  reset: () => ({}),
  step: async () => { ${step}; return { observation: null, done: true }; },
  formatObservation: () => [],
  close() {},
});
`;

/** Steps on a file that tell when they are there: nothing is timed. */
const HANG = `
export const customGenerate = () => {
  console.error('it hangs');
  return new Promise(() => {});
};
`;

let project: Project;

beforeAll(async () => {
  project = await createProject({
    'stray.js': ENV(`setImmediate(() => { throw new RangeError('lost'); });
      await new Promise((resolve) => setTimeout(resolve, 1e6))`),
    'rejects.js': ENV(`void Promise.reject(new RangeError('lost'));
      await new Promise((resolve) => setTimeout(resolve, 1e6))`),
    'throws-null.js': ENV(`setImmediate(() => { throw null; });
      await new Promise((resolve) => setTimeout(resolve, 1e6))`),
    'rejects-text.js': ENV(`void Promise.reject('gone');
      await new Promise((resolve) => setTimeout(resolve, 1e6))`),
    'exits.js': ENV('process.exit(0)'),
    'exits-early.js': ENV('', 'process.exit(0);'),
    'moves.js': ENV("process.chdir('/')"),
    'moves-early.js': ENV('', "process.chdir('/');"),
    'prints.js': ENV("console.log('{}'); console.info('{}')"),
    'hangs.js': HANG,
    'rm.js': "export default () => { console.log('{}'); return 1; };",
    'rows.jsonl': [{ input: 'a' }],
    'answers.jsonl': [{ response: 'x', label: 'y' }],
  });
});

afterAll(() => project.remove());

function flags(name: string, more: Record<string, string | true | null> = {}): string[] {
  return [
    'rollout',
    ...toFlags({
      'rollout-interaction-env-path': `./${name}.js`,
      'custom-rm-path': './rm.js',
      'prompt-data': 'rows.jsonl',
      'apply-chat-template': true,
      'rollout-max-response-len': 64,
      output: `run-${name}`,
      ...more,
    }),
  ];
}

function run(name: string): Promise<CliResult> {
  return runCli(flags(name), { cwd: project.dir });
}

describe('a plugin in the process of the run', () => {
  it.each(['stray', 'rejects'])(
    'that throws where nobody waits ends it, is named, and leaves whole files (%s)',
    { timeout: TIMEOUT },
    async (name) => {
      const { code, signal, stderr } = await run(name);
      expect({ code, signal }).toEqual({ code: 1, signal: null });
      expect(stderr).toMatch(
        /RangeError: lost \(.*\/(stray|rejects)\.js:\d+:\d+\); with --isolation/,
      );
      expect(await readSamples(join(project.dir, `run-${name}`))).toEqual([]);
      const again = await runCli([...flags(name), '--resume'], { cwd: project.dir });
      expect(again.stderr).toContain('RangeError: lost');
    },
  );

  it.each([
    ['throws-null', 'a plugin threw where nobody waits for it: null'],
    ['rejects-text', "a plugin threw where nobody waits for it: the string 'gone'"],
  ])(
    'that throws no error is named all the same (%s)',
    { timeout: TIMEOUT },
    async (name, said) => {
      const { code, stderr } = await run(name);
      expect(stderr).toContain(said);
      expect(code).toBe(1);
    },
  );

  it.each(['exits', 'exits-early'])(
    'that ends the process does not make it look well (%s)',
    { timeout: TIMEOUT },
    async (name) => {
      const { code, stderr } = await run(name);
      expect(code).toBe(1);
      expect(stderr).toContain('a plugin ended the process, with code 0');
    },
  );

  it.each(['moves', 'moves-early'])(
    'that changes the working directory moves no file (%s)',
    { timeout: TIMEOUT },
    async (name) => {
      const { code, stdout } = await run(name);
      expect(code).toBe(0);
      expect(stdout).toContain(`run-${name}/samples.jsonl`);
      expect(await readSamples(join(project.dir, `run-${name}`))).toHaveLength(1);
    },
  );

  it('prints beside the lines of the command', { timeout: TIMEOUT }, async () => {
    const rollout = await run('prints');
    expect(rollout.code).toBe(0);
    expect(rollout.stdout).not.toContain('{}');
    expect(rollout.stderr).toContain('{}\n{}\n');
    const graded = await runCli(
      ['grade', ...toFlags({ 'custom-rm-path': './rm.js', input: 'answers.jsonl' })],
      { cwd: project.dir },
    );
    expect(graded.stdout).toBe('{"reward":1,"reason":null,"error":null}\n');
  });

  it('that never settles is left on the first Ctrl-C', { timeout: TIMEOUT }, async () => {
    const started = startCli(
      flags('hangs', {
        'rollout-interaction-env-path': null,
        'custom-generate-function-path': './hangs.js',
      }),
      { cwd: project.dir },
    );
    while (!started.stderr().includes('it hangs')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    started.child.kill('SIGINT');
    const { code, signal } = await started.done;
    expect({ code, signal }).toEqual({ code: 1, signal: null });
    expect(await readSamples(join(project.dir, 'run-hangs'))).toEqual([]);
  });
});
