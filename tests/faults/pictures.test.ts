import type { Message, Sample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { picture } from '../../packages/runtime/test/vision/pictures.ts';
import { builtinEncoder } from 'slime-runtime';
import { type EnvParts, play, type Played, playOne } from './play.ts';

const IMAGE_PAD = 151_655;
/** Side of a square of pixels that becomes one token: patches of 14, merged two by two. */
const SQUARE = 28;

async function drawn(width: number, height: number): Promise<string> {
  const bytes = await picture(width, height).png().toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** Pictures with the tokens that each becomes; none here is near a limit of pixels. */
const FIRST = await drawn(10 * SQUARE, 6 * SQUARE);
const SECOND = await drawn(4 * SQUARE, 4 * SQUARE);
const TOKENS = new Map([
  [FIRST, 60],
  [SECOND, 16],
]);

/** Lengths of the runs of placeholders. */
function placeholders(ids: readonly number[]): number[] {
  const runs: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (id !== IMAGE_PAD) continue;
    if (ids[at - 1] === IMAGE_PAD) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
  }
  return runs;
}

const asked = (image: string): Partial<Sample> => ({
  prompt: [
    {
      role: 'user',
      content: [
        { type: 'image', image },
        { type: 'text', text: 'What is it?' },
      ],
    },
  ],
  multimodal_inputs: { images: [image] },
});

/** Observes a picture after the first turn, and is done after the second. */
function showing(image: string): EnvParts {
  return {
    step: (_text, { turn }) => ({ observation: {}, done: turn === 1 }),
    formatObservation: (): Message => ({
      role: 'user',
      content: [
        { type: 'image', image },
        { type: 'text', text: 'And this?' },
      ],
    }),
  };
}

function expectWhole(
  { sample, asked: requests }: Awaited<ReturnType<typeof playOne>>,
  pictures: readonly string[],
): void {
  expect(sample.status).toBe('completed');
  expect(placeholders(sample.tokens)).toEqual(pictures.map((source) => TOKENS.get(source)));
  expect(sample.multimodal_inputs?.['images']).toEqual(pictures);
  for (const request of requests) {
    expect(request.images).toBe(placeholders(request.ids).length);
  }
}

it('B025: pictures of the prompt stay when an observation brings more', async () => {
  const played = await playOne({ env: showing(SECOND), script: ['one'], samples: [asked(FIRST)] });
  expect(played.asked.map(({ images }) => images)).toEqual([1, 2]);
  expectWhole(played, [FIRST, SECOND]);
});

it('B026: pictures of different sizes in different turns need not have one shape', async () => {
  const played = await playOne({ env: showing(FIRST), script: ['one'], samples: [asked(SECOND)] });
  expect(played.asked.map(({ images }) => images)).toEqual([1, 2]);
  expectWhole(played, [SECOND, FIRST]);
});

it.each<[string, Sample['multimodal_inputs']]>([
  ['null', null],
  ['an empty slot', { images: null }],
  ['an empty list', { images: [] }],
])('B027: a first picture in an observation is kept where the row has %s', async (_name, slot) => {
  const played = await playOne({
    env: showing(FIRST),
    script: ['one'],
    samples: [{ multimodal_inputs: slot }],
  });
  expect(played.asked.map(({ images }) => images)).toEqual([0, 1]);
  expectWhole(played, [FIRST]);
});

describe('A059: tokens and pictures are added together or not at all', () => {
  it.each(['plain', 'cutting'] as const)('a picture over the budget, %s', async (declared) => {
    const { sample, asked: requests } = await playOne({
      env: showing(FIRST),
      declared,
      script: ['one'],
      args: { rollout_max_response_len: 20 },
    });
    expect(requests.map(({ images }) => images)).toEqual([0]);
    expect(placeholders(sample.tokens)).toEqual([]);
    expect(sample.multimodal_inputs?.['images'] ?? []).toEqual([]);
    expect(sample.status).toBe('truncated');
  });
});

describe('B065: an engine that read another prompt than the tape is a failure', () => {
  // "t" + "wo", which the vocabulary has as one: decoded and encoded anew they are one id less.
  const pieces = { ids: [83, 1126, 151_645] };

  it.each([
    ['as whole words', 'two', 'completed'],
    ['in pieces that encode otherwise', pieces, 'failed'],
  ] as const)('ids %s', async (_name, reply, status) => {
    const { sample, episode } = await playOne({
      env: showing(FIRST),
      script: [reply],
      samples: [asked(SECOND)],
      engine: { retokenizePictures: true },
    });
    expect(sample.status).toBe(status);
    if (status === 'completed') return;
    expect(episode).toMatchObject({ ending: 'engine_failed' });
    expect(episode.failure?.message).toMatch(/another prompt than the tape/);
    expect(sample.reward).toBeNull();
  });
});

describe('B025: a placeholder that the policy samples stands for no picture', () => {
  const stray = { ids: [151_652, IMAGE_PAD, 151_653, 151_645] };

  it('fails the episode on a tape with pictures, and stays out of its tokens', async () => {
    const { sample, episode, turns } = await playOne({
      env: showing(FIRST),
      script: ['one', stray],
      samples: [asked(SECOND)],
    });
    expect(episode.ending).toBe('engine_failed');
    expect(episode.failure?.message).toMatch(/sampled 151655.*no picture/);
    expect(turns[1]?.discarded.map(({ cause }) => cause)).toEqual(['sampled_placeholder']);
    expect(placeholders(sample.tokens)).toEqual([TOKENS.get(SECOND)]);
    expect(sample.multimodal_inputs?.['images']).toEqual([SECOND]);
    expect(sample.reward).toBeNull();
  });

  it('fails it when the first picture comes after', async () => {
    const { sample, episode } = await playOne({ env: showing(FIRST), script: [stray] });
    expect(episode.ending).toBe('engine_failed');
    expect(sample.multimodal_inputs).toBeNull();
  });

  it('is a token like others where there is no picture at all', async () => {
    const { sample } = await playOne({ env: {}, script: [stray] });
    expect(sample.status).toBe('truncated');
    expect(sample.reward).toBe(1);
  });
});

describe('B025: the trainer’s tensors hold the pictures of the tokens, whichever turn brought them', () => {
  const encoder = builtinEncoder();

  /** Grids of a sample's tensors, and the rows of its pixels. */
  async function tensors(played: Played, sample: Sample | undefined) {
    const source = played.pictures.get(sample?.multimodal_train_input_id ?? '');
    const grids = await source?.merge('image_grid_thw');
    const pixels = await source?.merge('pixel_values');
    return { grids: Array.from(grids?.data ?? [], Number), shape: pixels?.shape };
  }

  it('in the order of their placeholders', async () => {
    const played = await playOne({
      encoder,
      env: showing(FIRST),
      script: ['one', 'two'],
      samples: [asked(SECOND)],
    });
    expect(await tensors(played, played.sample)).toEqual({
      grids: [1, 8, 8, 1, 12, 20],
      shape: [8 * 8 + 12 * 20, 3 * 2 * 14 * 14],
    });
  });

  it('without those of an observation that did not fit', async () => {
    const played = await playOne({
      encoder,
      env: showing(FIRST),
      script: ['one', 'two'],
      samples: [asked(SECOND)],
      args: { rollout_max_response_len: 60 },
    });
    expect(played.episode.ending).toBe('response_budget');
    expect(await tensors(played, played.sample)).toEqual({
      grids: [1, 8, 8],
      shape: [8 * 8, 3 * 2 * 14 * 14],
    });
  });

  it('once for siblings that show the same, and for each of those that do not', async () => {
    const played = await play({
      encoder,
      env: ({ sample }) => showing(sample.index === 2 ? SECOND : FIRST),
      script: ['one', 'two'],
      samples: [asked(SECOND), asked(SECOND), asked(SECOND), {}],
    });
    const ids = played.samples.map((sample) => sample.multimodal_train_input_id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(new Set(played.pictures.keys())).toEqual(new Set(ids));
    const grids = await Promise.all(
      played.samples.map(async (sample) => (await tensors(played, sample)).grids.length),
    );
    expect(grids).toEqual([6, 6, 6, 3]);
  });
});
