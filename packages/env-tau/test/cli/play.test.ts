import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Domain, DOMAINS, loadTauData, type Task } from '../../src/index.ts';
import { dumpJson } from '../../src/python/dump-json.ts';
import { runCli } from '../run-cli.ts';

const shipped = fileURLToPath(new URL('../../data', import.meta.url));

async function taskOf(env: Domain, index: number): Promise<Task> {
  const task = (await loadTauData(env, undefined)).tasks.get('test')?.[index];
  if (task === undefined) throw new Error(`no task ${index} ships for ${env}`);
  return task;
}

function play(env: Domain, index: number, lines: readonly string[], ...more: string[]) {
  const input = lines.map((line) => `${line}\n`).join('');
  return runCli(['play', '--env', env, '--task', String(index), ...more], input);
}

/** What a person would type for a task's own actions. */
function goldLines({ actions, outputs }: Task, form: 'json' | 'pairs'): string[] {
  const calls = actions.map(({ name, kwargs }) => {
    if (form === 'json')
      return dumpJson(new Map([['name', name]])).replace(
        '}',
        `, "arguments": ${dumpJson(kwargs)}}`,
      );
    const pairs = [...kwargs].map(([key, value]) => `${key}=${dumpJson(value)}`);
    return [name, ...pairs].join(' ');
  });
  const closing = `All of it is done. ${outputs.join('; ')}`;
  return [...calls, ...Array.from({ length: 8 }, () => closing)];
}

describe('a task that there is not', () => {
  it.each(['agent', 'user'])('is told of in the words of the command, to the %s', async (as) => {
    expect(await play('airline', 99, [], '--as', as)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'slime-env-tau: --task 99: airline/test has the tasks 0 to 19; `slime-env-tau tasks --env ' +
        'airline --split test` lists them.\n',
    });
    expect(await play('retail', 0, [], '--as', as, '--split', 'dev')).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'slime-env-tau: --split dev: there are no such tasks of retail; there are those of test, train.\n',
    });
  });
});

describe('play as the agent', () => {
  it.each(DOMAINS.flatMap((env) => (['json', 'pairs'] as const).map((form) => ({ env, form }))))(
    'pays for the gold actions of $env, typed as $form',
    async ({ env, form }) => {
      for (const index of [0, 7, 13, 19]) {
        const { code, stdout, stderr } = await play(
          env,
          index,
          goldLines(await taskOf(env, index), form),
        );
        expect([index, code, stderr]).toEqual([index, 0, '']);
        expect(stdout).toContain(
          '\nThe conversation is over.\nreward 1\n  the records are as they should be\n',
        );
      }
    },
  );

  it('shows the policy and the tools when asked, and says what is wrong with a line', async () => {
    const lines = [
      '/wiki',
      '/tools',
      '/tools think',
      '/tools fly',
      '/fly',
      '',
      '{"name": 1}',
      '/say /quit',
    ];
    const { code, stdout } = await play('airline', 3, lines);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Task 3 of airline\/test\.\nYou are the agent\.\n/);
    const wiki = await readFile(join(shipped, 'airline', 'wiki.md'), 'utf8');
    expect(stdout).toContain(`agent> /wiki\n${wiki}`);
    for (const part of [
      '  book_reservation: ',
      '"thought": {',
      'agent> /tools fly\nThere is no tool fly; /tools lists them.\n',
      'agent> /fly\nThere is no /fly; /help tells what there is.\n',
      'a call is {"name": "…", "arguments": {…}}; /say {… speaks to the user\n',
      'agent> /say /quit\nuser: ',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toMatch(/\n {2}user_replies 1\n$/);
  });

  it('tells what it is worth so far when the input ends or the person leaves', async () => {
    for (const lines of [[], ['/quit', 'hello']]) {
      const { code, stdout, stderr } = await play('retail', 0, lines);
      expect([code, stderr]).toEqual([1, '']);
      expect(stdout.split('Left before')[1]).toBe(
        ' the conversation was over, which is worth 0. If it were over now:\nreward 0\n  the records are not as they should be\n',
      );
    }
  });

  it('answers calls that make no sense and goes on', async () => {
    const lines = [
      'respond',
      'respond content=hello',
      'think',
      'calculate expression="(("',
      '{"name": "fly", "arguments": {}}',
    ];
    const { stdout } = await play('retail', 0, lines);
    expect(stdout).toContain('agent> respond\nrespond: Error: respond needs content');
    expect(stdout).toMatch(/agent> respond content=hello\nuser: /);
    expect(stdout).toContain('agent> think\nthink: Error: ');
    expect(stdout).toContain('calculate: Error: ');
    expect(stdout).toContain('fly: Unknown action fly');
  });

  it('lets no character of the data reach the terminal as a command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slime-play-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(shipped, folder, { recursive: true });
    const file = join(folder, 'retail', 'tasks_test.json');
    const tasks = z.array(z.looseObject({})).parse(JSON.parse(await readFile(file, 'utf8')));
    const nasty = '\u001B[2Jgone\u202E\u0007\u009B1m\nreward 1';
    await writeFile(file, JSON.stringify([{ ...tasks[0], instruction: `Say ${nasty}.` }]));
    await writeFile(join(folder, 'retail', 'wiki.md'), nasty);
    for (const as of ['agent', 'user']) {
      const { stdout } = await play(
        'retail',
        0,
        ['/wiki', nasty.slice(0, 8)],
        '--data',
        folder,
        '--as',
        as,
      );
      expect(stdout).toContain('\\u{1b}[2Jgone');
      expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }
    const { stdout } = await play('retail', 0, [], '--data', folder);
    expect(stdout.match(/^reward /gm)).toHaveLength(1);
  });
});

describe('play as the user', () => {
  it('talks to an agent that does the task, and ends by the stop word', async () => {
    for (const env of DOMAINS) {
      const task = await taskOf(env, 2);
      const lines = [...Array.from({ length: 3 }, () => 'Yes, please.'), '/stop'];
      const { code, stdout } = await play(env, 2, lines, '--as', 'user');
      expect(code).toBe(0);
      expect(stdout).toContain(
        `Your task: ${task.instruction}\nuser> Yes, please.\nagent: Welcome.`,
      );
      for (const { name, kwargs } of task.actions) {
        expect(stdout).toContain(`\nagent calls: ${name} ${dumpJson(kwargs)}\n`);
      }
      expect(stdout).toContain('\nThe conversation is over.\nreward 1\n');
      expect(stdout).not.toContain('(plan');
    }
  });

  it('tells what it is worth so far when the input ends', async () => {
    for (const lines of [[], ['Hello.'], ['/quit']]) {
      const { code, stdout } = await play('airline', 0, lines, '--as', 'user');
      expect(code).toBe(1);
      expect(stdout).toContain('Left before the conversation was over, which is worth 0.');
    }
  });
});

describe('a call of play that is wrong', () => {
  it.each([
    [['--env', 'retail', '--task', '99'], /--task 99: retail\/test has the tasks 0 to 19/],
    [['--env', 'retail', '--task', 'x'], /Write the number of a task/],
    [['--env', 'space', '--task', '1'], /Allowed choices are retail, airline/],
    [
      ['--env', 'retail', '--task', '1', '--split', 'dev'],
      /--split dev: there are no such tasks of retail/,
    ],
    [['--env', 'retail', '--task', '1', '--data', '/nowhere'], /nowhere/],
    [['--env', 'retail'], /--task/],
  ])('ends with 2 and says why: %j', async (args, message) => {
    const { code, stderr } = await runCli(['play', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
