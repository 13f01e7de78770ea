import { createRolloutArgs } from 'slime-sdk';
import { expect, test } from 'vitest';
import { createProject, openContext, openHost, scoreContext, TURN } from './project.ts';

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
});

test('a bare function customRm is a single reward', async () => {
  const cwd = await createProject({
    'rm.ts': `export const customRm = (_args: unknown, _sample: unknown, view: { finalText: string }) => view.finalText.length;`,
  });
  const reward = await (await openHost(cwd)).loadReward('./rm.ts', 'single');
  expect(await reward.score(scoreContext(createRolloutArgs()))).toEqual([4]);
});
