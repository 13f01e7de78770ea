import type { InteractionEnv, JsonObject, Message, StepResult } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  parseJson,
  readTask,
  type Task,
  TauEnv,
  type TauEnvOptions,
  type UserSimulator,
} from '../../src/index.ts';
import { ToolCallingStrategy } from '../../src/agent/tool-calling.ts';
import { NO_USAGE } from '../../src/user/user-simulator.ts';
import { shopDatabase } from '../small-worlds.ts';
import { startEnv, stepWith, textsOf } from './open-env.ts';

const CANCEL = '{"order_id": "#W2", "reason": "no longer needed"}';

const TASK: Task = readTask(
  parseJson(
    `{"user_id": "ada_li_1", "instruction": "You are Ada Li. Cancel #W2.", "outputs": ["10.1"],
      "actions": [{"name": "cancel_pending_order", "kwargs": ${CANCEL}}]}`,
    'task',
  ),
  'task',
);

/** A user who says these lines one after the other, and can be asked what was said to them. */
class LineUser implements UserSimulator {
  readonly heard: string[] = [];
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  open(): string {
    this.#at = 0;
    return this.#next();
  }

  reply(content: string): string {
    this.heard.push(content);
    return this.#next();
  }

  save(): JsonObject {
    return { at: this.#at };
  }

  load({ at }: JsonObject): void {
    this.#at = Number(at);
  }

  usage = () => NO_USAGE;

  close(): void {}

  #next(): string {
    this.#at += 1;
    return this.#lines[this.#at - 1] ?? 'Go on.';
  }
}

