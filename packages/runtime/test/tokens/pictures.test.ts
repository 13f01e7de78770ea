import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encoder, Message } from 'slime-sdk';
import { expect, test } from 'vitest';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { picture, pictureFolder } from '../vision/pictures.ts';
import { checkpointWith } from './checkpoint-folder.ts';
import { smallTokenizer } from './small-tokenizer.ts';
import { PARTS_ONLY, TRIMS } from './templates/awkward.ts';

/** Text of ids, each run of pads written once with its length. */
async function shown(encoder: Encoder, ids: Int32Array): Promise<string> {
  const text = await encoder.decode(ids, { skipSpecialTokens: false });
  return text.replace(/(?:<\|image_pad\|>)+/g, (run) => `[${run.length / '<|image_pad|>'.length}]`);
}

test('pictures of a prompt’s parts stand where the template puts them', async () => {
  const baseDir = await pictureFolder();
  await writeFile(path.join(baseDir, 'a.png'), await picture(56, 56).png().toBuffer());
  const bytes = await picture(224, 112).png().toBuffer();
  const encoder = builtinEncoder({ baseDir });
  const messages: Message[] = [
    {
      role: 'user',
      content: [
        { type: 'image', image: 'a.png' },
        { type: 'text', text: 'and' },
        { type: 'image', image: bytes, max_pixels: 6272 },
      ],
    },
  ];
  const { ids, images } = await encoder.encodePrompt(messages, {});
  expect(await shown(encoder, ids)).toBe(
    '<|im_start|>user\n<|vision_start|>[4]<|vision_end|>and<|vision_start|>[8]<|vision_end|>' +
      '<|im_end|>\n<|im_start|>assistant\n',
  );
  const [pad] = await encoder.encodeText('<|image_pad|>', { specials: true });
  expect(images.map(({ source, tokens }) => [source, tokens])).toEqual([
    ['a.png', 4],
    [bytes, 8],
  ]);
  for (const { offset } of images)
    expect([ids[offset - 1] === pad, ids[offset]]).toEqual([false, pad]);
});

test('pictures of templated text stand for its placeholders in order', async () => {
  const encoder = builtinEncoder();
  const images = [await picture(56, 56).png().toBuffer(), await picture(112, 56).png().toBuffer()];
  const text =
    '<|vision_start|><|image_pad|><|vision_end|> vs <|vision_start|><|image_pad|><|vision_end|>';
  const encoded = await encoder.encodePrompt(text, { images });
  expect(await shown(encoder, encoded.ids)).toBe(
    '<|vision_start|>[4]<|vision_end|> vs <|vision_start|>[8]<|vision_end|>',
  );
  await expect(
    (async () => encoder.encodePrompt(text, { images: images.slice(1) }))(),
  ).rejects.toThrow('2 picture placeholders in the text, 1 pictures with it');
});

test('a picture of an observation comes with its bridge, offsets counted from its ids', async () => {
  const encoder = builtinEncoder();
  const image = await picture(56, 56).png().toBuffer();
  const [endOfTurn] = await encoder.encodeText('<|im_end|>', { specials: true });
  const bridge = await encoder.encodeBridge({
    messages: [
      {
        role: 'tool',
        content: [
          { type: 'text', text: '<|image_pad|>' },
          { type: 'image', image },
        ],
      },
    ],
    history: [],
    lastId: endOfTurn,
  });
  const [pad = -1] = await encoder.encodeText('<|image_pad|>', { specials: true });
  expect(bridge.images).toHaveLength(1);
  expect(bridge.images[0]?.offset).toBe(bridge.ids.indexOf(pad));
  expect(bridge.ids.filter((id) => id === pad)).toHaveLength(4);
});

test('a template that takes only strings gets the placeholder in the string', async () => {
  const encoder = await loadEncoder({ checkpoint: await checkpointWith(TRIMS) });
  const image = await picture(56, 56).png().toBuffer();
  const messages: Message[] = [
    {
      role: 'user',
      content: [
        { type: 'image', image },
        { type: 'text', text: 'what?' },
      ],
    },
  ];
  const { ids } = await encoder.encodePrompt(messages, {});
  expect(await shown(encoder, ids)).toContain(
    'user\n<|vision_start|>[4]<|vision_end|>what?<|im_end|>',
  );
});

