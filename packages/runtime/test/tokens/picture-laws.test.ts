import fc from 'fast-check';
import type { Message, Part } from 'slime-sdk';
import { expect, test } from 'vitest';
import { picture } from '../vision/pictures.ts';
import { crateIds } from './bpe/crate.ts';
import { ggufTemplates } from './gguf-templates.ts';
import { whyNoPython, type PythonCase, writeInPython } from './python-writes.ts';
import { judgedQwen } from './judged-encoder.ts';

const RUNS = process.env['SLIME_TEST_TIER'] === 'full' ? 200 : 25;
const MARK = 'Qz7MarkOfTheTest7zQ';

const text = fc
  .array(fc.constantFrom('see', '\n', '  ', '你好', '42', '{"a": 1}', '.'), { maxLength: 4 })
  .map((parts): Part => ({ type: 'text', text: `x ${parts.join(' ')}` }));

test(
  'a bridge with pictures is the rendering, each placeholder as often as its picture has tokens',
  { timeout: 60_000 },
  async ({ skip }) => {
    const missing = whyNoPython();
    if (missing !== undefined) skip(missing);
    const template = ggufTemplates().get('qwen2.5vl:latest') ?? '';
    const { encoder, crate } = await judgedQwen('Qwen2.5-VL', template);
    const shown = await Promise.all(
      [56, 112, 168].map((side) => picture(side, 56).png().toBuffer()),
    );
    const image = fc.constantFrom(...shown).map((bytes): Part => ({ type: 'image', image: bytes }));
    const observation = fc.array(
      fc.record({
        role: fc.constantFrom('user' as const, 'tool' as const),
        content: fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const observations: Message[][] = fc.sample(observation, { seed: 12, numRuns: RUNS });
    const history: Message[] = [
      { role: 'user', content: [{ type: 'image', image: shown[0] ?? '' }] },
      { role: 'assistant', content: MARK },
    ];
    const rendered = writeInPython(
      observations.map((messages): PythonCase => ({
        template,
        variables: wire([...history, ...messages]),
      })),
    );
    const [pad = -1] = await crateIds(crate, '<|image_pad|>');
    const end = 151_645;
    for (const [at, messages] of observations.entries()) {
      const python = rendered[at];
      if (python === undefined || 'error' in python) throw new Error(JSON.stringify(python));
      const { ids, images } = await encoder.encodeBridge({ messages, history, lastId: end });
      const [, tail = ''] = python.text.split(MARK);
      const counts = images.map(({ tokens }) => tokens);
      const whole = (await crateIds(crate, tail)).flatMap((id) =>
        id === pad ? Array.from({ length: counts.shift() ?? 0 }, () => pad) : [id],
      );
      expect([...ids]).toEqual(whole.slice(1));
      expect(counts).toEqual([]);
      expect(images.map(({ grid_thw: [t, h, w] }) => (t * h * w) / 4)).toEqual(
        images.map(({ tokens }) => tokens),
      );
      expect(images.every(({ offset }) => ids[offset] === pad && ids[offset - 1] !== pad)).toBe(
        true,
      );
    }
  },
);

test(
  'prompt, turn and bridge with pictures are the ids of the whole conversation',
  {
    timeout: 60_000,
  },
  async ({ skip }) => {
    const missing = whyNoPython();
    if (missing !== undefined) skip(missing);
    const template = ggufTemplates().get('qwen2.5vl:latest') ?? '';
    const { encoder, crate } = await judgedQwen('Qwen2.5-VL', template);
    const [small, large] = await Promise.all(
      [56, 224].map((side) => picture(side, 56).png().toBuffer()),
    );
    if (small === undefined || large === undefined) throw new TypeError('two pictures');
    const shows = (image: Buffer): Part => ({ type: 'image', image });
    const asks: Message[] = [
      { role: 'user', content: [shows(large), { type: 'text', text: '?' }] },
    ];
    const seen: Message[] = [
      { role: 'tool', content: [shows(small), { type: 'text', text: 'and' }, shows(large)] },
      { role: 'tool', content: [shows(small)] },
    ];
    const turn: Message = { role: 'assistant', content: 'Look.' };
    const prompt = await encoder.encodePrompt(asks, {});
    const said = await encoder.encodeText('Look.', { specials: false });
    const history = [...asks, turn];
    const bridge = await encoder.encodeBridge({ messages: seen, history, lastId: said.at(-1) });
    const [python] = writeInPython([{ template, variables: wire([...history, ...seen]) }]);
    if (python === undefined || 'error' in python) throw new Error(JSON.stringify(python));
    const [pad = -1] = await crateIds(crate, '<|image_pad|>');
    const counts = [...prompt.images, ...bridge.images].map(({ tokens }) => tokens);
    expect(counts).toEqual([16, 4, 16, 4]);
    const whole = (await crateIds(crate, python.text)).flatMap((id) =>
      id === pad ? Array.from({ length: counts.shift() ?? 0 }, () => pad) : [id],
    );
    expect([...prompt.ids, ...said, ...bridge.ids]).toEqual(whole);
  },
);

function wire(messages: readonly Message[]): Record<string, unknown> {
  return {
    tools: null,
    add_generation_prompt: true,
    messages: messages.map(({ role, content }) => ({
      role,
      content:
        typeof content === 'string'
          ? content
          : content.map((part) => (part.type === 'image' ? { type: 'image' } : part)),
    })),
  };
}
