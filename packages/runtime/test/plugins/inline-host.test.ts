import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfigError,
  createRolloutArgs,
  EnvError,
  GraderError,
  isSlimeError,
  RetryableEnvError,
} from 'slime-sdk';
import { describe, expect, test, vi } from 'vitest';
import { HOSTILE, hostileSample, PLACES, runEpisode } from './hostile-plugin.ts';
import { envWith, openEnv } from './open-env.ts';
import {
  errorOf,
  createProject,
  openContext,
  openHost,
  scoreContext,
  shortArgs,
  TURN,
} from './project.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ECHO = `
import { BaseInteractionEnv, type BuildContext, defineEnv } from 'slime-sdk';
class Echo extends BaseInteractionEnv {
  label: unknown;
  constructor(label: unknown) { super(); this.label = label; }
  override reset() { return { messages: [{ role: 'user' as const, content: 'start' }], info: { a: 1 } }; }
  override step(text: string) {
    return { observation: { text: this.label + ':' + text }, done: text === 'stop', info: { n: 1 }, reward: 0.5 };
  }
  override metrics() { return { steps: 1 }; }
}
export default defineEnv({
  name: 'echo', apiVersion: 1, reward: { reduction: 'last', range: [0, 1] },
  build: ({ sample }: BuildContext<unknown>) => new Echo(sample.label),
});
`;

test('an env of a TypeScript file runs an episode', async () => {
  const cwd = await createProject({ 'env.ts': ECHO });
  const host = await openHost(cwd);
  const env = await host.loadEnv('./env.ts');
  expect(env.declaration).toEqual({
    name: 'echo',
    deterministic: true,
    reward: { reduction: 'last', range: [0, 1] },
    observation: { overflow: 'end', empty: false },
  });
  const session = await env.open(openContext(createRolloutArgs()));
  expect(await session.reset({ seed: 1, attempt: 0 })).toEqual({
    messages: [{ role: 'user', content: 'start' }],
    info: { a: 1 },
  });
  expect(await session.step('go', TURN)).toEqual({
    messages: [{ role: 'user', content: 'label:go' }],
    done: false,
    info: { n: 1 },
    reward: 0.5,
  });
  expect(await session.step('stop', { ...TURN, turn: 1 })).toMatchObject({
    messages: null,
    done: true,
  });
  expect(await session.metrics()).toEqual({ steps: 1 });
  expect(await session.close()).toBeNull();
  expect(host.fingerprints).toEqual([
    {
      spec: './env.ts',
      file: join(cwd, 'env.ts'),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

describe('a failing call names itself', () => {
  test.each([
    ['throw a string', "threw the string 'x'"],
    ['throw undefined', 'threw undefined'],
    ['reject', 'threw null'],
    ['never', 'did not settle in 0.2 s'],
  ])('in every place when the plugin does %s', async (how, reason) => {
    const cwd = await createProject({ 'p.ts': HOSTILE });
    const args = shortArgs(0.2);
    const host = await openHost(cwd, { args });
    const plugins = {
      env: await host.loadEnv('./p.ts'),
      reward: await host.loadReward('./p.ts', 'single'),
    };
    const samples = PLACES.map((at, index) => hostileSample(index, at, how));
    samples.push(hostileSample(PLACES.length, 'nowhere', how));
    const ended = await Promise.all(samples.map((sample) => runEpisode(plugins, sample, args)));
    expect(ended).toEqual([
      ...PLACES.map((where, index) => ({
        index,
        class: where === 'reward' ? 'GraderError' : 'EnvError',
        where,
        reason,
      })),
      { index: PLACES.length, class: 'finished', where: null, reason: null },
    ]);
    // Every env that was built is closed, once.
    const closed = (await readFile(join(cwd, 'closed'), 'utf8')).trim().split('\n');
    expect(closed.map(Number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('with the user’s file and line, turn, sample and cause', async () => {
    const { session, cwd } = await openEnv({
      'env.ts': envWith(`step() {\n  throw new TypeError('boom');\n}`),
    });
    const error = await errorOf(session.step('x', { ...TURN, turn: 4 }));
    expect(error).toBeInstanceOf(EnvError);
    expect(String(error)).toMatch(
      /^EnvError: env "\.\/env\.ts": step of turn 4 \(sample 3\) threw TypeError: boom \(.*env\.ts:7:\d+\)$/,
    );
    expect(String(error)).toContain(join(cwd, 'env.ts'));
    expect(isSlimeError(error) && error.data).toMatchObject({ where: 'step', turn: 4, index: 3 });
    expect(error instanceof Error && error.cause).toBeInstanceOf(TypeError);
  });

  test('as retryable when the plugin says so, of whichever copy of the SDK', async () => {
    const { session } = await openEnv({
      'env.ts': `import { RetryableEnvError } from 'slime-sdk';
        ${envWith(`step() { throw new RetryableEnvError('busy', { data: { port: 1 } }); }`)}`,
    });
    const error = await errorOf(session.step('x', TURN));
    expect(error).toBeInstanceOf(RetryableEnvError);
    expect(isSlimeError(error) && error.data).toMatchObject({ port: 1, where: 'step' });
  });

  test('by the path of a wrong result', async () => {
    const { session } = await openEnv({
      'env.ts': envWith(`reset() { return { info: { at: new Date() } }; }`),
    });
    expect(String(await errorOf(session.reset({ seed: 1, attempt: 0 })))).toBe(
      'EnvError: env "./env.ts": reset (sample 3) gave a wrong result: info.at: a Date is no plain object',
    );
  });
});

describe('what a plugin is given', () => {
  test('cannot be used to change ours', async () => {
    const source = (write: string) =>
      envWith('') +
      `export const writing = (context: any) => { ${write}; return buildEnv(context); };`;
    const cwd = await createProject({
      'sample.ts': source('context.sample.metadata.x = 1'),
      'args.ts': source('context.args.max_turns = 1'),
    });
    const host = await openHost(cwd);
    const context = openContext(createRolloutArgs());
    await (await host.loadEnv('./sample.ts#writing')).open(context);
    expect(context.sample.metadata).toEqual({});
    const writesArgs = await host.loadEnv('./args.ts#writing');
    expect(String(await errorOf(writesArgs.open(context)))).toMatch(
      /buildEnv .*read only property/,
    );
  });

  test('includes its configuration, checked when it is loaded', async () => {
    const source = `
      import { BaseInteractionEnv, defineEnv } from 'slime-sdk';
      import { z } from 'zod';
      class Env extends BaseInteractionEnv {
        config: any;
        reset() { return { info: this.config }; }
        step() { return { observation: { text: 'x' }, done: true }; }
      }
      export default defineEnv({
        name: 'configured', apiVersion: 1,
        config: z.object({ level: z.int(), mode: z.string().default('easy') }),
        build: ({ config }) => Object.assign(new Env(), { config }),
      });`;
    const { session } = await openEnv({ 'env.ts': source }, shortArgs(5, { level: 2 }));
    expect((await session.reset({ seed: 1, attempt: 0 })).info).toEqual({ level: 2, mode: 'easy' });
    const host = await openHost(await createProject({ 'env.ts': source }), {
      args: shortArgs(5, { level: 'high' }),
    });
    const error = await errorOf(host.loadEnv('./env.ts'));
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain('configuration of env "configured": "level"');
  });

  test('is the reward’s own defaults in its arguments', async () => {
    const cwd = await createProject({
      'rm.ts': `
        import { defineReward } from 'slime-sdk';
        import { z } from 'zod';
        export default defineReward({
          mode: 'single', config: z.object({ scale: z.number().default(3) }),
          reward: (args: any) => args.scale,
        });`,
    });
    const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'single');
    expect(await reward.score(scoreContext(createRolloutArgs()))).toEqual([3]);
  });
});

test('a snapshot keeps its state while the env goes on, and can be restored twice', async () => {
  const { session } = await openEnv({
    'env.ts': envWith(`
      seen = new Map<string, number>();
      step() {
        this.seen.set('n', (this.seen.get('n') ?? 0) + 1);
        return { observation: { text: String(this.seen.get('n')) }, done: false };
      }
      snapshot() { return this.seen; }
      restore(seen: Map<string, number>) { this.seen = seen; }`),
  });
  expect(session.canSnapshot).toBe(true);
  const stepText = async () => (await session.step('x', TURN)).messages?.[0]?.content;
  expect(await stepText()).toBe('1');
  const snapshot = await session.snapshot();
  expect([await stepText(), await stepText()]).toEqual(['2', '3']);
  await session.restore(snapshot);
  expect([await stepText(), await stepText()]).toEqual(['2', '3']);
  await session.restore(snapshot);
  expect(await stepText()).toBe('2');
});

test('an empty observation fails unless the env declares it', async () => {
  const env = (declared: string) => `
    import { BaseInteractionEnv, defineEnv } from 'slime-sdk';
    class Env extends BaseInteractionEnv {
      step() { return { observation: { text: '' }, done: false }; }
    }
    export default defineEnv({ name: 'quiet', apiVersion: 1, ${declared} build: () => new Env() });`;
  const { session } = await openEnv({ 'env.ts': env('') });
  expect(await errorOf(session.step('x', TURN))).toMatchObject({
    data: { where: 'formatObservation' },
  });
  const quiet = await openEnv({ 'env.ts': env('observation: { empty: true },') });
  expect(await quiet.session.step('x', TURN)).toMatchObject({
    messages: [{ role: 'user', content: '' }],
  });
});

describe('a reward', () => {
  test('of a bare function scores a sample with its view', async () => {
    const cwd = await createProject({
      'rm.ts': `export const customRm = (_args: unknown, _sample: unknown, view: any) =>
        view.signal instanceof AbortSignal && view.finalText.length;`,
    });
    const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'single');
    expect(await reward.score(scoreContext(createRolloutArgs()))).toEqual([4]);
  });

  test('of a group scores it in order', async () => {
    const cwd = await createProject({
      'rm.ts': `export const batchedCustomRm = async (_args: unknown, samples: any[]) =>
        samples.map((sample) => ({ score: sample.index }));`,
    });
    const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'group');
    expect(await reward.score(scoreContext(createRolloutArgs(), 5, 3))).toEqual([
      { score: 5 },
      { score: 6 },
      { score: 7 },
    ]);
  });

  test('that gives no number fails as the grader, with the sample', async () => {
    const cwd = await createProject({ 'rm.ts': `export default () => ({ score: true });` });
    const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'single');
    const error = await errorOf(reward.score(scoreContext(createRolloutArgs(), 5)));
    expect(error).toBeInstanceOf(GraderError);
    expect(String(error)).toBe(
      'GraderError: reward "./rm.ts": reward (sample 5) gave a wrong result: score: must be a number, not true',
    );
  });

  test('for one sample refuses another number of them', async () => {
    const cwd = await createProject({ 'rm.ts': `export default () => 1;` });
    const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'single');
    expect(await errorOf(reward.score(scoreContext(createRolloutArgs(), 0, 2)))).toBeInstanceOf(
      GraderError,
    );
  });
});

test('a generate function is loaded', async () => {
  const cwd = await createProject({
    'g.ts': `export const customGenerate = (_args: unknown, sample: unknown) => sample;`,
  });
  const host = await openHost(cwd);
  expect(typeof (await host.loadGenerate('./g.ts'))).toBe('function');
  expect(host.fingerprints.map(({ spec }) => spec)).toEqual(['./g.ts']);
});
