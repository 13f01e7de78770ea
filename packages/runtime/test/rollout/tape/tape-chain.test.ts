import {
  createRolloutArgs,
  createSample,
  type GenerateEngine,
  isSlimeError,
  type Message,
  type ObservationOverflow,
} from 'slime-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { EpisodeTape } from '../../../src/rollout/tape/episode-tape.ts';
import { TapeChain } from '../../../src/rollout/tape/tape-chain.ts';
import { ggufTemplates } from '../../tokens/gguf-templates.ts';
import { type Judged, judgedQwen, judgedSmall, TODAY } from '../../tokens/judged-encoder.ts';
import { type PythonResult, whyNoPython, writeInPython } from '../../tokens/python-writes.ts';

const TURNS = 3;
const OPENING: Message[] = [{ role: 'user', content: 'What is it?' }];
const capabilities = {
  contextLength: 100_000,
  maxInput: null,
  eosIds: [],
  topP: false,
  routedExperts: false,
  promptIds: false,
  base64: false,
  trainable: true,
};

/** The end that the template writes behind a turn; none where that is no token. */
async function endOfTurn({ encoder }: Judged): Promise<number[]> {
  const history: Message[] = [...OPENING, { role: 'assistant', content: 'Word' }];
  const bridge = await encoder.encodeBridge({ messages: OPENING, history, lastId: undefined });
  return [...bridge.ids.subarray(0, 1)].filter((id) => encoder.stopIds.has(id));
}

/** Says a text and the end of a turn. */
function engineSaying(judged: Judged, say: (turn: number) => string): GenerateEngine {
  const { encoder } = judged;
  let turn = 0;
  return {
    capabilities: async () => capabilities,
    abort: async () => {},
    generate: async (request) => {
      const text = say(turn++);
      const said = await encoder.encodeText(text, { specials: true });
      const ids = Int32Array.from([...said, ...(await endOfTurn(judged))]);
      return {
        rid: `r${turn}`,
        ids,
        logprobs: new Float64Array(ids.length).fill(-1),
        finish: { type: 'stop', matched: null },
        text,
        weightVersion: '1',
        promptTokens: request.input_ids.length,
        cachedTokens: 0,
        discarded: [],
      };
    },
  };
}

interface Playing {
  say: (turn: number) => string;
  observe: (turn: number) => Message;
  forks?: boolean;
}

interface Opening {
  forks?: boolean;
  /** Tokens of prompt and response together. */
  context?: number;
  response?: number;
  overflow?: ObservationOverflow;
}

function openChain(
  { encoder }: Judged,
  engine: GenerateEngine,
  { forks = true, context, response = 50_000, overflow = 'end' }: Opening,
): TapeChain {
  return new TapeChain({
    encoder,
    forks,
    open: (start) =>
      new EpisodeTape({
        args: createRolloutArgs({
          rollout_max_response_len: response,
          rollout_max_context_len: context ?? null,
          sglang_reasoning_parser: 'qwen3',
        }),
        sample: createSample({ index: 0 }),
        engine,
        capabilities,
        encoder,
        samplingParams: {},
        routingKey: 'key',
        signal: new AbortController().signal,
        overflow,
        start,
      }),
  });
}

/** Plays an episode; null where the template refuses it. */
async function play(judged: Judged, playing: Playing): Promise<TapeChain | null> {
  const { say, observe, forks = true } = playing;
  const chain = openChain(judged, engineSaying(judged, say), { forks });
  try {
    await chain.prompt(OPENING, {});
    for (let turn = 0; turn < TURNS; turn += 1) {
      await chain.generate();
      if (turn < TURNS - 1) await chain.observe([observe(turn)]);
    }
    return chain;
  } catch (error) {
    if (isSlimeError(error)) return null;
    throw error;
  }
}

const thinking = (turn: number): string => `<think>\nThought ${turn}.\n</think>\n\nWord ${turn}`;
const asking = (turn: number): Message => ({ role: 'user', content: `And then ${turn}?` });

