import { createSample, DataError, isSlimeError } from 'slime-sdk';
import { describe, expect, test, vi } from 'vitest';
import { causeOf, reportFailure } from '../../src/rollout/failure.ts';
import { createProject, errorOf, openContext, openHost, shortArgs, TURN } from './project.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SOURCE = `
import { BaseInteractionEnv, DataError, defineEnv, EnvError, LlmError, RetryableEnvError } from 'slime-sdk';

class OutOfPaperError extends EnvError {}
class BusyPrinterError extends RetryableEnvError {}

const ERRORS: Record<string, () => unknown> = {
  own: () => new OutOfPaperError('no paper', { data: { tray: 2, name: 'ForgedError' } }),
  retryable: () => new BusyPrinterError('busy'),
  base: () => new EnvError('no'),
  forged: () => new EnvError('no', { data: { error_name: 'ForgedError' } }),
  data: () => new DataError('the row has no page'),
  llm: () => new LlmError('no reply', 'timeout'),
  foreign: () => new TypeError('boom'),
  path: () => Object.assign(new OutOfPaperError('x'), { name: 'a/b\\n\\u001b[31m' }),
  long: () => Object.assign(new OutOfPaperError('x'), { name: 'E'.repeat(1e6) }),
  number: () => Object.assign(new OutOfPaperError('x'), { name: 7 }),
  throwing: () =>
    Object.defineProperty(new OutOfPaperError('x'), 'name', { get() { throw new Error('no'); } }),
};

class Printer extends BaseInteractionEnv {
  how: string;
  constructor(how: string) { super(); this.how = how; }
  override step(): never { throw ERRORS[this.how]?.(); }
}

export default defineEnv({
  name: 'printer', apiVersion: 1,
  build: ({ sample }: any) => new Printer(sample.metadata.how),
});
`;

const NAMES = {
  own: 'OutOfPaperError',
  retryable: 'BusyPrinterError',
  base: 'EnvError',
  forged: 'EnvError',
  data: 'DataError',
  llm: 'LlmError',
  foreign: 'EnvError',
  path: 'EnvError',
  long: 'EnvError',
  number: 'EnvError',
  throwing: 'EnvError',
};

describe.each(['inline', 'process'] as const)('a failure under %s isolation', (isolation) => {
  test('is counted by the name of the error class of the SDK that its plugin threw', async () => {
    const cwd = await createProject({ 'env.ts': SOURCE });
    const args = shortArgs(5);
    const host = await openHost(cwd, { isolation, args, concurrency: 1 });
    const env = await host.loadEnv('./env.ts');
    const names: Record<string, string> = {};
    for (const how of Object.keys(NAMES)) {
      const sample = createSample({ index: 0, metadata: { how } });
      const session = await env.open({ ...openContext(args), sample });
      await session.reset({ seed: 1, attempt: 0 });
      const error = await errorOf(session.step('x', TURN));
      expect(isSlimeError(error)).toBe(true);
      names[how] = reportFailure(error, 'step', 0).name;
      expect(causeOf(error, 'engine_failed')).toBe(how === 'data' ? 'data_failed' : 'env_failed');
      await session.close();
    }
    expect(names).toEqual(NAMES);
  });
});

test.each([7, 'a/b', 'E\u001b[31m', 'E'.repeat(100), ''])(
  'an error of ours is counted by its own name when its data name it %j',
  (name) => {
    const error = new DataError('x', { data: { error_name: name } });
    expect(reportFailure(error, 'prompt', 0).name).toBe('DataError');
  },
);
