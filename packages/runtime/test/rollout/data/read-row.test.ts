import { describe, expect, it } from 'vitest';
import { createRowSample } from '../../../src/rollout/data/read-row.ts';
import { loadRows, messageOf } from './data-file.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const images = { multimodal_keys: { image: 'images' } };

describe('a prompt', () => {
  it('stays the string it is, and becomes a user message under --apply-chat-template', async () => {
    const rows = [{ input: 'hi <image>' }];
    expect((await loadRows(rows)).rows[0]?.prompt).toBe('hi <image>');
    expect((await loadRows(rows, { apply_chat_template: true })).rows[0]?.prompt).toEqual([
      { role: 'user', content: 'hi <image>' },
    ]);
  });

  it('stays the number it is under --input-key index', async () => {
    const { rows } = await loadRows([{ index: 3 }, { index: 0 }], {
      input_key: 'index',
      apply_chat_template: true,
    });
    expect(rows.map((row) => row.prompt)).toEqual([3, 0]);
  });

  it('is read from the wire form of messages', async () => {
    const { rows } = await loadRows([
      {
        input: [
          { role: 'system', content: 'be kind', name: null, weight: 1 },
          { role: 'user', content: [{ type: 'text', text: 'hello', image: null }] },
          {
            role: 'assistant',
            content: null,
            reasoning_content: 'hm',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
              { function: { name: 'g', arguments: { b: null } } },
              { name: 'h', arguments: '' },
            ],
          },
          { role: 'tool', content: '', tool_call_id: 'c1' },
        ],
      },
    ]);
    expect(rows[0]?.prompt).toEqual([
      { role: 'system', content: 'be kind', weight: 1 },
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'hm',
        tool_calls: [
          { id: 'c1', name: 'f', arguments: { a: 1 } },
          { name: 'g', arguments: { b: null } },
          { name: 'h', arguments: {} },
        ],
      },
      { role: 'tool', content: '', tool_call_id: 'c1' },
    ]);
  });

  it.each([
    [[], 'input: no messages'],
    [['hi'], 'input[0]: a message must be an object, not a string'],
    [
      [{ role: 'human', content: '' }],
      'input[0].role: "human"; a role is system, user, assistant, tool',
    ],
    [[{ role: 'user' }], 'input[0].content: must be a string or a list of parts, not missing'],
    [
      [{ role: 'user', content: [{ type: 'video', video: 'a.mp4' }] }],
      'input[0].content[0].type: "video" is not supported; take the row out',
    ],
    [
      [{ role: 'user', content: [{ type: 'text' }] }],
      'input[0].content[0].text: must be a string, not missing',
    ],
    [
      [{ role: 'assistant', tool_calls: [{ name: 'f', arguments: '[1]' }] }],
      'input[0].tool_calls[0].arguments: arguments of a tool call must be an object, not a list',
    ],
    [
      [{ role: 'assistant', tool_calls: [{ name: 'f', arguments: '{bad' }] }],
      'input[0].tool_calls[0].arguments: not JSON near `{bad`; write them as a JSON object',
    ],
    [[{ role: 'user', content: '', name: 1 }], 'input[0].name: must be a string, not a number'],
  ])('of messages that are wrong is refused with its path: %j', async (input, message) => {
    expect(await messageOf(loadRows([{ input }]))).toBe(`rows.jsonl:1 (row 0): ${message}`);
  });
});

describe('label, metadata and tools', () => {
  it('give the label as it is, an empty object for no metadata, and tools in the metadata', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const { rows } = await loadRows(
      [
        { input: 'a', answer: { x: [1] }, metadata: null, tools: JSON.stringify(tools) },
        { input: 'b', answer: null, metadata: { k: 1 }, tools },
        { input: 'c', answer: 3, tools: null },
      ],
      { label_key: 'answer' },
    );
    expect(rows.map(({ label, metadata }) => ({ label, metadata }))).toEqual([
      { label: { x: [1] }, metadata: { tools } },
      { label: null, metadata: { k: 1, tools } },
      { label: 3, metadata: {} },
    ]);
  });

  it('are refused when tools are no list', async () => {
    expect(await messageOf(loadRows([{ input: 'a', tools: { f: 1 } }]))).toBe(
      'rows.jsonl:1 (row 0): column "tools": tools must be a list of tool schemas or its JSON text, not an object',
    );
    expect(await messageOf(loadRows([{ input: 'a', tools: '[{' }]))).toBe(
      'rows.jsonl:1 (row 0): column "tools": the JSON ends too early, after `[{`',
    );
  });
});

