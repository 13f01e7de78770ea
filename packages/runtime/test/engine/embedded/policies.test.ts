import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSample, type PolicyReply, type PolicyRequest } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  openRecordedPolicy,
  randomPolicy,
  scriptedPolicy,
} from '../../../src/engine/embedded/index.ts';
import { createRandom, hashInts } from '../../../src/engine/embedded/random.ts';
import { byteEncoder, IM_END, IM_START } from './byte-encoder.ts';
import { tempFolder } from './ledger-lines.ts';
import { generate, post, start } from './start.ts';

function asked(input_ids: number[], more: Partial<PolicyRequest> = {}): PolicyRequest {
  return {
    input_ids,
    text: Buffer.from(input_ids).toString('latin1'),
    sampling_params: {},
    images: 0,
    sample: undefined,
    random: createRandom(hashInts(input_ids)),
    ...more,
  };
}

describe('the random policy', () => {
  const encoder = byteEncoder();

  async function draw(count: number): Promise<number[][]> {
    const policy = randomPolicy(encoder);
    const all: number[][] = [];
    for (let index = 0; index < count; index++) {
      const reply = await policy(asked([index], { sampling_params: { max_new_tokens: 500 } }));
      if (typeof reply === 'string') {
        all.push([...(await encoder.encodeText(reply, { specials: true })), IM_END]);
      } else if ('ids' in reply) {
        all.push([...reply.ids]);
      }
    }
    return all;
  }

  it('emits ids that their text does not encode to, cut characters, and markers in mid-turn', async () => {
    const turns = await draw(200);
    const bodies = turns.map((ids) => (ids.at(-1) === IM_END ? ids.slice(0, -1) : ids));
    const texts: string[] = [];
    const again: Int32Array[] = [];
    for (const ids of bodies) {
      const text = await encoder.decode(ids, { skipSpecialTokens: false });
      texts.push(text);
      again.push(await encoder.encodeText(text, { specials: true }));
    }
    const isCanonical = bodies.map((ids, index) => ids.join() === again[index]?.join());
    expect(isCanonical.filter(Boolean).length).toBeGreaterThan(60);
    expect(isCanonical.filter((is) => !is).length).toBeGreaterThan(60);
    expect(texts.filter((text) => text.includes('\uFFFD')).length).toBeGreaterThan(20);
    expect(bodies.filter((ids) => ids.includes(IM_START)).length).toBeGreaterThan(5);
  });

  it('ends most turns, and only at their end', async () => {
    const turns = await draw(200);
    const ended = turns.filter((ids) => ids.at(-1) === IM_END);
    expect(ended.length).toBeGreaterThan(170);
    expect(ended.length).toBeLessThan(200);
    expect(turns.every((ids) => !ids.slice(0, -1).some((id) => encoder.stopIds.has(id)))).toBe(
      true,
    );
    expect(turns.every((ids) => ids.length > 1)).toBe(true);
  });
});

describe('the scripted policy', () => {
  it('says its lines in order and repeats a line to who asks again', async () => {
    const engine = await start({ policy: scriptedPolicy(['one', 'two']) });
    const say = async (text: string) => (await generate(engine, { text })).text;
    expect([await say('a'), await say('b'), await say('a')]).toEqual(['one', 'two', 'one']);
    expect((await post(engine, '/generate', { text: 'c' })).status).toBe(400);
  });

  it('tells siblings of one prompt apart by their sampling seed', async () => {
    const engine = await start({ policy: scriptedPolicy(['one', 'two']) });
    const say = async (sampling_seed: number) =>
      (await generate(engine, { text: 'a', sampling_params: { sampling_seed } })).text;
    expect([await say(1), await say(2)]).toEqual(['one', 'two']);
  });
});

describe('a recorded policy', () => {
  function write(name: string, lines: unknown[]): string {
    const file = join(tempFolder(), name);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  }

  it('answers by the first line whose match is in the prompt, else by one without match', async () => {
    const policy = await openRecordedPolicy(
      write('replies.jsonl', [
        { text: 'else' },
        { match: 'six', text: '6' },
        { match: 'seven', ids: [55], logprobs: [-1] },
      ]),
    );
    const ask = async (text: string): Promise<PolicyReply> => policy(asked([1], { text }));
    expect(await ask('six or seven')).toEqual({ text: '6', end: true });
    expect(await ask('seven')).toEqual({ ids: [55], logprobs: [-1] });
    expect(await ask('eight')).toEqual({ text: 'else', end: true });
  });

  it('repeats a ledger by its prompts', async () => {
    const dir = tempFolder();
    const ledger = join(dir, 'ledger.jsonl');
    const live = await start({ ledger, policy: (request) => String(request.random()) });
    const said = await generate(live, { text: 'a' });
    const engine = await start({ policy: await openRecordedPolicy(ledger), seed: 9 });
    const again = await generate(engine, { text: 'a' });
    expect(again.output_ids).toEqual(said.output_ids);
    expect(again.meta_info.output_token_logprobs).toEqual(said.meta_info.output_token_logprobs);
    expect((await post(engine, '/generate', { text: 'b' })).status).toBe(400);
  });

  it('repeats a run: each prompt gets the ids and log-probs that followed it, of its own sample', async () => {
    const dir = tempFolder();
    const lines = (name: string, all: unknown[]) =>
      writeFileSync(join(dir, name), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const sampleOf = (index: number, first: number) =>
      createSample({
        index,
        tokens: [1, 2, first, IM_END, 10, 30, IM_END],
        response_length: 5,
        loss_mask: [1, 1, 0, 1, 1],
        rollout_log_probs: [-0.1, -0.2, 0, -0.3, -0.4],
        status: 'completed',
      });
    lines('samples.jsonl', [sampleOf(0, 20), sampleOf(1, 21)]);
    const turn = { attempt: 1, rid: 'r', discarded_cause: null, tokens: 2 };
    lines('turns.jsonl', [
      { ...turn, index: 0, attempt: 0, start: 1, tokens: 1 },
      { ...turn, index: 0, start: 2 },
      { ...turn, index: 0, start: 5 },
      { ...turn, index: 1, start: 2 },
      { ...turn, index: 1, start: 4, discarded_cause: 'env_failed' },
    ]);
    const policy = await openRecordedPolicy(join(dir, 'turns.jsonl'));
    const ask = async (input_ids: number[], index: number) =>
      policy(asked(input_ids, { sample: createSample({ index }) }));
    expect(await ask([1, 2], 0)).toEqual({ ids: [20, IM_END], logprobs: [-0.1, -0.2] });
    expect(await ask([1, 2], 1)).toEqual({ ids: [21, IM_END], logprobs: [-0.1, -0.2] });
    expect(await ask([1, 2, 20, IM_END, 10], 0)).toEqual({
      ids: [30, IM_END],
      logprobs: [-0.3, -0.4],
    });
    await expect(ask([1], 0)).rejects.toThrow('has no reply to this prompt of 1 tokens (sample 0)');
    await expect(ask([1, 2, 21, IM_END], 1)).rejects.toThrow('has no reply');
  });

  it('names the line that is no reply', async () => {
    const file = write('replies.jsonl', [{ text: 'a' }, { reply: 'b' }]);
    await expect(openRecordedPolicy(file)).rejects.toThrow(`${file}:2: a recorded reply is`);
  });
});
