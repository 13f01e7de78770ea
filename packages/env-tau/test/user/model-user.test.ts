import type { JsonObject } from 'slime-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { readTask, parseJson, tauConfigSchema, type UserSimulator } from '../../src/index.ts';
import { openUser } from '../../src/user/open-user.ts';
import { openEnv, startEnv, stepWith } from '../episode/open-env.ts';
import { type Asked, type ChatServer, type Said, startChatServer } from './chat-server.ts';

const TASK = readTask(
  parseJson(
    '{"user_id": "ada_li_1", "instruction": "You are Ada. Cancel #W2.", "actions": [], "outputs": []}',
    'task',
  ),
  'task',
);

const signal = AbortSignal.timeout(30_000);
const start = { isRetry: false, signal };
const opened: { close(): unknown }[] = [];
const servers: ChatServer[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(answer: (asked: Asked, nth: number) => Said): Promise<ChatServer> {
  const server = await startChatServer(answer);
  servers.push(server);
  return server;
}

async function open(
  answer: (asked: Asked, nth: number) => Said,
  config: JsonObject = {},
): Promise<{ user: UserSimulator; server: ChatServer }> {
  const server = await serve(answer);
  const all = { user_model: 'm', user_base_url: server.url, user_retries: 0, ...config };
  const user = openUser(TASK, tauConfigSchema.parse(all));
  opened.push(user);
  return { user, server };
}

/** Answers with these words, one a request. */
const inTurn =
  (...words: readonly Said[]) =>
  (_asked: Asked, nth: number): Said =>
    nth < words.length ? (words[nth] ?? null) : 'more than was expected';

describe('a user that a model plays', () => {
  it('asks nothing before the conversation starts', async () => {
    const { user, server } = await open(inTurn());
    expect([server.asked, user.usage().requests]).toEqual([[], 0]);
  });

  it('is told its instruction, and of the agent as its user', async () => {
    const { user, server } = await open(inTurn('Hi, I am Ada.', 'It is #W2.'));
    expect(await user.open(start)).toBe('Hi, I am Ada.');
    expect(await user.reply('Which order?', signal)).toBe('It is #W2.');
    const [, second] = server.asked;
    expect(second?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi! How can I help you today?' },
      { role: 'assistant', content: 'Hi, I am Ada.' },
      { role: 'user', content: 'Which order?' },
    ]);
    expect(second?.messages[0]?.content).toContain('You are Ada. Cancel #W2.');
    expect(second?.messages[0]?.content).toContain('###STOP###');
  });

  it('counts tokens and money of every request, those of a turn that is tried again too', async () => {
    const price = { user_price_prompt: 2, user_price_completion: 10 };
    const { user } = await open(() => 'Hi.', price);
    await user.open(start);
    const saved = user.save();
    await user.reply('So?', signal);
    user.load(structuredClone(saved));
    await user.reply('So?', signal);
    const usage = user.usage();
    expect({ ...usage, cost: 0 }).toEqual({
      requests: 3,
      promptTokens: 300,
      completionTokens: 30,
      cost: 0,
    });
    expect(usage.cost).toBeCloseTo(3 * 0.0003, 12);
    expect((await open(() => 'Hi.')).user.usage().cost).toBeNull();
  });

  it('counts each request that was sent, tried again, refused or stopped', async () => {
    const { user, server } = await open(inTurn(500, 429, 'Hi.', 500, 500, 500, 500, 400), {
      user_retries: 3,
    });
    const sent = async (asking: Promise<unknown>) => {
      await asking.catch(() => 'failed');
      return [server.asked.length, user.usage().requests];
    };
    expect(await sent(Promise.resolve(user.open(start)))).toEqual([3, 3]);
    expect(await sent(Promise.resolve(user.reply('So?', signal)))).toEqual([7, 7]);
    expect(await sent(Promise.resolve(user.reply('So?', signal)))).toEqual([8, 8]);
    const stopped = AbortSignal.abort(new Error('stopped'));
    expect(await sent(Promise.resolve(user.reply('So?', stopped)))).toEqual([8, 8]);
  });

  it('counts the tries of a request that was stopped', async () => {
    const stop = new AbortController();
    const { promise, finish } = heldBack();
    const { user } = await open(
      (_asked, nth) => {
        if (nth === 0) return 500;
        stop.abort(new Error('stopped'));
        return promise;
      },
      { user_retries: 1 },
    );
    await expect(user.open({ isRetry: false, signal: stop.signal })).rejects.toThrow('stopped');
    expect(user.usage().requests).toBe(2);
    finish();
  });

  it('counts nothing that the cost limit kept from being sent', async () => {
    const { user, server } = await open(() => 'Hi.', {
      user_price_prompt: 1_000_000,
      user_price_completion: 1_000_000,
      user_cost_limit: 0.5,
    });
    await expect(user.open(start)).rejects.toThrow('cost limit');
    expect([server.asked.length, user.usage().requests]).toEqual([0, 0]);
  });

  it('goes back to a saved conversation', async () => {
    const { user, server } = await open((_asked, nth) => `line ${nth}`);
    await user.open(start);
    const saved = structuredClone(user.save());
    await user.reply('one', signal);
    user.load(saved);
    await user.reply('two', signal);
    expect(server.asked[2]?.messages.map(({ content }) => content).slice(2)).toEqual([
      'line 0',
      'two',
    ]);
  });

  it('asks an empty reply again, and fails by a name of its own when it stays empty', async () => {
    const { user } = await open(inTurn('', null, 'Hi.'));
    expect(await user.open(start)).toBe('Hi.');
    const { user: silent } = await open(() => ' \n');
    await expect(silent.open(start)).rejects.toMatchObject({
      name: 'EmptyUserReplyError',
      code: 'SLIME_ENV',
    });
  });

  it('fails by a name of its own where the instruction covers no more', async () => {
    const { user } = await open(inTurn('Hi.', '###OUT-OF-SCOPE###'));
    await user.open(start);
    await expect(user.reply('Your shoe size?', signal)).rejects.toMatchObject({
      name: 'OutOfScopeUserReplyError',
      code: 'SLIME_ENV',
    });
  });

  it('lets the loop try again what may pass, and nothing else', async () => {
    const codes = async (answer: Said) => {
      const { user } = await open(() => answer);
      return Promise.resolve(user.open(start)).then(
        () => 'no error',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
    };
    expect([await codes(503), await codes(429), await codes(400), await codes(401)]).toEqual([
      'SLIME_ENV_RETRYABLE',
      'SLIME_ENV_RETRYABLE',
      'SLIME_ENV',
      'SLIME_ENV',
    ]);
  });

  it('is asked once more after a failure, as if it had not been', async () => {
    const { user, server } = await open(inTurn('Hi.', 503, 'Yes.'));
    await user.open(start);
    await expect(user.reply('Sure?', signal)).rejects.toThrow('could not be asked');
    expect(await user.reply('Sure?', signal)).toBe('Yes.');
    expect(server.asked[2]?.messages).toEqual(server.asked[1]?.messages);
  });

  it('spends no more than the limit of the process', async () => {
    const config = {
      user_price_prompt: 1_000_000,
      user_price_completion: 1_000_000,
      user_cost_limit: 1000,
      user_max_tokens: 10,
    };
    const { user, server } = await open(() => 'Hi.', config);
    for (let at = 0; at < 8; at += 1) {
      const said = await Promise.resolve(user.open(start)).catch((error: unknown) => error);
      if (said !== 'Hi.') {
        expect(said).toMatchObject({ name: 'UserSimulatorError' });
        break;
      }
    }
    const before = server.asked.length;
    await user.close();
    const { user: later } = await open(() => 'Hi.', { ...config, user_base_url: server.url });
    await expect(later.open(start)).rejects.toThrow('cost limit');
    expect(server.asked.length).toBe(before);
  });

  it('stops waiting when the episode is stopped', async () => {
    const { promise, finish } = heldBack();
    const { user } = await open(() => promise);
    const stop = new AbortController();
    const asking = user.open({ isRetry: false, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(asking).rejects.toThrow('stopped');
    finish();
  });

  it('shares one limit of requests at once with the other episodes', async () => {
    let [running, most] = [0, 0];
    const full = heldBack();
    const server = await serve(async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 2) full.finish();
      await full.promise;
      // Time for a third one to come in, were it let.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
      running -= 1;
      return 'Hi.';
    });
    const config = { user_model: 'm', user_base_url: server.url, user_concurrency: 2 };
    const users = Array.from({ length: 8 }, () => openUser(TASK, tauConfigSchema.parse(config)));
    opened.push(...users);
    await Promise.all(users.map(async (user) => user.open(start)));
    expect([server.asked.length, most]).toEqual([8, 2]);
  });
});

function heldBack(): { promise: Promise<string>; finish: () => void } {
  let finish = (): void => {};
  const promise = new Promise<string>((resolve) => {
    finish = () => resolve('late');
  });
  return { promise, finish };
}

describe('the strategies', () => {
  it('react hides the thought, keeps it in the conversation, and asks again without the form', async () => {
    const thought = 'Thought:\nThey greet.\n\nUser Response:\nHi.';
    const { user, server } = await open(
      inTurn('Hello there', thought, 'User Response: ###STOP###'),
      {
        user_strategy: 'react',
      },
    );
    expect(await user.open(start)).toBe('Hi.');
    expect(await user.reply('Done.', signal)).toBe('###STOP###');
    expect(server.asked[2]?.messages[2]).toEqual({ role: 'assistant', content: thought });
    const { user: formless } = await open(() => 'Hello', { user_strategy: 'react' });
    await expect(formless.open(start)).rejects.toMatchObject({ name: 'MalformedUserReplyError' });
  });

  it.each([
    'Thought: all is said ###STOP###',
    'Thought:\nIt is done.\n\n###STOP###',
    'Thought:\nNo ###STOP### yet.\n\nUser Response:\nGo on.',
    'User Response:\nI will not say ###STOP### yet.',
  ])('react ends where the marker may stand anywhere: %j', async (text) => {
    const config = { user_strategy: 'react', user_stop: 'anywhere' };
    const { user } = await open(inTurn('User Response: Hi.', text), config);
    await user.open(start);
    expect(await user.reply('Done.', signal)).toBe('###STOP###');
  });

  it('react ends by the marker alone where nothing else is asked for', async () => {
    const texts = ['User Response: Hi.', 'Thought: no ###STOP### yet\nUser Response: No.'];
    const { user } = await open(inTurn(...texts, ' ###STOP###\n'), { user_strategy: 'react' });
    await user.open(start);
    expect(await user.reply('Done?', signal)).toBe('No.');
    expect(await user.reply('Done.', signal)).toBe('###STOP###');
    const { user: formless } = await open(() => 'Thought: x ###STOP###', {
      user_strategy: 'react',
    });
    await expect(formless.open(start)).rejects.toMatchObject({ name: 'MalformedUserReplyError' });
  });

  it('verify asks for another message until one is satisfactory, three at most', async () => {
    const once = await open(inTurn('A', 'false', 'B', 'true'), { user_strategy: 'verify' });
    expect(await once.user.open(start)).toBe('B');
    expect(once.server.asked[1]?.messages[0]?.content).toContain(
      'Agent: Hi! How can I help you today?',
    );
    const never = await open(inTurn('A', 'false', 'B', 'false', 'C'), { user_strategy: 'verify' });
    expect(await never.user.open(start)).toBe('C');
  });

  it('reflection mends a message once, and keeps the first where that is no better', async () => {
    const mended = 'Reflection:\nToo long.\n\nResponse:\nB';
    const better = await open(inTurn('A', 'false', mended, 'true'), {
      user_strategy: 'reflection',
    });
    expect(await better.user.open(start)).toBe('B');
    const worse = await open(inTurn('A', 'false', mended, 'False.'), {
      user_strategy: 'reflection',
    });
    expect(await worse.user.open(start)).toBe('A');
  });
});

describe('the key of an endpoint', () => {
  it('is read of the variable that is named, and goes to that endpoint alone', async () => {
    process.env['TAU_TEST_KEY'] = 'sk-very-secret-key';
    process.env['OPENAI_API_KEY'] = 'sk-another-secret';
    try {
      const keyed = await open(() => 'Hi.', { user_api_key_env: 'TAU_TEST_KEY' });
      await keyed.user.open(start);
      const keyless = await open(() => 'Hi.');
      await keyless.user.open(start);
      expect([keyed, keyless].map(({ server }) => server.asked[0]?.authorization)).toEqual([
        'Bearer sk-very-secret-key',
        undefined,
      ]);
      expect(JSON.stringify(keyed.user.save())).not.toContain('sk-very');
    } finally {
      delete process.env['TAU_TEST_KEY'];
      delete process.env['OPENAI_API_KEY'];
    }
  });
});

describe('an episode with a model as its user', () => {
  it('counts what the user cost, and is paid when the model ends it', async () => {
    const server = await serve(inTurn('Hi.', '###STOP###'));
    const env = await openEnv(
      { index: 0 },
      {
        user_model: 'm',
        user_base_url: server.url,
        user_price_prompt: 1,
        user_price_completion: 1,
      },
    );
    opened.push(env);
    await startEnv(env);
    expect(await stepWith(env, 'Bye.')).toMatchObject({ done: true, reward: 0 });
    expect(env.metrics?.()).toMatchObject({ user_requests: 2, user_prompt_tokens: 200 });
    expect(env.metrics?.()['user_cost']).toBeCloseTo(0.00022, 12);
  });
});