describe('pictures', () => {
  it('take the places of <image> in order, over all messages, paths as given', async () => {
    const { rows } = await loadRows(
      [
        {
          input: [
            { role: 'system', content: 'look' },
            { role: 'user', content: '<image>and<image>' },
            { role: 'user', content: 'then <image>!' },
          ],
          images: [
            'images/a.png',
            { type: 'image', image: 'b.png', min_pixels: 4, max_pixels: 16 },
            { bytes: PIXEL, path: 'c.png' },
          ],
        },
      ],
      images,
    );
    const uri = `data:image/png;base64,${PIXEL}`;
    expect(rows[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'look' },
        {
          role: 'user',
          content: [
            { type: 'image', image: 'images/a.png' },
            { type: 'text', text: 'and' },
            { type: 'image', image: 'b.png', min_pixels: 4, max_pixels: 16 },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'then ' },
            { type: 'image', image: uri },
            { type: 'text', text: '!' },
          ],
        },
      ],
      multimodal_inputs: { images: ['images/a.png', 'b.png', uri] },
    });
  });

  it('may be one instead of a list, or none in a row without placeholder', async () => {
    const { rows } = await loadRows(
      [{ input: '<image>', images: 'a.png' }, { input: 'text only' }, { input: 'x', images: null }],
      images,
    );
    expect(rows.map((row) => row.multimodal_inputs)).toEqual([
      { images: ['a.png'] },
      { images: [] },
      { images: [] },
    ]);
  });

  it('of contents that are lists of parts are the parts’ own', async () => {
    const content = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
      { type: 'image', image: 'a.png' },
    ];
    const { rows } = await loadRows([{ input: [{ role: 'user', content }] }]);
    expect(rows[0]?.multimodal_inputs).toEqual({
      images: [`data:image/png;base64,${PIXEL}`, 'a.png'],
    });
  });

  it.each([
    [
      ['a.png'],
      'column "images" has 1 pictures for 2 placeholders <image> in the prompt; write one placeholder for each picture',
    ],
    [
      ['a', 'b', 'c'],
      'column "images" has 3 pictures for 2 placeholders <image> in the prompt; write one placeholder for each picture',
    ],
    [['a', 7], 'images[1]: a picture is a path, a data: URI or an object, not a number'],
    [['a', ''], 'images[1]: the path of the picture is empty'],
    [['a', {}], 'images[1]: the picture has neither image, path nor bytes'],
    [
      ['a', { type: 'audio', audio: 'x' }],
      'images[1].type: "audio" is not supported; take the row out',
    ],
    [
      ['a', { image: 'x', resized_width: 3 }],
      'images[1].resized_width: unknown key of a picture; known are type, image, path, bytes, min_pixels, max_pixels',
    ],
    [
      ['a', { bytes: 'x.png' }],
      'images[1].bytes: must be a PNG, JPEG, GIF or WebP picture in base64',
    ],
    [
      ['a', { image: 'x', max_pixels: 1.5 }],
      'images[1].max_pixels: must be a positive integer, not 1.5',
    ],
    [
      ['a', 'ftp://host/x.png'],
      'images[1]: ftp://host/x.png is not fetched; save the picture beside the data file and name its path',
    ],
  ])('that are wrong are refused: %j', async (column, message) => {
    expect(await messageOf(loadRows([{ input: '<image><image>', images: column }], images))).toBe(
      `rows.jsonl:1 (row 0): ${message}`,
    );
  });

  it('come alone: other media are refused by name', async () => {
    const load = (media: string): Promise<string> =>
      messageOf(loadRows([{ input: 'a' }], { multimodal_keys: { [media]: 'x' } }));
    expect(await load('video')).toBe(
      '--multimodal-keys: "video" is not supported; write {"image": "<column>"}',
    );
    expect(await load('picture')).toBe(
      '--multimodal-keys: "picture" is no media type; write {"image": "<column>"}',
    );
  });
});

describe('createRowSample', () => {
  it('gives pending samples that share nothing', async () => {
    const { rows } = await loadRows([
      { input: [{ role: 'user', content: 'a' }], metadata: { a: {} } },
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    const first = createRowSample(row);
    const second = createRowSample(row);
    first.metadata['a'] = 1;
    if (Array.isArray(first.prompt)) first.prompt.pop();
    expect(second).toMatchObject({
      status: 'pending',
      prompt: [{ role: 'user', content: 'a' }],
      metadata: { a: {} },
    });
    expect(row.metadata).toEqual({ a: {} });
  });
});
