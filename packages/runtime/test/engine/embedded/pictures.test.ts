import { describe, expect, it } from 'vitest';
import { IMAGE_PAD, PADS_OF_PICTURE } from './byte-encoder.ts';
import { generate, post, start } from './start.ts';

const [VISION_START, VISION_END] = [259, 260];
const picture = 'data:image/png;base64,AAAA';
const pads = (count: number) => Array.from({ length: count }, () => IMAGE_PAD);
const slot = (count: number) => [VISION_START, ...pads(count), VISION_END];

async function promptOf(body: Record<string, unknown>, retokenizePictures: boolean) {
  const engine = await start({ retokenizePictures });
  return (await generate(engine, { ...body, return_prompt_token_ids: true })).prompt_token_ids;
}

describe('ids beside pictures', () => {
  it('are taken as they are without the re-tokenising mode', async () => {
    const input_ids = [104, 101, ...slot(2)];
    expect(await promptOf({ input_ids, image_data: [picture] }, false)).toEqual(input_ids);
  });

  it('are decoded and encoded anew in it: runs of pads are counted anew, other ids can change', async () => {
    const input_ids = [104, 101, ...slot(2)];
    const expected = [263, ...slot(PADS_OF_PICTURE)];
    expect(await promptOf({ input_ids, image_data: [picture] }, true)).toEqual(expected);
    expect(await promptOf({ input_ids, image_data: picture }, true)).toEqual(expected);
  });

  it('stay as they are in it when there is no picture', async () => {
    const input_ids = [104, 101];
    expect(await promptOf({ input_ids, image_data: [] }, true)).toEqual(input_ids);
  });

  it('drop pictures that have no placeholder', async () => {
    const input_ids = [1, ...slot(1)];
    const expected = [1, ...slot(PADS_OF_PICTURE)];
    expect(await promptOf({ input_ids, image_data: [picture, picture] }, true)).toEqual(expected);
  });

  it.each([
    ['a placeholder without a picture', [picture]],
    ['a picture that cannot be read', ['data:broken', picture]],
    ['a picture that is no text', [picture, { url: 'x' }]],
  ])('are answered with 500 for %s', async (_name, image_data) => {
    const engine = await start({ retokenizePictures: true });
    const body = { input_ids: [...slot(1), ...slot(1)], image_data };
    expect((await post(engine, '/generate', body)).status).toBe(500);
  });
});

describe('text with pictures', () => {
  it('has its placeholders expanded, and the policy is told how many pictures came', async () => {
    const engine = await start({ policy: ({ images }) => `${images} pictures` });
    const text = '<|vision_start|><|image_pad|><|vision_end|>'.repeat(2);
    const reply = await generate(engine, {
      text,
      image_data: [picture, picture],
      return_prompt_token_ids: true,
    });
    expect(reply.prompt_token_ids).toEqual([...slot(PADS_OF_PICTURE), ...slot(PADS_OF_PICTURE)]);
    expect(reply.text).toBe('2 pictures');
  });
});