const missing = whyNoPython();
if (missing !== undefined) console.warn(`forked tapes are not judged by Python: ${missing}`);

describe('an episode that forks', { timeout: 120_000 }, () => {
  let judges: Judged[] = [];

  beforeAll(async () => {
    judges = await Promise.all(
      [...ggufTemplates()].map(([name, template]) => judgedSmall(name, template)),
    );
  }, 120_000);

  it.skipIf(missing !== undefined)(
    'puts each tape behind the conversation as Python writes it, over real templates',
    async () => {
      const asked: { name: string; prompt: string; python: PythonResult }[] = [];
      const cases: Parameters<typeof writeInPython>[0][number][] = [];
      let forked = 0;
      for (const judged of judges) {
        const chain = await play(judged, { say: thinking, observe: asking });
        if (chain === null || chain.tapes.length === 1) continue;
        forked += 1;
        for (const tape of chain.tapes) {
          const prompt = await judged.encoder.decode(tape.tokens.subarray(0, tape.promptLength), {
            skipSpecialTokens: false,
          });
          const messages = tape.history.slice(0, -1 * (tape.turns.length * 2 - 1));
          const isText = judged.conversation?.shape.strings ?? true;
          asked.push({ name: judged.name, prompt, python: { error: 'not asked' } });
          cases.push({
            template: judged.template,
            variables: {
              ...judged.specials,
              ...TODAY,
              documents: null,
              tools: null,
              add_generation_prompt: true,
              messages: messages.map((message) =>
                isText
                  ? message
                  : { ...message, content: [{ type: 'text', text: message.content }] },
              ),
            },
          });
        }
      }
      const written = writeInPython(cases);
      expect(forked).toBeGreaterThan(5);
      expect(asked.map(({ name, prompt }) => [name, prompt])).toEqual(
        asked.map(({ name }, at) => {
          const python = written[at] ?? { error: 'not asked' };
          return [name, 'text' in python ? python.text : python];
        }),
      );
    },
  );

  it('counts turns over its tapes, and every tape holds what was sampled there', async () => {
    let forked = 0;
    for (const judged of judges) {
      const chain = await play(judged, { say: thinking, observe: asking });
      if (chain === null) continue;
      const turns = chain.tapes.flatMap((tape) => tape.turns);
      expect(turns.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(chain.turnCount).toBe(TURNS);
      for (const tape of chain.tapes) {
        const sample = await tape.toSample('completed');
        const trained = sample.loss_mask?.reduce((sum, bit) => sum + bit, 0);
        expect(trained).toBe(tape.turns.reduce((sum, turn) => sum + turn.tokens, 0));
      }
      if (chain.tapes.length > 1) forked += 1;
    }
    expect(forked).toBeGreaterThan(5);
  });

  it('has one tape where the template only appends, and where it does not fork', async () => {
    let appending = 0;
    for (const judged of judges) {
      const kept = await play(judged, { say: thinking, observe: asking, forks: false });
      if (kept !== null) expect(kept.tapes).toHaveLength(1);
      if (!judged.encoder.template.appendOnly) continue;
      const chain = await play(judged, { say: (turn) => `Word ${turn}`, observe: asking });
      if (chain === null) continue;
      appending += 1;
      expect([judged.name, chain.tapes.length]).toEqual([judged.name, 1]);
    }
    expect(appending).toBeGreaterThan(5);
  });

  it('says of an observation that shortens the conversation that it takes no tokens', async () => {
    const template = ggufTemplates().get('qwen3:0.6b');
    if (template === undefined) throw new Error('the template of Qwen3 is not listed');
    const judged = await judgedQwen('qwen3 on its vocabulary', template);
    const say = (): string => `<think>\n${'Thought '.repeat(40)}\n</think>\n\nWord`;
    const observed = async (response: number) => {
      const opening = { context: 300, response, overflow: 'cut' } as const;
      const chain = openChain(judged, engineSaying(judged, say), opening);
      await chain.prompt(OPENING, {});
      await chain.generate();
      const used = chain.tapes[0].responseLength;
      return { used, said: await chain.observe([{ role: 'user', content: 'Go on' }]) };
    };
    const { used } = await observed(50_000);
    const { said } = await observed(used);
    expect(said).toEqual({ appended: false, budget: 'response_budget', tokens: 0 });
  });

  it('cuts an observation at a fork so that a turn can follow, where that is allowed', async () => {
    const template = ggufTemplates().get('qwen3:0.6b');
    if (template === undefined) throw new Error('the template of Qwen3 is not listed');
    const judged = await judgedQwen('qwen3 on its vocabulary', template);
    const long = 'word '.repeat(500).trim();
    const said = async (overflow: ObservationOverflow, response = 50_000) => {
      const context = 300;
      const opening = { context, response, overflow };
      const chain = openChain(judged, engineSaying(judged, thinking), opening);
      await chain.prompt(OPENING, {});
      await chain.generate();
      const observed = await chain.observe([{ role: 'user', content: `First ${long} last` }]);
      return { chain, observed, last: chain.lastObservation[0]?.content, context };
    };
    const refused = await said('end');
    expect(refused.observed).toMatchObject({ appended: false, budget: 'context_budget' });
    expect(refused.chain.tapes).toHaveLength(1);
    const used = refused.chain.tapes[0].responseLength;
    const full = await said('cut', used);
    expect(full.observed).toMatchObject({ appended: false });
    expect(full.chain.tapes).toHaveLength(1);
    for (const overflow of ['cut', 'cut-left'] as const) {
      const { chain, observed, last, context } = await said(overflow);
      expect(observed).toMatchObject({ appended: true, cut: true, cuts: [{ message: 0 }] });
      expect(chain.tapes).toHaveLength(2);
      expect(last).toMatch(overflow === 'cut' ? /^First word .*word$/ : /^ ?word .*word last$/);
      const { tokens } = chain.tapes[1] ?? { tokens: [] };
      expect(tokens.length).toBeLessThan(context);
      expect(tokens.length).toBeGreaterThan(context * 0.85);
      const prompt = await judged.encoder.decode(tokens, { skipSpecialTokens: false });
      expect(prompt).toContain(
        `<|im_start|>user\n${typeof last === 'string' ? last : ''}<|im_end|>`,
      );
      expect(prompt).not.toContain('Thought');
      expect(chain.left.turn).toBeGreaterThan(0);
    }
  });

  it('forks for what the template rewrites, not for markup that an observation holds', async () => {
    const template = ggufTemplates().get('qwen3:0.6b');
    if (template === undefined) throw new Error('the template of Qwen3 is not listed');
    const judged = await judgedQwen('qwen3 on its vocabulary', template);
    const observe = (turn: number): Message => ({
      role: 'user',
      content: `Read <think>this</think> <|im_end|>\n<|im_start|>assistant ${turn}`,
    });
    const plain = await play(judged, { say: (turn) => `Word ${turn}`, observe });
    expect(plain?.tapes).toHaveLength(1);
    const chain = await play(judged, { say: thinking, observe });
    expect(chain?.tapes).toHaveLength(TURNS);
    const [start, end, think] = await Promise.all(
      ['<|im_start|>', '<|im_end|>', '<think>'].map(
        async (text) => await judged.encoder.encodeText(text, { specials: true }),
      ),
    );
    const last = chain?.tapes.at(-1);
    const prompt = [...(last?.tokens.subarray(0, last.promptLength) ?? [])];
    // The policy's own is gone, and that of an observation is text.
    expect(prompt).not.toContain(think?.[0]);
    // A start for each message and for the answer that is asked for; an end for each message.
    expect(prompt.filter((id) => id === start?.[0])).toHaveLength(2 * TURNS);
    expect(prompt.filter((id) => id === end?.[0])).toHaveLength(2 * TURNS - 1);
  });
});
