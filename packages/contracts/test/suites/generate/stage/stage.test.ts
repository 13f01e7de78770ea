import { builtinEncoder } from 'slime-runtime';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EpisodeScript } from '../../../../src/suites/generate/stage/live-episode.ts';
import type { ReplyPlan } from '../../../../src/suites/generate/stage/reply-plan.ts';
import { type Lane, Stage } from '../../../../src/suites/generate/stage/stage.ts';

const signal = new AbortController().signal;

async function open(): Promise<Stage> {
  const stage = await Stage.open(builtinEncoder(), createRolloutArgs());
  onTestFinished(() => stage.close());
  return stage;
}

function says(...texts: string[]): ReplyPlan[] {
  return texts.map((text) => ({ text, form: 'plain', end: 'stop' }));
}

function script(changes: Partial<EpisodeScript> = {}): EpisodeScript {
  return { replies: says('one', 'two'), troubles: [], ...changes };
}

async function ask({ engine }: Lane, ids: number[] = [65, 66]): Promise<string> {
  const request = { input_ids: ids, sampling_params: { max_new_tokens: 50 } };
  return (await engine.generate(request, { signal, routingKey: 'key' })).text;
}

function post(stage: Stage, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://${stage.host}:${stage.port}/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('the stage', () => {
  it('gives each episode its own replies, in order', async () => {
    const stage = await open();
    const lanes = [
      stage.enter(script(), 'a'),
      stage.enter(script({ replies: says('three') }), 'b'),
    ] as const;
    const said = [await ask(lanes[0]), await ask(lanes[1]), await ask(lanes[0])];
    expect(said).toEqual(['one', 'three', 'two']);
    expect(lanes.map(({ live }) => live.requests.length)).toEqual([2, 1]);
  });

  it('keeps what was sampled, with log-probs that no other token of the episode has', async () => {
    const stage = await open();
    const lane = stage.enter(script(), 'a');
    await ask(lane);
    await ask(lane, [65]);
    const logprobs = lane.live.requests.flatMap(({ replies }) =>
      replies.flatMap((reply) => [...reply.logprobs]),
    );
    expect(new Set(logprobs).size).toBe(8);
    expect(lane.live.requests[1]?.replies[0]).toMatchObject({
      promptIds: [65],
      finish: 'stop',
      isDelivered: true,
    });
  });

  it('knows the requests of a plugin that speaks HTTP itself by its session', async () => {
    const stage = await open();
    const [one, other] = [stage.enter(script(), 'a'), stage.enter(script(), 'b')];
    const body = { input_ids: [65], sampling_params: {} };
    await (await post(stage, body, { 'x-smg-routing-key': 'b' })).text();
    expect([one.live.requests.length, other.live.requests.length]).toEqual([0, 1]);
  });

  it('ends turns by the stop string of a request, where the episode asks for it', async () => {
    const stage = await open();
    const lane = stage.enter(script({ endsByText: true }), 'a');
    const say = async (stop: string[] | null, no_stop_trim: boolean) => {
      const request = { input_ids: [65], sampling_params: { stop, no_stop_trim } };
      const { finish, text, ids } = await lane.engine.generate(request, {
        signal,
        routingKey: 'a',
      });
      return { finish, text, endsById: stage.encoder.stopIds.has(ids.at(-1) ?? -1) };
    };
    const finish = { type: 'stop', matched: '###' };
    expect(await say(['###'], true)).toEqual({ finish, text: 'one###', endsById: false });
    expect(await say(['###'], false)).toEqual({ finish, text: 'two', endsById: false });
    expect(await say(null, true)).toMatchObject({ endsById: true });
    stage.leave(lane);
  });

  it('takes no request of an episode that is over for one of the next', async () => {
    const stage = await open();
    const first = stage.enter(script(), 'a');
    await ask(first);
    const rid = first.live.requests[0]?.rid;
    stage.leave(first);
    const second = stage.enter(script(), 'b');
    await (await post(stage, { input_ids: [65], sampling_params: {}, rid })).text();
    expect(second.live.requests).toEqual([]);
  });

  it('strikes as many requests as the trouble says, and tells what was lost', async () => {
    const stage = await open();
    const troubles = [{ kind: 'reset' as const, at: 0, times: 1 }];
    const lane = stage.enter(script({ troubles }), 'a');
    expect(await ask(lane)).toBe('two');
    expect(
      lane.live.requests.map(({ trouble, replies }) => [trouble, replies[0]?.isDelivered]),
    ).toEqual([
      ['reset', false],
      [null, true],
    ]);
  });

  it('aborts what it holds, with a reply that says no more than that', async () => {
    const stage = await open();
    const lane = stage.enter(script({ troubles: [{ kind: 'hang', at: 0, times: null }] }), 'a');
    const held = post(stage, { input_ids: [65], sampling_params: {}, rid: 'mine' });
    await expect.poll(() => lane.live.requests[0]?.trouble).toBe('hang');
    lane.live.abortAll();
    expect(await (await held).json()).toMatchObject({
      output_ids: [],
      meta_info: { finish_reason: { type: 'abort' } },
    });
    expect(lane.live.requests[0]?.replies).toMatchObject([{ ids: [], finish: 'abort' }]);
  });

  it('refuses an episode that is over', async () => {
    const stage = await open();
    const lane = stage.enter(script({ troubles: [{ kind: 'hang', at: 0, times: null }] }), 'a');
    const held = post(stage, { input_ids: [65], sampling_params: {} });
    await expect.poll(() => lane.live.requests.length).toBe(1);
    await stage.settle(lane);
    expect((await held).status).toBe(400);
  });

  it('chooses by the prompt where the order of arrival must not matter', async () => {
    const stage = await open();
    const prompts = Array.from({ length: 12 }, (_, at) => [65, at]);
    const say = async (order: number[][]) => {
      const lane = stage.enter(script({ isByPrompt: true }), 'a');
      const said = await Promise.all(order.map(async (ids) => [ids[1], await ask(lane, ids)]));
      stage.leave(lane);
      return Object.fromEntries(said);
    };
    expect(await say(prompts.toReversed())).toEqual(await say(prompts));
  });
});