const tool = (name: string, args: string): string =>
  `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;

async function start(
  lines: readonly string[],
  options: Partial<TauEnvOptions> = {},
): Promise<{ env: TauEnv & InteractionEnv<Message[]>; user: LineUser; first: Message[] }> {
  const user = new LineUser(lines);
  const env = new TauEnv({
    database: shopDatabase,
    task: TASK,
    strategy: new ToolCallingStrategy('The policy.', []),
    user,
    oneCallPerTurn: false,
    userStop: 'message',
    outputMatch: 'substring',
    stateMatch: 'exact',
    idleTask: null,
    needsReport: false,
    facts: {},
    ...options,
  });
  return { env, user, first: await startEnv(env) };
}

describe('an episode', () => {
  it('starts with the policy and the first words of the user', async () => {
    const { first } = await start(['Hello.']);
    expect(first).toEqual([
      { role: 'system', content: 'The policy.' },
      { role: 'user', content: 'Hello.' },
    ]);
  });

  it('hands a turn without a call to the user, and the answer back as the user', async () => {
    const { env, user } = await start(['Hello.', 'It is #W2.']);
    expect(await stepWith(env, 'Which order?')).toMatchObject({
      observation: [{ role: 'user', content: 'It is #W2.' }],
      done: false,
      reward: 0,
    });
    expect(user.heard).toEqual(['Which order?']);
  });

  it('answers every call of a turn in order, by what it gave or by what is wrong', async () => {
    const { env } = await start(['Hello.']);
    const turn = [
      tool('calculate', '{"expression": "1 + 1"}'),
      '<tool_call>\n{"name": "calculate", "arguments": {bad\n</tool_call>',
      tool('fly', '{}'),
      tool('calculate', '{"sum": "1"}'),
      tool('respond', '{}'),
      tool('respond', '{"content": null}'),
      tool('respond', '{"content": "Hi"}'),
    ].join('\n');
    const step = await stepWith(env, turn);
    expect(step.observation.map(({ role }) => role)).toEqual(Array(7).fill('tool'));
    expect(textsOf(step)).toEqual([
      '2.0',
      expect.stringMatching(/^Error: the call could not be read: not valid JSON/),
      'Unknown action fly',
      'Error: calculate has no argument sum, it takes expression',
      'Error: respond needs content, the text for the user',
      'Error: the content of respond must be a text, it is null',
      'Go on.',
    ]);
    expect(env.metrics()).toMatchObject({ tool_calls: 6, tool_errors: 5, user_replies: 1 });
  });

  it('makes one call a turn where that is asked for, and says so of the others', async () => {
    const { env } = await start(['Hello.'], { oneCallPerTurn: true });
    const texts = textsOf(
      await stepWith(
        env,
        `${tool('think', '{"thought": ""}')}\n${tool('cancel_pending_order', CANCEL)}`,
      ),
    );
    expect(texts).toEqual(['', expect.stringContaining('one call is made in a turn')]);
    expect(env.reward().isStateRight).toBe(false);
  });

  it("ends by the stop marker of the user's own words, and of nobody else's", async () => {
    const { env } = await start(['Hello.', 'I will not type ###STOP### yet.', ' ###STOP###\n']);
    const others = [
      '###STOP###',
      tool('think', '{"thought": "###STOP###"}'),
      tool('###STOP###', '{}'),
    ];
    for (const [turn, text] of others.entries()) {
      expect((await stepWith(env, text, turn)).done).toBe(false);
    }
    expect((await stepWith(env, 'Done.', 3)).done).toBe(true);
  });

  it('ends by the marker anywhere in the words of the user where that is asked for', async () => {
    const { env } = await start(['Hello.', 'I will not type ###STOP### yet.'], {
      userStop: 'anywhere',
    });
    expect((await stepWith(env, '###STOP')).done).toBe(true);
  });

  it('pays for the right state and the outputs together, when the user ends it', async () => {
    const { env } = await start(['Hello.', 'And?', '###STOP###']);
    await stepWith(env, tool('cancel_pending_order', CANCEL));
    await stepWith(env, 'You get $10.1 back.', 1);
    expect(await stepWith(env, 'Bye.', 2)).toMatchObject({
      done: true,
      reward: 1,
      info: { r_actions: true, outputs: { '10.1': true } },
    });
  });

  it('ends with a hand-over, its other calls not made, and is judged as it stands then', async () => {
    const { env } = await start(['Hello.']);
    const turn = `${tool('transfer_to_human_agents', '{"summary": ""}')}\n${tool('cancel_pending_order', CANCEL)}`;
    const step = await stepWith(env, turn);
    expect(step).toMatchObject({ done: true, reward: 0, info: { r_actions: false } });
    expect(textsOf(step)[1]).toContain('an earlier call ended the conversation');
    await expect(stepWith(env, 'Hello?', 1)).rejects.toThrow('the episode is over');
  });

  it('is worth the same however often it is asked, and no question changes it', async () => {
    const { env } = await start(['Hello.', '###STOP###']);
    const before = [env.reward(), env.reward()];
    await stepWith(env, tool('cancel_pending_order', CANCEL));
    const open = env.reward();
    const { reward } = await stepWith(env, '10.1', 1);
    expect(before).toEqual(
      [1, 2].map(() => ({ reward: 0, isStateRight: false, outputs: { 10.1: false } })),
    );
    expect(open).toEqual({ reward: 0, isStateRight: true, outputs: { 10.1: false } });
    expect([reward, env.reward().reward, env.reward().reward]).toEqual([1, 1, 1]);
  });

  it('carries nothing of a cut turn out', async () => {
    const { env, user } = await start(['Hello.']);
    const text = `Half a sentence ${tool('cancel_pending_order', CANCEL)}`;
    expect(await stepWith(env, text, 0, true)).toMatchObject({ done: false, reward: 0 });
    expect(user.heard).toEqual([]);
    expect(env.reward().isStateRight).toBe(false);
  });

  it('goes back to a snapshot that was copied, world, user and counts', async () => {
    const { env } = await start(['Hello.', 'One.', 'Two.']);
    await stepWith(env, tool('calculate', '{"expression": "1"}'));
    const snapshot: unknown = structuredClone(env.snapshot());
    const metrics = env.metrics();
    const play = async () => {
      const first = await stepWith(env, tool('cancel_pending_order', CANCEL), 1);
      const second = await stepWith(env, 'It is 10.1.', 2);
      return [textsOf(first), textsOf(second), env.reward()];
    };
    const once = await play();
    env.restore(snapshot);
    expect([env.metrics(), env.reward().isStateRight]).toEqual([metrics, false]);
    expect(await play()).toEqual(once);
    env.restore(snapshot);
    expect(env.reward().isStateRight).toBe(false);
  });

  it('pays nobody for idleness where a report is asked for', async () => {
    const idle: Task = { ...TASK, actions: [], outputs: [] };
    const play = async (texts: readonly string[], needsReport: boolean) => {
      const lines = ['Hello.', ...texts.slice(1).map(() => 'So?'), '###STOP###'];
      const { env } = await start(lines, { task: idle, idleTask: true, needsReport });
      for (const [turn, text] of texts.entries()) await stepWith(env, text, turn);
      return env.reward().reward;
    };
    const look = tool('get_user_details', '{"user_id": "ada_li_1"}');
    expect(await play(['I am not sure.'], false)).toBe(1);
    expect(await play(['I am not sure.'], true)).toBe(0);
    expect(await play([tool('get_user_details', '{"user_id": "bo"}'), 'No.'], true)).toBe(0);
    expect(await play([look], true)).toBe(0);
    expect(await play([look, 'That cannot be done.'], true)).toBe(1);
  });
});

describe('numbers of a call', () => {
  it('reach the world as they were written: 1 and 1.0 are two', async () => {
    const { env } = await start(['Hello.']);
    const step = await stepWith(env, addressesOf(['1', '1.0', '"1"']).join('\n'));
    expect(zipsOf(step)).toEqual(['1', '1.0', '"1"']);
  });

  it.each(['9007199254740993', '-123456789012345678901234567890', '[1, 9007199254740993]'])(
    'reach the world beyond what JavaScript holds: %s',
    async (zip) => {
      const { env } = await start(['Hello.']);
      expect(zipsOf(await stepWith(env, addressesOf([zip])[0] ?? ''))).toEqual([zip]);
      expect(env.metrics()).toMatchObject({ tool_calls: 1, tool_errors: 0 });
    },
  );

  it('are infinite where Python reads them so, and in a list of calls too', async () => {
    const { env } = await start(['Hello.']);
    expect(zipsOf(await stepWith(env, addressesOf(['1E400'])[0] ?? ''))).toEqual(['Infinity']);
    const calls = ['-1E400', '1', '9007199254740993'].map(
      (zip) => `{"name": "modify_user_address", "parameters": ${addressOf(zip)}}`,
    );
    const step = await stepWith(env, `<tool_call>\n[${calls.join()}]\n</tool_call>`);
    expect(zipsOf(step)).toEqual(['-Infinity', '1', '9007199254740993']);
  });

  it('make no call of one that is written wrong otherwise', async () => {
    const { env } = await start(['Hello.']);
    const calls = [
      '<tool_call>\n{"name": "think", "arguments": [9007199254740993]}\n</tool_call>',
      '<tool_call>\n{"name": "think", "parameters": "1", "arguments": {"thought": 9007199254740993}}\n</tool_call>',
      '<tool_call>{"name": "think", "arguments": {"thought": 9007199254740993}}</tool_call>',
      '<tool_call>\n{"name": "think", "arguments": {"thought": 9007199254740993}}\n',
    ];
    const texts = textsOf(await stepWith(env, calls.join('\n')));
    expect(texts).toHaveLength(4);
    expect(texts.filter((text) => !text.startsWith('Error: the call could not be read'))).toEqual(
      [],
    );
  });
});

const addressesOf = (zips: readonly string[]): string[] =>
  zips.map((zip) => tool('modify_user_address', addressOf(zip)));

const zipsOf = (step: StepResult<Message[]>): (string | undefined)[] =>
  textsOf(step).map((text) => /"zip": (.*?)}/.exec(text)?.[1]);

const addressOf = (zip: string): string =>
  `{"user_id": "ada_li_1", "address1": "", "address2": "", "city": "", "state": "", "country": "", "zip": ${zip}}`;