test('pictures are numbered on through the conversation where the template numbers them', async () => {
  const checkpoint = await checkpointWith(PARTS_ONLY);
  const encoder = await loadEncoder({ checkpoint, templateKwargs: { add_vision_id: true } });
  const image = await picture(56, 56).png().toBuffer();
  const shows: Message = { role: 'user', content: [{ type: 'image', image }] };
  const history: Message[] = [shows, { role: 'assistant', content: 'a' }];
  const { ids } = await encoder.encodeBridge({ messages: [shows], history, lastId: undefined });
  expect(await shown(encoder, ids)).toContain('user\nPicture 2: <|vision_start|>[4]');
});

test('a vocabulary without a token for pictures refuses them by name', async () => {
  const tokenizer = smallTokenizer({
    added: [{ content: '<|im_start|>' }, { content: '<|im_end|>' }],
  });
  const checkpoint = await checkpointWith(TRIMS, { 'tokenizer.json': tokenizer });
  const encoder = await loadEncoder({ checkpoint });
  const image = await picture(56, 56).png().toBuffer();
  const messages: Message[] = [{ role: 'user', content: [{ type: 'image', image }] }];
  await expect((async () => encoder.encodePrompt(messages, {}))()).rejects.toThrow(
    expect.objectContaining({
      code: 'SLIME_ENCODER',
      message: expect.stringContaining('takes no pictures'),
    }),
  );
});

test('another kind of part is refused by its name', async () => {
  const part: { type: 'image'; image: string } = JSON.parse('{"type": "video", "video": "a.mp4"}');
  await expect(
    (async () => builtinEncoder().encodePrompt([{ role: 'user', content: [part] }], {}))(),
  ).rejects.toThrow('a part of type "video"');
});

test.each([
  [{ min_pixels: Number.NaN }, 'min_pixels of a picture must be a positive integer, not NaN'],
  [{ max_pixels: 0 }, 'max_pixels of a picture must be a positive integer, not 0'],
  [{ max_pixels: -1 }, 'max_pixels of a picture must be a positive integer, not -1'],
  [{ min_pixels: 3000.5 }, 'min_pixels of a picture must be a positive integer, not 3000.5'],
  [{ max_pixels: Infinity }, 'max_pixels of a picture must be a positive integer, not Infinity'],
  [{ min_pixels: 9000, max_pixels: 4000 }, 'min_pixels 9000 of a picture is above its max_pixels'],
])('bounds of a picture that are none are refused by name: %j', async (bounds, message) => {
  const encoder = builtinEncoder();
  const image = await picture(56, 56).png().toBuffer();
  const messages: Message[] = [{ role: 'user', content: [{ type: 'image', image, ...bounds }] }];
  const encoded = [
    async () => await encoder.encodePrompt(messages, {}),
    async () => await encoder.encodeBridge({ messages, history: [], lastId: undefined }),
  ];
  for (const encode of encoded) {
    await expect(encode()).rejects.toThrow(
      expect.objectContaining({ code: 'SLIME_DATA', message: expect.stringContaining(message) }),
    );
  }
});

test('a signal ends the wait for pictures of prompts and observations, with its reason', async () => {
  const encoder = builtinEncoder();
  const signal = AbortSignal.abort(new Error('the episode is over'));
  const source = await picture(56, 56).png().toBuffer();
  const messages: Message[] = [{ role: 'user', content: [{ type: 'image', image: source }] }];
  const text = '<|vision_start|><|image_pad|><|vision_end|>';
  const encoded = [
    async () => encoder.encodePrompt(messages, { signal }),
    async () => encoder.encodePrompt(text, { images: [source], signal }),
    async () => encoder.encodeBridge({ messages, history: [], lastId: undefined, signal }),
  ];
  for (const encode of encoded) await expect(encode()).rejects.toBe(signal.reason);
});
