import fc from 'fast-check';
import { createSample, type JsonObject, type ToolSpec } from 'slime-sdk';
import { parseToolCalls } from 'slime-sdk/parsers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomPolicy } from '../../../src/engine/embedded/index.ts';
import { Dice } from '../../../src/engine/embedded/policies/dice.ts';
import { drawCall } from '../../../src/engine/embedded/policies/draw-call.ts';
import { PromptTools } from '../../../src/engine/embedded/policies/prompt-tools.ts';
import { createRandom, hashInts } from '../../../src/engine/embedded/random.ts';
import { builtinEncoder } from '../../../src/tokens/index.ts';

const parameters = z.strictObject({
  order_id: z.string(),
  count: z.int().min(1).max(5),
  ratio: z.number().gt(0).lt(9).optional(),
  reason: z.enum(['late', 'broken']),
  paid: z.boolean(),
  items: z.array(z.string()).min(1).max(3),
  address: z.object({ zip: z.string(), floor: z.int().nullable() }).optional(),
});
const schema: JsonObject = z
  .record(z.string(), z.json())
  .parse(JSON.parse(JSON.stringify(z.toJSONSchema(parameters))));
const TOOLS: ToolSpec[] = [
  { type: 'function', function: { name: 'cancel_order', parameters: schema } },
  { type: 'function', function: { name: 'think' } },
];
const encoder = builtinEncoder();
const PROMPT = encoder.render([{ role: 'user', content: 'Cancel order #W2378156, please.' }], {
  tools: TOOLS,
  addGenerationPrompt: true,
});

function dice(seed: number): Dice {
  return new Dice(createRandom(hashInts([seed])));
}

describe('calls that the random policy makes', () => {
  it.each([
    ['JSON', 'qwen25', ''],
    ['tags', 'qwen3_coder', '\n<function=example>'],
  ])('hold to the schemas of their tools, and are read back: %s', (_, parser, hint) => {
    const offered = new PromptTools().of({ text: PROMPT, sample: undefined });
    expect(offered.map(({ name }) => name)).toEqual(['cancel_order', 'think']);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = drawCall(offered, PROMPT + hint, dice(seed));
        const { calls } = parseToolCalls(parser, text, TOOLS);
        expect(calls).toHaveLength(1);
        const [call] = calls;
        expect(call?.error).toBe(undefined);
        if (call?.name === 'think') expect(call.arguments).toEqual({});
        else expect(parameters.safeParse(call?.arguments).error).toBe(undefined);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('use words of the prompt now and then', () => {
    const offered = new PromptTools().of({ text: PROMPT, sample: undefined });
    const texts = Array.from({ length: 200 }, (_, seed) => drawCall(offered, PROMPT, dice(seed)));
    expect(texts.some((text) => text.includes('#W2378156'))).toBe(true);
  });

  it('take the tools of the row where the prompt writes them otherwise', () => {
    const prompts = new PromptTools();
    const sample = createSample({
      metadata: { tools: [{ type: 'function', function: { name: 'look' } }, 7] },
    });
    expect(prompts.of({ text: '<tools>\nlook()\n</tools>', sample })).toEqual([
      { name: 'look', parameters: {} },
    ]);
    expect(prompts.of({ text: 'no tools', sample: undefined })).toEqual([]);
  });

  it('are made in about a quarter of the turns that may call, and in no other', async () => {
    const policy = randomPolicy(encoder);
    const count = async (text: string): Promise<number> => {
      let called = 0;
      for (let seed = 0; seed < 400; seed += 1) {
        const reply = await policy({
          input_ids: [seed],
          text,
          sampling_params: { max_new_tokens: 100 },
          images: 0,
          sample: undefined,
          random: createRandom(hashInts([seed])),
        });
        if (typeof reply === 'string' && reply.includes('<tool_call>\n{')) called += 1;
      }
      return called;
    };
    const called = await count(PROMPT);
    expect(called).toBeGreaterThan(60);
    expect(called).toBeLessThan(140);
    expect(await count('<|im_start|>user\nhi<|im_end|>\n')).toBe(0);
  });
});
